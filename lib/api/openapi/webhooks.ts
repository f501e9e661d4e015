/** What webhooks carry, as the OpenAPI document tells it. */
import * as z from 'zod';
import { ChatMessage, ParticipantEvent, Utterance } from '../../domain/captured/captured.ts';
import { WebhookEnvelope } from '../../domain/webhook/webhook.ts';
import type { WebhookTrigger } from '../../domain/webhook/webhook-triggers.ts';
import { BotBody } from '../schemas/bots.ts';
import { CalendarBody } from '../schemas/calendars.ts';
import { ConnectionBody } from '../schemas/connections.ts';
import { type Described, described } from './json-schema.ts';
import {
  chatMessage,
  endedConnection,
  joined,
  revokedCalendar,
  sampleBot,
  sampleEvent,
  spoke,
  stateChange,
  utterance,
} from './samples.ts';

const { state } = BotBody.shape;
const event = BotBody.shape.events.element.shape;

export const StateChange = z.object({
  new_state: state,
  old_state: state.nullable(),
  event_type: event.type,
  event_sub_type: event.sub_type,
  created_at: event.created_at,
  sequence: z.int().min(1),
});

const connection = ConnectionBody.shape;
const ConnectionChange = z.object({
  state: connection.state,
  connection_failure_data: connection.connection_failure_data,
  last_successful_sync_at: connection.last_successful_sync_at,
  last_attempted_sync_at: connection.last_attempted_sync_at,
});
const { state: calendarState, connection_failure_data } = CalendarBody.shape;
const CalendarChange = z.object({ state: calendarState, connection_failure_data });
const CalendarEventsChange = z.object({ calendar_event_ids: z.array(z.string()), more: z.boolean() });

const { idempotency_key } = WebhookEnvelope.shape;
const metadata = WebhookEnvelope.shape.bot_metadata;
const ConnectionEnvelope = z.object({
  idempotency_key,
  conf_oauth_connection_id: z.string(),
  conf_oauth_connection_metadata: metadata,
  user_id: z.string(),
  account_id: z.string(),
});
const CalendarEnvelope = z.object({ idempotency_key, calendar_id: z.string(), calendar_metadata: metadata });

const sent = <T extends WebhookTrigger, D extends z.ZodType>(trigger: T, data: D) => ({
  trigger: z.literal(trigger),
  data,
});
const envelopeOf = <T extends WebhookTrigger, D extends z.ZodType>(trigger: T, data: D) =>
  WebhookEnvelope.extend(sent(trigger, data));

const ofBot = { bot_id: sampleBot.id, bot_metadata: sampleBot.metadata };
const ofConnection = {
  conf_oauth_connection_id: endedConnection.id,
  conf_oauth_connection_metadata: endedConnection.metadata,
  user_id: endedConnection.user_id,
  account_id: endedConnection.account_id,
};
const ofCalendar = { calendar_id: revokedCalendar.id, calendar_metadata: revokedCalendar.metadata };

/** Each trigger: when it fires, the whole body, and an example of what it is about and of its data. */
export const webhookTable = {
  'bot.state_change': {
    name: 'StateChangeWebhook',
    summary: 'A bot changed state',
    body: envelopeOf('bot.state_change', StateChange),
    about: ofBot,
    example: stateChange,
  },
  'transcript.update': {
    name: 'TranscriptWebhook',
    summary: 'Somebody has said something',
    body: envelopeOf('transcript.update', Utterance),
    about: ofBot,
    example: utterance,
  },
  'participant_events.join_leave': {
    name: 'JoinLeaveWebhook',
    summary: 'Somebody joined or left',
    body: envelopeOf('participant_events.join_leave', ParticipantEvent),
    about: ofBot,
    example: joined,
  },
  'participant_events.speech_start_stop': {
    name: 'SpeechWebhook',
    summary: 'Somebody began or stopped speaking',
    body: envelopeOf('participant_events.speech_start_stop', ParticipantEvent),
    about: ofBot,
    example: spoke,
  },
  'chat_messages.update': {
    name: 'ChatMessageWebhook',
    summary: 'Somebody wrote into the chat, or changed what they wrote',
    body: envelopeOf('chat_messages.update', ChatMessage),
    about: ofBot,
    example: chatMessage,
  },
  'conf_oauth_connection.state_change': {
    name: 'ConnectionWebhook',
    summary: 'A connection to the conferencing platform was lost',
    body: ConnectionEnvelope.extend(sent('conf_oauth_connection.state_change', ConnectionChange)),
    about: ofConnection,
    example: {
      state: endedConnection.state,
      connection_failure_data: endedConnection.connection_failure_data,
      last_successful_sync_at: endedConnection.last_successful_sync_at,
      last_attempted_sync_at: endedConnection.last_attempted_sync_at,
    },
  },
  'calendar.events_update': {
    name: 'CalendarEventsWebhook',
    summary: 'Events of a calendar changed',
    body: CalendarEnvelope.extend(sent('calendar.events_update', CalendarEventsChange)),
    about: ofCalendar,
    example: { calendar_event_ids: [sampleEvent.id], more: false },
  },
  'calendar.state_change': {
    name: 'CalendarWebhook',
    summary: 'A calendar was lost: its platform takes its credentials no more',
    body: CalendarEnvelope.extend(sent('calendar.state_change', CalendarChange)),
    about: ofCalendar,
    example: {
      state: revokedCalendar.state,
      connection_failure_data: revokedCalendar.connection_failure_data,
    },
  },
} as const satisfies Record<WebhookTrigger, unknown>;

