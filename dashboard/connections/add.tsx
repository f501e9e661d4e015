/** Add a connection: send somebody to Zoom, and enter what they came back with. */
import { Anchor, Checkbox, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { More, SideForm } from '../look/forms/side-form.tsx';
import { useForm } from '../look/forms/use-form.ts';
import { codeIn, consentLink, redirectIn } from './consent.ts';
import { connectionsKey, oauthAppsQuery } from './queries.ts';

const blank = {
  ...{ authorization_code: '', redirect_uri: '', conf_oauth_app_id: '' },
  /** Of the connection, shown in the list. */
  name: '',
  /** Of the app, for the link to Zoom, where it is not known which apps there are. */
  client_id: '',
};
const fields = [
  ...['authorization_code', 'redirect_uri', 'conf_oauth_app_id', 'metadata'],
  ...['is_local_recording_token_supported', 'is_onbehalf_token_supported'],
];

const bodyOf = ({ authorization_code, redirect_uri, conf_oauth_app_id, name }: typeof blank) => ({
  authorization_code: codeIn(authorization_code),
  redirect_uri: redirect_uri.trim(),
  ...(conf_oauth_app_id.trim() && { conf_oauth_app_id: conf_oauth_app_id.trim() }),
  ...(name.trim() && { metadata: { name: name.trim() } }),
});

export const AddConnection = ({ close }: { readonly close: () => void }) => {
  const [records, setRecords] = useState(true);
  const [onbehalf, setOnbehalf] = useState(false);
  const connection = useForm(blank, {
    send: (entered) => {
      const allowed = { is_local_recording_token_supported: records, is_onbehalf_token_supported: onbehalf };
      return api.createConnection({ body: { ...bodyOf(entered), ...allowed } });
    },
    isReady: ({ authorization_code, redirect_uri }) =>
      codeIn(authorization_code) !== '' && redirect_uri.trim() !== '' && (records || onbehalf),
    shownIn: connectionsKey,
    fields,
    done: close,
  });
  const { entered, enter, input, faultIn } = connection;
  const { data: apps = [] } = useQuery(oauthAppsQuery);
  const chosen = apps.find(({ id }) => id === entered.conf_oauth_app_id) ?? (apps.length === 1 ? apps[0] : undefined);
  const client_id = chosen?.client_id ?? entered.client_id.trim();
  const redirect_uri = entered.redirect_uri.trim();
  return (
    <SideForm title="Add a connection" label="Connect" close={close} of={connection}>
      <Text size="sm" className="quiet">
        First Zoom asks its user whether your app may act for them. They come back to an address of yours with a code,
        which is good once and for five minutes.
      </Text>
      <TextInput
        label="Redirect address of your app"
        description="One of those that the app lists at Zoom, exactly."
        placeholder="https://app.example.com/zoom"
        inputMode="url"
        {...input('redirect_uri')}
      />
      {apps.length > 1 && (
        <NativeSelect
          label="Your app at Zoom"
          description="The one that its user is asked to allow."
          data={[
            { value: '', label: 'Choose one' },
            ...apps.map(({ id, client_id }) => ({ value: id, label: `${client_id} (${id})` })),
          ]}
          {...input('conf_oauth_app_id')}
        />
      )}
      {apps.length === 0 && (
        <TextInput
          label="Client id of your app"
          description="Only to make the link to Zoom below: it is not stored."
          {...input('client_id')}
        />
      )}
      {client_id && redirect_uri && (
        <Anchor
          href={consentLink(client_id, redirect_uri)}
          target="_blank"
          rel="noreferrer"
          size="sm"
          style={{ overflowWrap: 'anywhere' }}
        >
          Where its user allows it: open it yourself, or send it to them
        </Anchor>
      )}
      <TextInput
        label="What they came back with"
        description="The code, or the whole address in the browser then."
        placeholder="https://app.example.com/zoom?code=…"
        {...input('authorization_code')}
        onChange={({ currentTarget: { value } }) =>
          enter({ authorization_code: value, redirect_uri: entered.redirect_uri || (redirectIn(value) ?? '') })
        }
      />
      <Checkbox
        label="Fetch tokens for bots that record the meetings that this user hosts"
        checked={records}
        onChange={({ currentTarget }) => setRecords(currentTarget.checked)}
        error={faultIn('is_local_recording_token_supported')}
      />
      <Checkbox
        label="Fetch tokens for bots that join meetings on behalf of this user"
        description="While the user is in the meeting too."
        checked={onbehalf}
        onChange={({ currentTarget }) => setOnbehalf(currentTarget.checked)}
        error={faultIn('is_onbehalf_token_supported')}
      />
      <More about="a name">
        <Stack>
          <TextInput
            label="Name"
            description="How it is shown here; part of every webhook about it."
            {...input('name', 'metadata')}
          />
        </Stack>
      </More>
    </SideForm>
  );
};
