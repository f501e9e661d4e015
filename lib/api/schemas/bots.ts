/** What is sent and answered about bots. */
import * as z from 'zod';
import { recordingStates, transcriptionStates } from '../../domain/bot/bot.ts';
import { botEventSubTypes, botEventTypes, botStates } from '../../domain/bot/lifecycle.ts';
import {
  AutomaticLeaveSettings,
  BotChatMessage,
  BotImage,
  CallbackSettings,
  ConfSettings,
  RecordingSettings,
  RecordingSettingsChange,
  VideoRequest,
  VoiceAgentSettings,
  VoiceAgentSettingsChange,
  WebhookSubscriptions,
  WebsocketSettings,
} from '../../domain/bot/settings.ts';
import { isRecord } from '../../domain/json.ts';
import {
  defaultTranscriptionSettings,
  TranscriptionSettings,
} from '../../domain/transcription/transcription-settings.ts';
import { TranscriptionSettingsChange } from '../../domain/transcription/transcription-settings-change.ts';
import { typedName } from '../../domain/typed-text.ts';
import { changing } from '../fixed-fields.ts';
import { Metadata, Moment, paging, QueryMoment, several } from './fields.ts';

const BotName = typedName(255);
const MeetingUrl = z.string().min(1).max(2048);

const NewBot = z.strictObject({
  meeting_url: MeetingUrl.exactOptional(),
  bot_name: BotName,
  bot_image: BotImage.exactOptional(),
  metadata: Metadata.default({}),
  bot_chat_message: BotChatMessage.exactOptional(),
  join_at: Moment.exactOptional(),
  calendar_event_id: z.string().min(1).max(255).exactOptional(),
  deduplication_key: z.string().min(1).max(255).nullable().default(null),
  webhooks: WebhookSubscriptions,
  transcription_settings: TranscriptionSettings.default(defaultTranscriptionSettings),
  recording_settings: RecordingSettings.prefault({}),
  voice_agent_settings: VoiceAgentSettings.exactOptional(),
  websocket_settings: WebsocketSettings.exactOptional(),
  automatic_leave_settings: AutomaticLeaveSettings.prefault({}),
  conf_settings: ConfSettings.exactOptional(),
  callback_settings: CallbackSettings.exactOptional(),
});

/** Looked at also when other fields are wrong, so that a client is told of everything at once. */
const always = { when: () => true };

/** `calendar_event_id` replaces `meeting_url` and `join_at`; one of the two ways to say where to go is required. */
export const CreateBotBody = NewBot.refine(
  (body) => !isRecord(body) || 'meeting_url' in body || 'calendar_event_id' in body,
  { path: ['meeting_url'], error: 'is required', ...always },
).refine((body) => !isRecord(body) || !('calendar_event_id' in body && ('meeting_url' in body || 'join_at' in body)), {
  path: ['calendar_event_id'],
  error: 'replaces meeting_url and join_at: leave those out',
  ...always,
});
export type CreateBotBody = z.infer<typeof CreateBotBody>;

const BotChange = z.strictObject({
  join_at: Moment.exactOptional(),
  meeting_url: MeetingUrl.exactOptional(),
  bot_name: BotName.exactOptional(),
  bot_image: BotImage.exactOptional(),
  recording_settings: RecordingSettingsChange.exactOptional(),
  metadata: Metadata.exactOptional(),
});

/** What is not given stays as it is. `metadata` may change at any time, all else while the bot is scheduled. */
export const UpdateBotBody = changing(BotChange, NewBot, {
  transcription_settings: 'PATCH …/transcription_settings',
  voice_agent_settings: 'PATCH …/voice_agent_settings',
});
export type UpdateBotBody = z.infer<typeof UpdateBotBody>;

/** The bodies of what a bot is told while it is in its meeting. */
export const SendChatMessageBody = BotChatMessage;
export const OutputVideoBody = VideoRequest;
export const UpdateVoiceAgentSettingsBody = VoiceAgentSettingsChange;
export const UpdateTranscriptionSettingsBody = TranscriptionSettingsChange;

const BotEventBody = z.object({
  type: z.enum(botEventTypes),
  sub_type: z.enum(botEventSubTypes).nullable(),
  created_at: z.iso.datetime(),
});

export const BotBody = z.object({
  id: z.string(),
  meeting_url: z.string(),
  state: z.enum(botStates),
  events: z.array(BotEventBody),
  transcription_state: z.enum(transcriptionStates),
  recording_state: z.enum(recordingStates),
  join_at: z.iso.datetime(),
  deduplication_key: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()),
  bot_name: z.string(),
  recording_settings: RecordingSettings,
  transcription_settings: TranscriptionSettings,
  automatic_leave_settings: AutomaticLeaveSettings,
  bot_chat_message: BotChatMessage.exactOptional(),
  conf_settings: ConfSettings.exactOptional(),
  calendar_event_id: z.string().exactOptional(),
  warnings: z.array(z.string()).exactOptional(),
});
export type BotBody = z.infer<typeof BotBody>;

export const ListBotsQuery = z.strictObject({
  ...paging,
  meeting_url: z.string().max(2048).optional(),
  deduplication_key: z.string().max(255).optional(),
  states: several(z.enum(botStates)).optional(),
  join_at_after: QueryMoment.optional(),
  join_at_before: QueryMoment.optional(),
  order: z.enum(['oldest_first', 'newest_first']).default('oldest_first'),
});
export type ListBotsQuery = z.infer<typeof ListBotsQuery>;
