/** The nested settings of a bot: what each field may hold and what it is when the client says nothing. */
import * as z from 'zod';
import { recordingFormats, recordingResolutions, recordingViews } from './captured.ts';
import { webhookTriggers } from './webhook.ts';

export const RecordingSettings = z.strictObject({
  format: z.enum(recordingFormats).default('mp4'),
  view: z.enum(recordingViews).default('speaker_view'),
  resolution: z.enum(recordingResolutions).default('1080p'),
});
export type RecordingSettings = z.infer<typeof RecordingSettings>;

/** One language per platform that has closed captions; the platform's own default when absent. */
export const CaptionSettings = z.strictObject({
  platform_a_language: z.string().min(1).max(64).optional(),
  platform_b_language: z.string().min(1).max(64).optional(),
  platform_c_language: z.string().min(1).max(64).optional(),
});

/** Keyed by provider, exactly one. */
export const TranscriptionSettings = z.strictObject({
  meeting_closed_captions: CaptionSettings,
});
export type TranscriptionSettings = z.infer<typeof TranscriptionSettings>;
export const defaultTranscriptionSettings: TranscriptionSettings = { meeting_closed_captions: {} };

const seconds = (fallback: number) => z.int().min(1).max(86_400).default(fallback);

/** Seconds after which a bot leaves, or gives up joining, by itself (decisions.md part 5). */
export const AutomaticLeaveSettings = z.strictObject({
  wait_for_host_to_start_meeting_timeout_seconds: seconds(600),
  waiting_room_timeout_seconds: seconds(900),
  only_participant_in_meeting_timeout_seconds: seconds(60),
});
export type AutomaticLeaveSettings = z.infer<typeof AutomaticLeaveSettings>;

export const WebhookSubscriptionItem = z.strictObject({
  url: z.url({ error: 'must be an https URL' }).max(2048),
  triggers: z
    .array(z.enum(webhookTriggers))
    .min(1, { error: 'name at least one trigger' })
    .refine((triggers) => new Set(triggers).size === triggers.length, { error: 'names a trigger twice' }),
});
export type WebhookSubscriptionItem = z.infer<typeof WebhookSubscriptionItem>;
