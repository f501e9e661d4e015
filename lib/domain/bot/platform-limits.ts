/** What a bot is asked for and its platform cannot do: refused where nothing else is left, told where the bot goes all the same. */
import { capabilitiesOf } from '../meeting/capabilities.ts';
import type { Platform } from '../meeting/meeting-url.ts';
import { speechOrderOf } from '../transcription/transcription-settings.ts';
import type { Bot } from './bot.ts';
import { isErased } from './lifecycle.ts';
import type { BotChatMessage } from './settings.ts';

/** What is wrong with whom a bot is to write to, as a sentence. */
export const faultOfReader = (platform: Platform, to: BotChatMessage['to'] = 'everyone'): string | undefined =>
  to === 'everyone' || capabilitiesOf[platform].chat === 'private'
    ? undefined
    : 'must be "everyone": in meetings of this platform bots can write to nobody else';

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

const limits: readonly { readonly says: string; readonly holds: (bot: Asked) => boolean }[] = [
  {
    says: 'meetings of this platform have no captions: for a transcript name a provider that hears the sound',
    holds: ({ platform, transcription_settings, missing_media = [] }) =>
      !capabilitiesOf[platform].captions &&
      !speechOrderOf(transcription_settings) &&
      // Then it is told since when.
      !missing_media.some(({ kind }) => kind === 'no_captions'),
  },
  {
    says: 'meetings of this platform are recorded as their page looks: the view that was asked for is not made',
    holds: ({ platform, recording_settings: { format, view } }) =>
      capabilitiesOf[platform].pictures === 'page' && format === 'mp4' && view !== 'speaker_view',
  },
  {
    says: 'in meetings of this platform bots can write to everyone only: the message for when it has joined will not be sent',
    holds: ({ platform, bot_chat_message }) => faultOfReader(platform, bot_chat_message?.to) !== undefined,
  },
  {
    says: 'the pages of meetings take none of the tokens that are fetched for it: it joins as a guest, on behalf of nobody',
    // The demo room shows that they come.
    holds: ({ platform, conf_settings, callback_settings }) =>
      platform !== 'demo_room' && (conf_settings?.onbehalf_token !== undefined || callback_settings !== undefined),
  },
];

/** A sentence for each setting of a bot that its platform does not carry out. They name no setting, as clients call them differently. */
export const platformWarnings = (bot: Asked): string[] =>
  isErased(bot.state) ? [] : limits.filter(({ holds }) => holds(bot)).map(({ says }) => says);
