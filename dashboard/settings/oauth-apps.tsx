import { Button, Code, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type AnswerOf, ask } from '../api/client.ts';
import { momentOf } from '../bots/times.ts';
import { oauthAppsQuery } from '../connections/queries.ts';
import { Refused } from '../frame/failed.tsx';
import { useForm } from '../look/forms/use-form.ts';
import { PlainList } from '../look/listed.tsx';
import { Section } from '../look/section.tsx';
import { Sure } from '../look/sure.tsx';
import { Waiting } from '../look/waiting.tsx';

type App = AnswerOf<'listOAuthApps'>[number];
const { queryKey } = oauthAppsQuery;
const noSecrets = { client_secret: '', webhook_secret: '' };

/** The secrets that were typed, without what was left empty. */
const givenOf = ({ client_secret, webhook_secret }: typeof noSecrets) => ({
  ...(client_secret.trim() && { client_secret }),
  ...(webhook_secret.trim() && { webhook_secret }),
});

interface SecretsProps {
  readonly input: (field: 'client_secret' | 'webhook_secret') => object;
  /** Those that are there stay where nothing is typed. */
  readonly areKept?: boolean;
}

const Secrets = ({ input, areKept = false }: SecretsProps) => (
  <>
    <PasswordInput
      label="Client secret"
      {...(areKept && { placeholder: 'stays as it is' })}
      flex="1 1 220px"
      {...input('client_secret')}
    />
    <PasswordInput
      label="Secret token of its webhooks"
      placeholder={areKept ? 'stays as it is' : 'where the app has one'}
      flex="1 1 220px"
      {...input('webhook_secret')}
    />
  </>
);

const NewSecrets = ({ id, close }: { readonly id: string; readonly close: () => void }) => {
  const { input, form, button, refusal } = useForm(noSecrets, {
    send: (entered) => ask('updateOAuthApp', { id, body: givenOf(entered) }),
    isReady: (entered) => Object.keys(givenOf(entered)).length > 0,
    shownIn: queryKey,
    done: close,
  });
  return (
    <form {...form}>
      <Group align="flex-end" gap="sm">
        <Secrets input={input} areKept />
        <Button {...button}>Enter</Button>
      </Group>
      <Refused error={refusal} />
    </form>
  );
};

const OAuthApp = ({ app }: { readonly app: App }) => {
  const client = useQueryClient();
  const [isOpen, { toggle, close }] = useDisclosure();
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
          <Text size="sm" className="quiet" style={{ overflowWrap: 'anywhere' }}>
            Its event notification endpoint, to be entered at Zoom:{' '}
            <Code>{`${location.origin}/hooks/conf/${app.id}`}</Code>
          </Text>
        </div>
        <Group gap="xs">
          <Button size="xs" variant="default" aria-expanded={isOpen} onClick={toggle}>
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
              await client.invalidateQueries({ queryKey });
            }}
          />
        </Group>
      </Group>
      {isOpen && <NewSecrets id={app.id} close={close} />}
    </Stack>
  );
};

/** The project's apps at the conferencing platform: their secrets are entered, and never shown again. */
export const OAuthApps = () => {
  const asked = useQuery(oauthAppsQuery);
  const { data = [] } = asked;
  const { input, form, button, refusal } = useForm(
    { client_id: '', ...noSecrets },
    {
      send: ({ client_id, client_secret, webhook_secret }) =>
        ask('createOAuthApp', { body: { client_id, client_secret, ...givenOf({ client_secret, webhook_secret }) } }),
      isReady: ({ client_id, client_secret }) => client_id.trim() !== '' && client_secret.trim() !== '',
      shownIn: queryKey,
    },
  );
  return (
    <Section
      title="Zoom apps"
      says="Your apps at Zoom, by which users connect and streams are opened. Their secrets are sealed, and never shown again."
    >
      <Waiting for={asked} />
      <Stack gap="md">
        {data.length > 0 && (
          <PlainList gap="md">
            {data.map((app) => (
              <OAuthApp key={app.id} app={app} />
            ))}
          </PlainList>
        )}
        <form {...form}>
          <Group align="flex-end" gap="sm">
            <TextInput label="Client id of an app" flex="1 1 220px" {...input('client_id')} />
            <Secrets input={input} />
            <Button {...button}>Enter</Button>
          </Group>
          <Refused error={refusal} />
        </form>
      </Stack>
    </Section>
  );
};
