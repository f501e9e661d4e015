import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type AnswerOf, ask } from '../api/client.ts';
import { momentOf } from '../bots/times.ts';
import { Failed, Refused } from '../frame/failed.tsx';
import { Section } from '../look/section.tsx';
import { Sure } from '../look/sure.tsx';

type App = AnswerOf<'listOAuthApps'>[number];
const queryKey = ['oauth_apps'];
const none = { client_id: '', client_secret: '', webhook_secret: '' };
type Form = typeof none;

/** The secrets that were typed, without what was left empty. */
const givenOf = ({ client_secret, webhook_secret }: Form) => ({
  ...(client_secret.trim() && { client_secret }),
  ...(webhook_secret.trim() && { webhook_secret }),
});

interface SecretsProps {
  readonly form: Form;
  readonly set: (change: Partial<Form>) => void;
  /** Those that are there stay where nothing is typed. */
  readonly areKept: boolean;
}

const Secrets = ({ form, set, areKept }: SecretsProps) => (
  <>
    <PasswordInput
      label="Client secret"
      autoComplete="off"
      {...(areKept && { placeholder: 'stays as it is' })}
      value={form.client_secret}
      onChange={({ currentTarget }) => set({ client_secret: currentTarget.value })}
      flex="1 1 220px"
    />
    <PasswordInput
      label="Secret token of its webhooks"
      autoComplete="off"
      placeholder={areKept ? 'stays as it is' : 'where the app has one'}
      value={form.webhook_secret}
      onChange={({ currentTarget }) => set({ webhook_secret: currentTarget.value })}
      flex="1 1 220px"
    />
  </>
);

const One = ({ app }: { readonly app: App }) => {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [form, setForm] = useState(none);
  const again = () => client.invalidateQueries({ queryKey });
  const given = givenOf(form);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => ask('updateOAuthApp', { id: app.id, body: given }),
    onSuccess: () => {
      setForm(none);
      setOpen(false);
      return again();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  return (
    <Stack component="li" className="listed" gap="sm">
      <Group justify="space-between">
        <div style={{ flex: '1 1 220px', minWidth: 0 }}>
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {app.client_id}
          </Text>
          <Text size="sm" className="quiet" style={{ overflowWrap: 'anywhere' }}>
            {app.id}, entered {momentOf(app.created_at)};{' '}
            {app.has_webhook_secret
              ? 'its webhooks are verified'
              : 'without the secret token, its webhooks are refused'}
          </Text>
        </div>
        <Group gap="xs">
          <Button size="xs" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            New secrets
          </Button>
          <Sure
            size="xs"
            label="Forget"
            of={app.client_id}
            title="Forget this app?"
            means="Nothing is opened with it any more. An app with connections is not forgotten: delete those first."
            yes="Forget it"
            does={async () => {
              await ask('deleteOAuthApp', { id: app.id });
              await again();
            }}
          />
        </Group>
      </Group>
      {isOpen && (
        <form onSubmit={submit}>
          <Group align="flex-end" gap="sm">
            <Secrets form={form} set={(change) => setForm({ ...form, ...change })} areKept />
            <Button type="submit" loading={isPending} disabled={Object.keys(given).length === 0}>
              Enter
            </Button>
          </Group>
          <Refused error={error} />
        </form>
      )}
    </Stack>
  );
};

/** The project's apps at the conferencing platform: their secrets are entered, and never shown again. */
export const OAuthApps = () => {
  const client = useQueryClient();
  const { data = [], error } = useQuery({ queryKey, queryFn: () => ask('listOAuthApps') });
  const [form, setForm] = useState(none);
  const set = (change: Partial<Form>) => setForm({ ...form, ...change });
  const made = useMutation({
    mutationFn: () => {
      const { webhook_secret, ...needed } = form;
      return ask('createOAuthApp', { body: { ...needed, ...(webhook_secret.trim() && { webhook_secret }) } });
    },
    onSuccess: () => {
      setForm(none);
      return client.invalidateQueries({ queryKey });
    },
  });
  const isReady = form.client_id.trim() !== '' && form.client_secret.trim() !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) made.mutate();
  };
  return (
    <Section
      title="Zoom apps"
      says="Your apps at Zoom, by which users connect and streams are opened. Their secrets are sealed, and never shown again."
    >
      {error && <Failed error={error} />}
      <Stack gap="md">
        {data.length > 0 && (
          <Stack component="ul" className="plain-list" gap="md">
            {data.map((app) => (
              <One key={app.id} app={app} />
            ))}
          </Stack>
        )}
        <form onSubmit={submit}>
          <Group align="flex-end" gap="sm">
            <TextInput
              label="Client id of an app"
              autoComplete="off"
              value={form.client_id}
              onChange={({ currentTarget }) => set({ client_id: currentTarget.value })}
              flex="1 1 220px"
            />
            <Secrets form={form} set={set} areKept={false} />
            <Button type="submit" loading={made.isPending} disabled={!isReady}>
              Enter
            </Button>
          </Group>
          <Refused error={made.error} />
        </form>
      </Stack>
    </Section>
  );
};
