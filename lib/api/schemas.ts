/** The bodies of the API: parsed on the way in, described in OpenAPI, and checked on the way out by tests. */
import * as z from 'zod';
import { recordingStates, transcriptionStates } from '../domain/bot.ts';
import { recordingFormats } from '../domain/captured.ts';
import { botEventSubTypes, botEventTypes, botStates } from '../domain/lifecycle.ts';
import {
  AutomaticLeaveSettings,
  defaultTranscriptionSettings,
  RecordingSettings,
  TranscriptionSettings,
  WebhookSubscriptionItem,
} from '../domain/settings.ts';

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

export const CreateBotBody = z.strictObject({
  meeting_url: z.string().min(1).max(2048),
  bot_name: z.string().trim().min(1).max(255),
  join_at: Moment.optional(),
  metadata: Metadata.default({}),
  deduplication_key: z.string().min(1).max(255).nullable().default(null),
  webhooks: z.array(WebhookSubscriptionItem).max(10).default([]),
  recording_settings: RecordingSettings.prefault({}),
  transcription_settings: TranscriptionSettings.default(defaultTranscriptionSettings),
  automatic_leave_settings: AutomaticLeaveSettings.prefault({}),
});
export type CreateBotBody = z.infer<typeof CreateBotBody>;

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
export const ChatMessagesQuery = z.strictObject({ ...paging, updated_after: Since });
export const NoQuery = z.strictObject({});
