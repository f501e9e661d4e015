/** What few need to say of a bot that they send, each with a default that suits most. */
import { NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ProviderName } from '../../../lib/domain/transcription/providers.ts';
import type { Session } from '../../api/client.ts';
import { useSession } from '../../api/queries.ts';
import { serviceNow } from '../../api/service-time.ts';
import type { Form } from '../../look/forms/use-form.ts';
import { wholeMoment } from '../times.ts';
import {
  captionField,
  faultOfMinutes,
  faultOfMoment,
  isOffered,
  momentIn,
  type NewBot,
  objectIn,
  overruled,
  type Picture,
  usualMinutes,
} from './new-bot.ts';

interface MoreSettingsProps {
  readonly of: Pick<Form<NewBot>, 'entered' | 'enter' | 'input' | 'faultIn'>;
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

const providers: Readonly<Record<ProviderName, string>> = {
  meeting_closed_captions: 'Captions of the meeting',
  stt_a: 'Deepgram, with the key of the project',
  stt_b: 'OpenAI, with the key of the project',
  custom_async: 'The server that your operator has set up',
};
/** What a language is called, by the field that takes it. */
const captionExamples = {
  platform_a_language: 'en-US, de-DE …',
  platform_b_language: 'English, German …',
  platform_c_language: 'en-us, de-de …',
} as const;

const languageOf = ({ provider, link }: NewBot, hosts: Session['meeting_hosts']) => {
  if (provider !== 'meeting_closed_captions') {
    const placeholder = provider === 'stt_a' ? 'multi, en, de …' : 'en, de …';
    return { field: 'language', placeholder, description: 'Left empty, the provider finds it out.' };
  }
  const field = captionField(link, hosts);
  if (field) return { field, placeholder: captionExamples[field], description: 'Left empty, the platform chooses.' };
  const description = link.trim()
    ? 'This platform has captions only where its server writes them, in a language of its own: else choose another provider.'
    : 'As the platform of the link calls it. Left empty, it chooses.';
  return { field: 'language', placeholder: '', description };
};

/** Settings that belong together, under what they are about. */
const Part = ({ about, children }: { readonly about: string; readonly children: ReactNode }) => (
  <fieldset className="part">
    <legend>{about}</legend>
    <Stack>{children}</Stack>
  </fieldset>
);

const Times = ({ of: { entered, input } }: MoreSettingsProps) => {
  const minutes = (field: 'waits' | 'alone' | 'silent', path: string) => {
    const fault = faultOfMinutes(entered[field]);
    return {
      ...input(field, `automatic_leave_settings.${path}`),
      ...(fault !== undefined && { error: fault }),
      type: 'number',
      min: 1,
      placeholder: String(usualMinutes[field]),
    };
  };
  const joins_at = momentIn(entered.when);
  const momentFault = faultOfMoment(entered.when, serviceNow());
  return (
    <Part about="When it comes and goes">
      <TextInput
        type="datetime-local"
        label="Joins at"
        // As it is understood: where clocks are set, some moments are none.
        description={joins_at ? `It joins on ${wholeMoment(joins_at)}.` : 'Left empty, it joins now.'}
        // With it a year has four digits: six are typed into one without.
        max="9999-12-31T23:59"
        {...input('when', 'join_at')}
        {...(momentFault !== undefined && { error: momentFault })}
      />
      <div className="in-a-row">
        <TextInput label="Waits to be let in, minutes" {...minutes('waits', 'waiting_room_timeout_seconds')} />
        <TextInput
          label="Leaves when alone, minutes"
          {...minutes('alone', 'only_participant_in_meeting_timeout_seconds')}
        />
        <TextInput
          label="Leaves in silence, minutes"
          description={`Counts once it has been there for ${usualMinutes.before_silence} minutes.`}
          {...minutes('silent', 'silence_timeout_seconds')}
        />
      </div>
    </Part>
  );
};

const Captured = ({ of: { entered, input } }: MoreSettingsProps) => {
  const session = useSession();
  const language = languageOf(entered, session.meeting_hosts);
  return (
    <Part about="What it takes down">
      <NativeSelect
        label="Recording"
        {...input('format', 'recording_settings.format')}
        data={[
          { value: 'mp4', label: 'Picture and sound (MP4)' },
          { value: 'mp3', label: 'Sound alone (MP3)' },
          { value: 'none', label: 'None: the transcript alone' },
        ]}
      />
      {entered.format === 'mp4' && (
        <div className="in-a-row">
          <NativeSelect
            label="Layout"
            {...input('view', 'recording_settings.view')}
            data={[
              { value: 'speaker_view', label: 'Whoever speaks, others beside' },
              { value: 'speaker_view_no_sidebar', label: 'Whoever speaks' },
              { value: 'gallery_view', label: 'Everybody' },
            ]}
          />
          <NativeSelect
            label="Size"
            {...input('resolution', 'recording_settings.resolution')}
            data={['1080p', '720p']}
          />
        </div>
      )}
      <NativeSelect
        label="Transcript from"
        data={Object.entries(providers)
          .filter(([value]) => isOffered(value, session))
          .map(([value, label]) => ({ value, label }))}
        {...input('provider', 'transcription_settings')}
      />
      <TextInput
        label="Language"
        description={language.description}
        placeholder={language.placeholder}
        {...input('language', `transcription_settings.${entered.provider}.${language.field}`)}
      />
    </Part>
  );
};

const Appearance = ({ of: { enter, input, faultIn } }: MoreSettingsProps) => (
  <Part about="How people in the meeting meet it">
    <TextInput
      label="Message in the chat, once it has joined"
      {...input('greeting', 'bot_chat_message.message')}
      spellCheck
    />
    <TextInput
      type="file"
      accept="image/png"
      label="Picture of the bot"
      description="A PNG that it shows as its camera."
      error={faultIn('bot_image.data')}
      onChange={({ currentTarget }) => void pictureIn(currentTarget.files?.[0]).then((picture) => enter({ picture }))}
    />
    <TextInput
      label="Website as its camera (voice agent)"
      description="Seen and heard in the meeting. You can change it while the bot is there."
      placeholder="https://example.com/agent"
      inputMode="url"
      {...input('agent', 'voice_agent_settings.url')}
    />
  </Part>
);

const WrittenOut = ({ of: { entered, input } }: MoreSettingsProps) => {
  const lost = overruled(entered, useSession().meeting_hosts);
  return (
    <Part about="Everything else">
      <Textarea
        label="Anything else that the API takes, as JSON"
        description="Metadata, a deduplication key, webhooks of its own, WebSockets, on whose behalf it joins: as in the API reference."
        placeholder='{ "metadata": { "customer": "acme" } }'
        rows={3}
        classNames={{ input: 'script' }}
        {...input('rest')}
        error={objectIn(entered.rest) ? undefined : 'This is not a JSON object yet.'}
      />
      {lost.length > 0 && (
        <Text role="status" size="sm">
          Counts in place of what is entered above: {lost.join(', ')}.
        </Text>
      )}
    </Part>
  );
};

export const MoreSettings = (props: MoreSettingsProps) => (
  <Stack gap="lg">
    <Times {...props} />
    <Captured {...props} />
    <Appearance {...props} />
    <WrittenOut {...props} />
  </Stack>
);
