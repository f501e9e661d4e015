/** Connect a calendar: whose it is first, then what its maker gave you. */
import { PasswordInput, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { CreateCalendar } from '../../lib/client/generated.ts';
import { api } from '../api/client.ts';
import { More, SideForm } from '../look/forms/side-form.tsx';
import { useForm } from '../look/forms/use-form.ts';
import { type Guide, guides } from './guides.ts';
import { calendarsKey } from './queries.ts';

type Platform = CreateCalendar['platform'];
type Field = 'client_id' | 'client_secret' | 'refresh_token' | 'platform_uuid' | 'deduplication_key';
type Form = Readonly<Record<Field, string>>;

const blank: Form = { client_id: '', client_secret: '', refresh_token: '', platform_uuid: '', deduplication_key: '' };

const bodyOf = (platform: Platform, form: Form): CreateCalendar => ({
  platform,
  client_id: form.client_id.trim(),
  client_secret: form.client_secret.trim(),
  refresh_token: form.refresh_token.trim(),
  ...(form.platform_uuid.trim() && { platform_uuid: form.platform_uuid.trim() }),
  ...(form.deduplication_key.trim() && { deduplication_key: form.deduplication_key.trim() }),
});

const HowTo = ({ guide }: { readonly guide: Guide }) => (
  <ol className="how-to">
    {guide.steps.map((step) => (
      <li key={step}>{step}</li>
    ))}
    <li>
      Scopes to ask for: <code>{guide.scopes}</code>
    </li>
  </ol>
);

export const ConnectCalendar = ({ close }: { readonly close: () => void }) => {
  const [platform, setPlatform] = useState<Platform>('calendar_provider_a');
  const calendar = useForm(blank, {
    send: (entered) => api.createCalendar({ body: bodyOf(platform, entered) }),
    isReady: ({ client_id, client_secret, refresh_token }) =>
      [client_id, client_secret, refresh_token].every((value) => value.trim() !== ''),
    shownIn: calendarsKey,
    done: close,
  });
  const { input } = calendar;
  const guide = guides[platform];
  return (
    <SideForm
      title="Connect a calendar"
      label="Connect"
      close={close}
      of={calendar}
      below={
        <Text size="sm" className="quiet" mt="md">
          Whether {guide.maker} takes them shows in the list: it is asked right afterwards.
        </Text>
      }
    >
      <SegmentedControl
        aria-label="Whose calendar"
        fullWidth
        value={platform}
        onChange={(value) => setPlatform(value as Platform)}
        data={[
          { value: 'calendar_provider_a', label: 'Google Calendar' },
          { value: 'calendar_provider_b', label: 'Microsoft Outlook' },
        ]}
      />
      <HowTo guide={guide} />
      <TextInput label="Client id" description={guide.client_id} {...input('client_id')} />
      <PasswordInput
        label="Client secret"
        description={`${guide.client_secret} Sealed, and never shown again.`}
        {...input('client_secret')}
      />
      <PasswordInput
        label="Refresh token"
        description="What your app got when the calendar's owner consented. Sealed, and never shown again."
        {...input('refresh_token')}
      />
      <More about="another calendar than the primary one, a name">
        <Stack>
          <TextInput
            label="Id of the calendar"
            description={guide.platform_uuid}
            placeholder="The primary one"
            {...input('platform_uuid')}
          />
          <TextInput
            label="Name, or another key of yours"
            description="Shown as the calendar's name; a second one with the same key is refused, so that nothing is connected twice."
            placeholder="ada"
            {...input('deduplication_key')}
          />
        </Stack>
      </More>
    </SideForm>
  );
};
