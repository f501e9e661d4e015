/** What is told to clients' systems: trigger names and the envelope of a delivery. */
import * as z from 'zod';
import type { CapturedKind, ParticipantEvent } from './captured.ts';

export const webhookTriggers = [
  'bot.state_change',
  'transcript.update',
  'participant_events.join_leave',
  'participant_events.speech_start_stop',
  'conf_oauth_connection.state_change',
  'chat_messages.update',
] as const;
export type WebhookTrigger = (typeof webhookTriggers)[number];

/** The body of every webhook about a bot. The key is the same on every attempt at the same delivery. */
export const WebhookEnvelope = z.object({
  idempotency_key: z.uuid(),
  bot_id: z.string(),
  bot_metadata: z.record(z.string(), z.unknown()),
  trigger: z.enum(webhookTriggers),
  data: z.record(z.string(), z.unknown()),
});
export type WebhookEnvelope = z.infer<typeof WebhookEnvelope>;

/** The trigger under which a captured entry is told. */
export const triggerOfCaptured = (kind: CapturedKind, entry: unknown): WebhookTrigger => {
  if (kind === 'utterances') return 'transcript.update';
  if (kind === 'chat_messages') return 'chat_messages.update';
  const { event_type } = entry as ParticipantEvent;
  return event_type === 'join' || event_type === 'leave'
    ? 'participant_events.join_leave'
    : 'participant_events.speech_start_stop';
};

/** Seconds to wait before each attempt, the first at once (decisions.md part 6). */
export const retryScheduleSeconds = [0, 5, 60, 300, 1800, 7200, 18000, 36000, 36000] as const;
