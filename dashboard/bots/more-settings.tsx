/** What few need to say of a bot that they send, each with a default that suits most. */
import { Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { type NewBot, objectIn, type Picture, type Provider } from './new-bot.ts';

interface MoreSettingsProps {
  readonly form: NewBot;
  readonly set: (change: Partial<NewBot>) => void;
  /** What the service refused, by the path of the field. */
  readonly faultOf: (path: string) => string | undefined;
}

const pictureIn = async (file: File | undefined): Promise<Picture | undefined> => {
  if (!file) return undefined;
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.onload = () => resolve(String(reader.result));
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(file);
  return { name: file.name, data: (await promise).split(',')[1] ?? '' };
};

const providers: readonly { readonly value: Provider; readonly label: string }[] = [
  { value: 'meeting_closed_captions', label: 'Captions of the meeting' },
  { value: 'stt_a', label: 'Deepgram, with the key of the project' },
  { value: 'stt_b', label: 'OpenAI, with the key of the project' },
  { value: 'custom_async', label: 'The server that your operator has set up' },
];
const placeholders: Readonly<Record<Provider, string>> = {
  meeting_closed_captions: 'en-US at Google Meet, English at Zoom, en-us at Teams',
  stt_a: 'multi, en, de …',
  stt_b: 'en, de …',
  custom_async: 'en, de …',
};

type Text = 'when' | 'language' | 'greeting' | 'agent' | 'waits' | 'alone' | 'silent';

export const MoreSettings = ({ form, set, faultOf }: MoreSettingsProps) => {
  const input = (field: Text, path: string) => ({
    value: form[field],
    error: faultOf(path),
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      set({ [field]: currentTarget.value }),
  });
  const minutes = (field: Text, path: string, usual: string) => ({
    ...input(field, `automatic_leave_settings.${path}`),
    type: 'number',
    min: 1,
    placeholder: usual,
    flex: '1 1 130px',
  });
  const languageField = form.provider === 'meeting_closed_captions' ? 'platform_a_language' : 'language';
  return (
    <Stack>
      <TextInput
        type="datetime-local"
        label="Joins at"
        description="Left empty, it joins now."
        {...input('when', 'join_at')}
      />
      <NativeSelect
        label="Recording"
        value={form.format}
        onChange={({ currentTarget }) => set({ format: currentTarget.value as NewBot['format'] })}
        data={[
          { value: 'mp4', label: 'Picture and sound (MP4)' },
          { value: 'mp3', label: 'Sound alone (MP3)' },
          { value: 'none', label: 'None: the transcript alone' },
        ]}
      />
      {form.format === 'mp4' && (
        <Group grow align="flex-start">
          <NativeSelect
            label="Layout"
            value={form.view}
            onChange={({ currentTarget }) => set({ view: currentTarget.value as NewBot['view'] })}
            data={[
              { value: 'speaker_view', label: 'Whoever speaks, others beside' },
              { value: 'speaker_view_no_sidebar', label: 'Whoever speaks' },
              { value: 'gallery_view', label: 'Everybody' },
            ]}
          />
          <NativeSelect
            label="Size"
            value={form.resolution}
            onChange={({ currentTarget }) => set({ resolution: currentTarget.value as NewBot['resolution'] })}
            data={['1080p', '720p']}
          />
        </Group>
      )}
      <NativeSelect
        label="Transcript from"
        value={form.provider}
        onChange={({ currentTarget }) => set({ provider: currentTarget.value as Provider })}
        data={[...providers]}
        error={faultOf('transcription_settings')}
      />
      <TextInput
        label="Language"
        description={
          form.provider === 'meeting_closed_captions'
            ? 'Left empty, the platform chooses. Jitsi Meet, Galène and LiveKit have no captions.'
            : 'Left empty, the provider finds it out.'
        }
        placeholder={placeholders[form.provider]}
        {...input('language', `transcription_settings.${form.provider}.${languageField}`)}
      />
      <TextInput label="Message in the chat, once it has joined" {...input('greeting', 'bot_chat_message.message')} />
      <TextInput
        type="file"
        accept="image/png"
        label="Picture of the bot"
        description="A PNG that it shows as its camera."
        error={faultOf('bot_image.data')}
        onChange={({ currentTarget }) => void pictureIn(currentTarget.files?.[0]).then((picture) => set({ picture }))}
      />
      <TextInput
        label="Website as its camera (voice agent)"
        description="Seen and heard in the meeting. You can change it while the bot is there."
        placeholder="https://example.com/agent"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        {...input('agent', 'voice_agent_settings.url')}
      />
      <Group align="flex-end" gap="sm">
        <TextInput label="Waits to be let in, minutes" {...minutes('waits', 'waiting_room_timeout_seconds', '15')} />
        <TextInput
          label="Leaves when alone, minutes"
          {...minutes('alone', 'only_participant_in_meeting_timeout_seconds', '1')}
        />
        <TextInput label="Leaves in silence, minutes" {...minutes('silent', 'silence_timeout_seconds', '10')} />
      </Group>
      <Textarea
        label="Anything else that the API takes, as JSON"
        description="Metadata, a deduplication key, webhooks of its own, WebSockets, on whose behalf it joins: as in the API reference."
        placeholder='{ "metadata": { "customer": "acme" } }'
        rows={3}
        spellCheck={false}
        value={form.rest}
        onChange={({ currentTarget }) => set({ rest: currentTarget.value })}
        error={objectIn(form.rest) ? undefined : 'This is not a JSON object yet.'}
        classNames={{ input: 'script' }}
      />
    </Stack>
  );
};
