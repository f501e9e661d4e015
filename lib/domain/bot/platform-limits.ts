/** What a bot's platform cannot do: refused where nothing else was asked for, told in a warning where it is a setting among others. */
import { recordingViews } from '../captured/recording.ts';
import type { MeetingCapabilities } from '../meeting/capabilities.ts';
import type { Platform } from '../meeting/known-platforms.ts';
import { platformRows } from '../meeting/platforms.ts';
import { captionLanguageOn } from '../transcription/caption-languages.ts';
import { speechOrderOf } from '../transcription/transcription-settings.ts';
import type { Bot } from './bot.ts';
import { isErased } from './lifecycle.ts';
import { type BotChatMessage, type RecordingSettings, recordsPictures } from './settings.ts';

/** What is wrong with whom a bot is to write to, as a sentence. */
export const faultOfReader = (platform: Platform, to: BotChatMessage['to'] = 'everyone'): string | undefined =>
  to === 'everyone' || platformRows[platform].capabilities.chat === 'private'
    ? undefined
    : 'must be "everyone": in meetings of this platform bots can write to nobody else';

/** In which views people can be recorded. */
export const viewsIn = ({ pictures, gallery }: MeetingCapabilities): readonly RecordingSettings['view'][] => {
  if (pictures === 'track_per_person') return recordingViews;
  return gallery ? ['speaker_view', 'gallery_view'] : ['speaker_view'];
};

type Asked = Pick<
  Bot,
  | 'platform'
  | 'state'
  | 'recording_settings'
  | 'transcription_settings'
  | 'bot_chat_message'
  | 'conf_settings'
  | 'callback_settings'
  | 'missing_media'
>;

/** A sentence for each setting of a bot that its platform does not carry out. They name no setting, as clients call them differently. */
export const platformWarnings = ({
  platform,
  state,
  recording_settings,
  transcription_settings,
  bot_chat_message,
  conf_settings,
  callback_settings,
  missing_media = [],
}: Asked): string[] => {
  const can: MeetingCapabilities = platformRows[platform].capabilities;
  const { captions } = can;
  // Later it is told since when there were none.
  const goesByCaptions =
    !speechOrderOf(transcription_settings) && !missing_media.some(({ kind }) => kind === 'no_captions');
  const languages = transcription_settings.meeting_closed_captions ?? {};
  const language = captionLanguageOn(platform, languages);
  const limits: readonly (readonly [holds: boolean, says: string])[] = [
    [
      goesByCaptions && captions === false,
      'meetings of this platform have no captions: for a transcript name a provider that hears the sound',
    ],
    [
      goesByCaptions && captions === 'with_captioner',
      'meetings of this platform have captions only where a captioner writes them: for a transcript name a provider that hears the sound',
    ],
    [
      captions !== false && language === undefined && Object.keys(languages).length > 0,
      'the language of captions is named for other platforms, and not for this one',
    ],
    [
      recordsPictures(recording_settings) && !viewsIn(can).includes(recording_settings.view),
      'meetings of this platform are recorded as their page looks, in no other view',
    ],
    [
      faultOfReader(platform, bot_chat_message?.to) !== undefined,
      'in meetings of this platform bots can write to everyone only: its first message will not be sent',
    ],
    [
      // The demo room shows that they come.
      platform !== 'demo_room' && (conf_settings?.onbehalf_token ?? callback_settings) !== undefined,
      'meetings of this platform take no tokens: it joins as a guest',
    ],
  ];
  return isErased(state) ? [] : limits.filter(([holds]) => holds).map(([, says]) => says);
};
