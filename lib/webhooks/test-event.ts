/**
 * What is sent to try a receiver: an event as it happens, about something that there never was. It has the shape of a real
 * one in everything; its subject's metadata says `{"test": true}`.
 */
import type { ChatMessage, ParticipantEvent, Utterance } from '../domain/captured/captured.ts';
import { idPrefixes } from '../domain/ids.ts';
import type { WebhookEvent } from '../domain/webhook/webhook.ts';
import type { SubjectKind, WebhookSubject } from '../domain/webhook/webhook-subject.ts';
import type { WebhookTrigger } from '../domain/webhook/webhook-triggers.ts';

const maya = { uuid: '5f0c2a8e-4b1d-4c57-9a3e-6d2f8b7c1e90', name: 'Maya Lindqvist' };
const number = '01KJNWKZ00ABCDEFGHJKMNPQRS';

const participantEvent = (event_type: ParticipantEvent['event_type'], at: Date): ParticipantEvent => ({
  id: `evt_${number}`,
  participant_name: maya.name,
  participant_uuid: maya.uuid,
  participant_user_uuid: null,
  participant_is_host: true,
  event_type,
  event_data: {},
  timestamp_ms: at.getTime(),
});

/** What is said of every subject. */
type Common = 'kind' | 'id' | 'project_id' | 'metadata' | 'webhooks';

interface Sample {
  readonly of: Exclude<SubjectKind, 'app_session'>;
  readonly data: (at: Date) => Record<string, unknown>;
}

const samples: Readonly<Record<WebhookTrigger, Sample>> = {
  'bot.state_change': {
    of: 'bot',
    data: (at) => ({
      new_state: 'joined_recording',
      old_state: 'joining',
      event_type: 'joined_meeting',
      event_sub_type: null,
      created_at: at.toISOString(),
      sequence: 2,
    }),
  },
  'transcript.update': {
    of: 'bot',
    data: (at) =>
      ({
        speaker_name: maya.name,
        speaker_uuid: maya.uuid,
        speaker_user_uuid: null,
        speaker_is_host: true,
        timestamp_ms: at.getTime(),
        duration_ms: 2140,
        transcription: { transcript: 'This is a test: nobody has said it.' },
      }) satisfies Utterance,
  },
  'participant_events.join_leave': { of: 'bot', data: (at) => ({ ...participantEvent('join', at) }) },
  'participant_events.speech_start_stop': { of: 'bot', data: (at) => ({ ...participantEvent('speech_start', at) }) },
  'chat_messages.update': {
    of: 'bot',
    data: (at) =>
      ({
        id: `msg_${number}`,
        text: 'This is a test: nobody has written it.',
        timestamp: Math.floor(at.getTime() / 1000),
        timestamp_ms: String(at.getTime()),
        to: 'everyone',
        sender_name: maya.name,
        sender_uuid: maya.uuid,
        sender_user_uuid: null,
        additional_data: {},
      }) satisfies ChatMessage,
  },
  'calendar.events_update': { of: 'calendar', data: () => ({ calendar_event_ids: [`cev_${number}`], more: false }) },
  'calendar.state_change': { of: 'calendar', data: () => ({ state: 'connected', connection_failure_data: null }) },
  'conf_oauth_connection.state_change': {
    of: 'connection',
    data: (at) => ({
      state: 'connected',
      connection_failure_data: null,
      last_successful_sync_at: at.toISOString(),
      last_attempted_sync_at: at.toISOString(),
    }),
  },
};

/** What a subject says of itself besides, by its kind. */
const details = {
  bot: {},
  calendar: {},
  connection: { user_id: 'test', account_id: 'test' },
} satisfies { [K in Sample['of']]: Omit<Extract<WebhookSubject, { kind: K }>, Common> };

const mark = 'test#';

/** Whether what is told, by its identity, is a test. */
export const isTest = (identity: string): boolean => identity.startsWith(mark);

/** How a test that is made at a moment is told apart from others. */
export const testIdentity = (trigger: WebhookTrigger, at: Date): string => `${mark}${trigger}#${at.toISOString()}`;

/** A test of a subscription, with its subject: the same for the same identity. @throws RangeError for the identity of another event */
export const testOf = (
  project_id: string,
  subscription_id: string,
  identity: string,
): { readonly subject: WebhookSubject; readonly event: WebhookEvent } => {
  const [, trigger = '', at = ''] = identity.split('#');
  if (!isTest(identity) || !(trigger in samples)) throw new RangeError(`${identity} is no test`);
  const { of, data } = samples[trigger as WebhookTrigger];
  // One subject for each subscription, so that its tests are found together.
  const id = `${idPrefixes[of]}${subscription_id.slice(idPrefixes.webhook_subscription.length)}`;
  const common = { id, project_id, metadata: { test: true }, webhooks: [] };
  return {
    subject: { kind: of, ...common, ...details[of] } as WebhookSubject,
    event: { identity, trigger: trigger as WebhookTrigger, data: data(new Date(at)) },
  };
};
