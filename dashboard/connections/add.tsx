/** Add a connection: send somebody to Zoom, and enter what they came back with. */
import { Anchor, Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { More, SideForm } from '../look/side-form.tsx';
import { useForm } from '../look/use-form.ts';
import { codeIn, consentLink, redirectIn } from './consent.ts';
import { connectionsKey } from './queries.ts';

const blank = {
  ...{ authorization_code: '', redirect_uri: '', conf_oauth_app_id: '' },
  /** Of the connection, shown in the list. */
  name: '',
  /** Of the app, for the link to Zoom. */
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
  const [client_id, redirect_uri] = [entered.client_id.trim(), entered.redirect_uri.trim()];
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
      <TextInput
        label="Client id of your app"
        description="Only to make the link to Zoom below: it is not stored."
        {...input('client_id')}
      />
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
        label="Bots record the meetings that this user hosts"
        checked={records}
        onChange={({ currentTarget }) => setRecords(currentTarget.checked)}
        error={faultIn('is_local_recording_token_supported')}
      />
      <Checkbox
        label="Bots join meetings on behalf of this user"
        description="While the user is in the meeting too."
        checked={onbehalf}
        onChange={({ currentTarget }) => setOnbehalf(currentTarget.checked)}
        error={faultIn('is_onbehalf_token_supported')}
      />
      <More about="a name, one of several apps">
        <Stack>
          <TextInput
            label="Name"
            description="How it is shown here; part of every webhook about it."
            {...input('name', 'metadata')}
          />
          <TextInput
            label="Id of the app"
            description="Needed only where your project has several: it stands in Settings, under Zoom apps."
            placeholder="coa_…"
            {...input('conf_oauth_app_id')}
          />
        </Stack>
      </More>
    </SideForm>
  );
};
