/** What is told to clients' systems: what is worth telling, and the envelope of a delivery. */
import * as z from 'zod';
import type { Bot } from '../bot/bot.ts';
import { type Captured, type CapturedKind, capturedKinds, type ParticipantEvent } from '../captured/captured.ts';
import { type WebhookTrigger, webhookTriggers } from './webhook-triggers.ts';

/** The body of every webhook about a bot: `webhook-subject.ts` says what others carry of their subjects. The key is the same on every attempt at the same delivery. */
export const WebhookEnvelope = z.object({
  idempotency_key: z.uuid(),
  bot_id: z.string(),
  bot_metadata: z.record(z.string(), z.unknown()),
  app_session_id: z.string().exactOptional(),
  app_session_metadata: z.record(z.string(), z.unknown()).exactOptional(),
  trigger: z.enum(webhookTriggers),
  data: z.record(z.string(), z.unknown()),
});
export type WebhookEnvelope = z.infer<typeof WebhookEnvelope>;

/** Something worth telling. `identity` is the same whenever the same thing is told, and unique within its subject. */
export interface WebhookEvent {
  readonly identity: string;
  readonly trigger: WebhookTrigger;
  readonly data: Record<string, unknown>;
}

const capturedTriggers = [
  'transcript.update',
  'chat_messages.update',
  'participant_events.join_leave',
  'participant_events.speech_start_stop',
] as const satisfies readonly WebhookTrigger[];

/** Whether what is told is deleted with the data of its bot. */
export const isOfCaptured = ({ trigger }: { readonly trigger: WebhookTrigger }): boolean =>
  capturedTriggers.some((captured) => captured === trigger);

/** The trigger under which a captured entry is told. */
export const triggerOfCaptured = (kind: CapturedKind, entry: unknown): (typeof capturedTriggers)[number] => {
  if (kind === 'utterances') return 'transcript.update';
  if (kind === 'chat_messages') return 'chat_messages.update';
  const { event_type } = entry as ParticipantEvent;
  return event_type === 'join' || event_type === 'leave'
    ? 'participant_events.join_leave'
    : 'participant_events.speech_start_stop';
};

const identityOfEvent = (sequence: number): string => `event#${sequence}`;
const identityOfEntry = (kind: CapturedKind, batchId: string, index: number): string =>
  `captured#${kind}#${batchId}#${index}`;

/** Where what an identity is of came from: which event of its bot, or which batch. Undefined where it is of something else. */
export const sourceOf = (
  identity: string,
): { readonly sequence: number } | { readonly kind: CapturedKind; readonly batch_id: string } | undefined => {
  const [what, name = '', batch_id = ''] = identity.split('#');
  if (what === 'event') return { sequence: Number(name) };
  const kind = what === 'captured' ? capturedKinds.find((one) => one === name) : undefined;
  return kind && { kind, batch_id };
};

/** What happened to a bot since its event `told`: one state change per later event, with its place in the order. */
export const stateChangesSince = (told: number, { events }: Pick<Bot, 'events'>): WebhookEvent[] =>
  events.slice(told).map((event, index) => {
    const sequence = told + index + 1;
    return {
      identity: identityOfEvent(sequence),
      trigger: 'bot.state_change',
      data: {
        new_state: event.state,
        old_state: events[sequence - 2]?.state ?? null,
        event_type: event.type,
        event_sub_type: event.sub_type,
        created_at: event.created_at,
        sequence,
      },
    };
  });

/** One event per captured entry: the entry itself is what is told. */
export const capturedEvents = <K extends CapturedKind>(
  kind: K,
  batchId: string,
  entries: Captured[K],
): WebhookEvent[] =>
  entries.map((entry, index) => ({
    identity: identityOfEntry(kind, batchId, index),
    trigger: triggerOfCaptured(kind, entry),
    data: entry,
  }));

/** One event per entry that was changed since: what it has become. */
export const editedEvents = <K extends CapturedKind>(
  kind: K,
  batchId: string,
  entries: Captured[K],
  edited: Readonly<Record<string, string>>,
  before: Readonly<Record<string, string>> = {},
): WebhookEvent[] =>
  capturedEvents(kind, batchId, entries).flatMap(({ identity, ...event }) => {
    const id = String(event.data.id);
    const at = edited[id];
    return at === undefined || at === before[id] ? [] : [{ ...event, identity: `${identity}#${at}` }];
  });
