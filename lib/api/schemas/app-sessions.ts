/** What is sent and answered about app sessions. */
import * as z from 'zod';
import { ConfRtms, RtmsStreamId, StoppedRtms, type StoppedStream } from '../../domain/app-session/stream.ts';
import { WebhookSubscriptions } from '../../domain/bot/settings.ts';
import { recordingFormats, recordingResolutions } from '../../domain/captured/recording.ts';
import {
  defaultTranscriptionSettings,
  TranscriptionSettings,
} from '../../domain/transcription/transcription-settings.ts';
import { BotBody } from './bots.ts';
import { RecordingBody } from './captured.ts';
import { Metadata, paging } from './fields.ts';

/** How it looks is decided by the platform, which sends one picture: that of whoever speaks. */
const SessionRecordingSettings = z.strictObject({
  format: z.enum(recordingFormats).default('mp4'),
  resolution: z.enum(recordingResolutions).default('720p'),
});

export const CreateAppSessionBody = z.strictObject({
  conf_rtms: ConfRtms,
  conf_oauth_app_id: z.string().min(1).max(255).exactOptional(),
  metadata: Metadata.default({}),
  deduplication_key: z.string().min(1).max(255).nullable().default(null),
  webhooks: WebhookSubscriptions,
  transcription_settings: TranscriptionSettings.default(defaultTranscriptionSettings),
  recording_settings: SessionRecordingSettings.prefault({}),
});
export type CreateAppSessionBody = z.infer<typeof CreateAppSessionBody>;

/** Which stream has ended: its id, or what told of its end. */
export const EndStreamBody = z
  .strictObject({ rtms_stream_id: RtmsStreamId.exactOptional(), conf_rtms: StoppedRtms.exactOptional() })
  .refine(({ rtms_stream_id, conf_rtms }) => (rtms_stream_id === undefined) !== (conf_rtms === undefined), {
    path: ['rtms_stream_id'],
    error: 'is required, unless `conf_rtms` is given: one of the two',
  })
  .meta({ minProperties: 1, maxProperties: 1 });
export type EndStreamBody = z.infer<typeof EndStreamBody>;

/** The stream that is meant. The schema has made sure that there is one. */
export const endedStreamOf = ({ rtms_stream_id = '', conf_rtms }: EndStreamBody): StoppedStream =>
  conf_rtms ?? { rtms_stream_id };

const { state, events, transcription_state, recording_state, deduplication_key, metadata, warnings } = BotBody.shape;

export const AppSessionBody = z.object({
  id: z.string(),
  state,
  events,
  transcription_state,
  recording_state,
  meeting_uuid: z.string(),
  rtms_stream_id: z.string(),
  conf_oauth_app_id: z.string().nullable(),
  deduplication_key,
  metadata,
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  warnings,
});
export type AppSessionBody = z.infer<typeof AppSessionBody>;

export const ListAppSessionsQuery = z.strictObject({
  ...paging,
  order: z.enum(['oldest_first', 'newest_first']).default('oldest_first'),
});

const { url, format, duration_ms, size_bytes } = RecordingBody.shape;
const MediaFileBody = z.object({
  kind: z.enum(['recording', 'screen_share']),
  url,
  format: z.enum([...format.options, 'zip']),
  duration_ms,
  size_bytes,
});
export const MediaBody = RecordingBody.extend({ files: z.array(MediaFileBody) });
