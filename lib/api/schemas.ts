/** The bodies of the API: parsed on the way in, described in OpenAPI, and checked on the way out by tests. */
import * as z from 'zod';
import { recordingStates, transcriptionStates } from '../domain/bot/bot.ts';
import { botEventSubTypes, botEventTypes, botStates } from '../domain/bot/lifecycle.ts';
import {
  AutomaticLeaveSettings,
  BotChatMessage,
  BotImage,
  CallbackSettings,
  ConfSettings,
  defaultTranscriptionSettings,
  RecordingSettings,
  RecordingSettingsChange,
  TranscriptionSettings,
  VideoRequest,
  VoiceAgentSettings,
  VoiceAgentSettingsChange,
  WebhookSubscriptionItem,
} from '../domain/bot/settings.ts';
import { RecordingPart, recordingFormats } from '../domain/captured/captured.ts';

const mostMetadataBytes = 8192;

const Metadata = z
  .record(z.string(), z.unknown())
  .refine((metadata) => Buffer.byteLength(JSON.stringify(metadata)) <= mostMetadataBytes, {
    error: `must be at most ${mostMetadataBytes} bytes as JSON`,
  });

const Moment = z.iso.datetime({
  offset: true,
  error: 'must be an ISO 8601 date-time with a time zone, such as 2026-11-20T09:00:00Z',
});

const BotName = z.string().trim().min(1).max(255);
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
  webhooks: z.array(WebhookSubscriptionItem).max(10).default([]),
  transcription_settings: TranscriptionSettings.default(defaultTranscriptionSettings),
  recording_settings: RecordingSettings.prefault({}),
  voice_agent_settings: VoiceAgentSettings.exactOptional(),
  automatic_leave_settings: AutomaticLeaveSettings.prefault({}),
  conf_settings: ConfSettings.exactOptional(),
  callback_settings: CallbackSettings.exactOptional(),
});

const isTold = (body: unknown): body is object => typeof body === 'object' && body !== null && !Array.isArray(body);
/** Looked at also when other fields are wrong, so that a client is told of everything at once. */
const always = { when: () => true };

/** `calendar_event_id` replaces `meeting_url` and `join_at`; one of the two ways to say where to go is required. */
export const CreateBotBody = NewBot.refine(
  (body) => !isTold(body) || 'meeting_url' in body || 'calendar_event_id' in body,
  { path: ['meeting_url'], error: 'is required', ...always },
).refine((body) => !isTold(body) || !('calendar_event_id' in body && ('meeting_url' in body || 'join_at' in body)), {
  path: ['calendar_event_id'],
  error: 'replaces meeting_url and join_at: leave those out',
  ...always,
});
export type CreateBotBody = z.infer<typeof CreateBotBody>;

/** What is not given stays as it is. `metadata` may change at any time, all else while the bot is scheduled. */
export const UpdateBotBody = z.strictObject({
  join_at: Moment.exactOptional(),
  meeting_url: MeetingUrl.exactOptional(),
  bot_name: BotName.exactOptional(),
  bot_image: BotImage.exactOptional(),
  recording_settings: RecordingSettingsChange.exactOptional(),
  metadata: Metadata.exactOptional(),
});
export type UpdateBotBody = z.infer<typeof UpdateBotBody>;

/** The bodies of what a bot is told while it is in its meeting. */
export const SendChatMessageBody = BotChatMessage;
export const OutputVideoBody = VideoRequest;
export const UpdateVoiceAgentSettingsBody = VoiceAgentSettingsChange;
export const UpdateTranscriptionSettingsBody = TranscriptionSettings;

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
});
export type BotBody = z.infer<typeof BotBody>;

export const RecordingBody = z.object({
  url: z.url(),
  start_timestamp_ms: z.int(),
  format: z.enum(recordingFormats),
  duration_ms: z.int(),
  size_bytes: z.int(),
  parts: z.array(RecordingPart),
});

/** The envelope of every list that pages. `next` and `previous` are absolute URLs. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ next: z.url().nullable(), previous: z.url().nullable(), results: z.array(item) });

/** A query parameter that may be repeated, or hold several values between commas. */
const several = <T extends z.ZodType>(item: T) =>
  z.preprocess((given) => [given].flat().flatMap((value) => String(value).split(',')), z.array(item));

const wholeTo100 = { error: 'must be a whole number from 1 to 100' };
const paging = {
  cursor: z.string().min(1).max(2048).optional(),
  page_size: z.coerce.number(wholeTo100).int(wholeTo100).min(1, wholeTo100).max(100, wholeTo100).default(25),
};

export const ListBotsQuery = z.strictObject({
  ...paging,
  meeting_url: z.string().max(2048).optional(),
  deduplication_key: z.string().max(255).optional(),
  states: several(z.enum(botStates)).optional(),
  join_at_after: Moment.optional(),
  join_at_before: Moment.optional(),
});
export type ListBotsQuery = z.infer<typeof ListBotsQuery>;

/** A moment in a query, as a Date. */
const Since = Moment.transform((text) => new Date(text)).optional();

export const TranscriptQuery = z.strictObject({ updated_after: Since });
export const ParticipantEventsQuery = z.strictObject({
  ...paging,
  after: Since,
  before: Since,
});
export const ParticipantsQuery = z.strictObject(paging);
export const ChatMessagesQuery = z.strictObject({ ...paging, updated_after: Since });
export const NoQuery = z.strictObject({});