type Row = (typeof webhookTable)[keyof typeof webhookTable];

type Member = keyof WebhookEnvelope | keyof typeof ofConnection | keyof typeof ofCalendar;
const members: Readonly<Record<Member, string>> = {
  idempotency_key: 'The same on every attempt at this delivery, and in the header `webhook-id`.',
  bot_id: 'The bot that it is about.',
  bot_metadata: 'The metadata of the bot.',
  app_session_id: 'The app session that it is about, which `bot_id` names as well. Absent of bots.',
  app_session_metadata: 'The metadata of the app session, as in `bot_metadata`. Absent of bots.',
  conf_oauth_connection_id: 'The connection that it is about.',
  conf_oauth_connection_metadata: 'The metadata of the connection.',
  user_id: 'The user of the connection, as the platform calls them.',
  account_id: 'The account that the user belongs to.',
  calendar_id: 'The calendar that it is about.',
  calendar_metadata: 'The metadata of the calendar.',
  trigger: 'Why this was sent.',
  data: 'What happened.',
};
/** A sentence for each member of an envelope. */
const fieldsOf = (body: Row['body']): Record<string, string> =>
  Object.fromEntries(Object.entries(members).filter(([member]) => member in body.shape));

export const webhookBodies: Record<string, Described> = {
  StateChange: described(StateChange, 'From which state to which a bot has gone, and why.', {
    new_state: 'The state that it is in now.',
    old_state: 'The state that it was in; null for a new bot.',
    event_type: 'What happened.',
    event_sub_type: 'Why, or by whom.',
    created_at: 'When it happened.',
    sequence: 'Counts the state changes of a bot from 1: ignore one that is older than what you know.',
  }),
  ConnectionChange: described(ConnectionChange, 'What has become of a connection.', {
    state: 'The state that it is in now.',
    connection_failure_data: 'Why it is disconnected.',
    last_successful_sync_at: 'When the platform last said that all is well.',
    last_attempted_sync_at: 'When it was last asked.',
  }),
  CalendarChange: described(CalendarChange, 'What has become of a calendar.', {
    state: 'The state that it is in now.',
    connection_failure_data: 'Why it is disconnected.',
  }),
  CalendarEventsChange: described(CalendarEventsChange, 'Which events of a calendar a look at it has found changed.', {
    calendar_event_ids: 'Their ids, the first hundred.',
    more: 'Whether there are more.',
  }),
  ...Object.fromEntries(
    Object.values(webhookTable).map(({ name, summary, body }) => [
      name,
      { schema: body, description: `${summary}.`, fields: fieldsOf(body) },
    ]),
  ),
};

const headers = {
  'webhook-id': ['The `idempotency_key`.', '0b3e3c52-6f5c-5d6e-9a51-2f5d1f7f0a11'],
  'webhook-timestamp': ['When this attempt was made, in Unix seconds.', '1798794067'],
  'webhook-signature': [
    '`v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; several, with blanks between, while a secret is being changed.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ],
} as const;

const webhookOf = ([trigger, { name, summary, about, example }]: [string, Row]) => ({
  post: {
    operationId: `on${name.replace(/Webhook$/, '')}`,
    summary,
    description: `Sent to those who subscribe to \`${trigger}\`.`,
    tags: ['Webhooks'],
    security: [],
    parameters: Object.entries(headers).map(([header, [description, sample]]) => ({
      name: header,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
      example: sample,
    })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: { $ref: `#/components/schemas/${name}` },
          example: {
            idempotency_key: headers['webhook-id'][1],
            ...about,
            trigger,
            data: example,
          },
        },
      },
    },
    responses: {
      '204': { description: 'Any 2xx within 15 seconds: received.' },
      '410': {
        description:
          "Nothing more is sent to this URL: of this bot, where it is the bot's own, else until the subscription is enabled again.",
      },
      default: { description: 'Not received: it is tried nine times in all, over a day or so.' },
    },
  },
});

/** The `webhooks` part of the document. */
export const webhooks = Object.fromEntries(Object.entries(webhookTable).map((row) => [row[0], webhookOf(row)]));
