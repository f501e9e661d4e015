/** Add a connection: send somebody to Zoom, and enter what they came back with. */
import { Anchor, Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CreateConnection } from '../../lib/client/generated.ts';
import { api } from '../api/client.ts';
import { faultOf } from '../api/faults.ts';
import { More, SideForm } from '../look/side-form.tsx';
import { codeIn, consentLink, redirectIn } from './consent.ts';
import { connectionsKey } from './queries.ts';

interface Form {
  readonly code: string;
  readonly redirect: string;
  readonly app: string;
  readonly clientId: string;
  readonly name: string;
  readonly records: boolean;
  readonly onbehalf: boolean;
}

const bodyOf = ({ code, redirect, app, name, records, onbehalf }: Form): CreateConnection => ({
  authorization_code: codeIn(code),
  redirect_uri: redirect.trim(),
  ...(app.trim() && { conf_oauth_app_id: app.trim() }),
  ...(name.trim() && { metadata: { name: name.trim() } }),
  is_local_recording_token_supported: records,
  is_onbehalf_token_supported: onbehalf,
});

const named = [
  ...['authorization_code', 'redirect_uri', 'conf_oauth_app_id'],
  ...['is_local_recording_token_supported', 'is_onbehalf_token_supported', 'metadata'],
];

export const AddConnection = ({ close }: { readonly close: () => void }) => {
  const client = useQueryClient();
  const [form, setForm] = useState<Form>({
    ...{ code: '', redirect: '', app: '', clientId: '', name: '' },
    ...{ records: true, onbehalf: false },
  });
  const set = (change: Partial<Form>) => setForm((before) => ({ ...before, ...change }));
  const send = useMutation({
    mutationFn: () => api.createConnection({ body: bodyOf(form) }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: connectionsKey });
      close();
    },
  });
  const isReady = codeIn(form.code) !== '' && form.redirect.trim() !== '' && (form.records || form.onbehalf);
  const typed = (does: (value: string) => void) => ({
    autoComplete: 'off',
    spellCheck: false,
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: HTMLInputElement }) => does(value),
  });
  return (
    <SideForm title="Add a connection" label="Connect" close={close} isReady={isReady} send={send} fields={named}>
      <Text size="sm" className="quiet">
        First Zoom asks its user whether your app may act for them. They come back to an address of yours with a code,
        which is good once and for five minutes.
      </Text>
      <TextInput
        label="Redirect address of your app"
        description="One of those that the app lists at Zoom, exactly."
        placeholder="https://app.example.com/zoom"
        inputMode="url"
        value={form.redirect}
        error={faultOf(send.error, 'redirect_uri')}
        {...typed((redirect) => set({ redirect }))}
      />
      <TextInput
        label="Client id of your app"
        description="Only to make the link to Zoom below: it is not stored."
        value={form.clientId}
        {...typed((clientId) => set({ clientId }))}
      />
      {form.clientId.trim() && form.redirect.trim() && (
        <Anchor
          href={consentLink(form.clientId.trim(), form.redirect.trim())}
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
        value={form.code}
        error={faultOf(send.error, 'authorization_code')}
        {...typed((code) => set({ code, redirect: form.redirect || (redirectIn(code) ?? '') }))}
      />
      <Checkbox
        label="Bots record the meetings that this user hosts"
        checked={form.records}
        onChange={({ currentTarget }) => set({ records: currentTarget.checked })}
        error={faultOf(send.error, 'is_local_recording_token_supported')}
      />
      <Checkbox
        label="Bots join meetings on behalf of this user"
        description="While the user is in the meeting too."
        checked={form.onbehalf}
        onChange={({ currentTarget }) => set({ onbehalf: currentTarget.checked })}
        error={faultOf(send.error, 'is_onbehalf_token_supported')}
      />
      <More about="a name, one of several apps">
        <Stack>
          <TextInput
            label="Name"
            description="How it is shown here; part of every webhook about it."
            value={form.name}
            error={faultOf(send.error, 'metadata')}
            {...typed((name) => set({ name }))}
          />
          <TextInput
            label="Id of the app"
            description="Needed only where your project has several (npm run admin -- conf-apps list)."
            placeholder="coa_…"
            value={form.app}
            error={faultOf(send.error, 'conf_oauth_app_id')}
            {...typed((app) => set({ app }))}
          />
        </Stack>
      </More>
    </SideForm>
  );
};
