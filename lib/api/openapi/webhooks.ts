/** What webhooks carry, as the OpenAPI document tells it. */
import * as z from 'zod';
import { ChatMessage, ParticipantEvent, Utterance } from '../../domain/captured/captured.ts';
import { WebhookEnvelope } from '../../domain/webhook/webhook.ts';
import type { WebhookTrigger } from '../../domain/webhook/webhook-triggers.ts';
import { BotBody } from '../schemas/bots.ts';
import { type Described, described } from './json-schema.ts';
import { chatMessage, joined, sampleBot, spoke, stateChange, utterance } from './samples.ts';

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

const envelopeOf = <T extends WebhookTrigger, D extends z.ZodType>(trigger: T, data: D) =>
  WebhookEnvelope.extend({ trigger: z.literal(trigger), data });

/** Each trigger of bots: when it fires, the whole body, and an example of its data. */
export const webhookTable = {
  'bot.state_change': {
    name: 'StateChangeWebhook',
    summary: 'A bot changed state',
    body: envelopeOf('bot.state_change', StateChange),
    example: stateChange,
  },
  'transcript.update': {
    name: 'TranscriptWebhook',
    summary: 'Somebody has said something',
    body: envelopeOf('transcript.update', Utterance),
    example: utterance,
  },
  'participant_events.join_leave': {
    name: 'JoinLeaveWebhook',
    summary: 'Somebody joined or left',
    body: envelopeOf('participant_events.join_leave', ParticipantEvent),
    example: joined,
  },
  'participant_events.speech_start_stop': {
    name: 'SpeechWebhook',
    summary: 'Somebody began or stopped speaking',
    body: envelopeOf('participant_events.speech_start_stop', ParticipantEvent),
    example: spoke,
  },
  'chat_messages.update': {
    name: 'ChatMessageWebhook',
    summary: 'Somebody wrote into the chat, or changed what they wrote',
    body: envelopeOf('chat_messages.update', ChatMessage),
    example: chatMessage,
  },
} as const satisfies Partial<Record<WebhookTrigger, unknown>>;

type Row = (typeof webhookTable)[keyof typeof webhookTable];

const fields: Readonly<Record<keyof WebhookEnvelope, string>> = {
  idempotency_key: 'The same on every attempt at this delivery, and in the header `webhook-id`.',
  bot_id: 'The bot that it is about.',
  bot_metadata: 'The metadata of the bot.',
  app_session_id: 'The app session that it is about, which `bot_id` names as well. Absent of bots.',
  app_session_metadata: 'The metadata of the app session, as in `bot_metadata`. Absent of bots.',
  trigger: 'Why this was sent.',
  data: 'What happened.',
};

export const webhookBodies: Record<string, Described> = {
  StateChange: described(StateChange, 'From which state to which a bot has gone, and why.', {
    new_state: 'The state that it is in now.',
    old_state: 'The state that it was in; null for a new bot.',
    event_type: 'What happened.',
    event_sub_type: 'Why, or by whom.',
    created_at: 'When it happened.',
    sequence: 'Counts the state changes of a bot from 1: ignore one that is older than what you know.',
  }),
  ...Object.fromEntries(
    Object.values(webhookTable).map(({ name, summary, body }) => [
      name,
      { schema: body, description: `${summary}.`, fields },
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

const webhookOf = ([trigger, { name, summary, example }]: [string, Row]) => ({
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
            bot_id: sampleBot.id,
            bot_metadata: sampleBot.metadata,
            trigger,
            data: example,
          },
        },
      },
    },
    responses: {
      '204': { description: 'Any 2xx within 15 seconds: received.' },
      '410': { description: 'Nothing more of this bot is sent to this URL.' },
      default: { description: 'Not received: it is sent again, up to nine times within 28 hours.' },
    },
  },
});

/** The `webhooks` part of the document. */
export const webhooks = Object.fromEntries(Object.entries(webhookTable).map((row) => [row[0], webhookOf(row)]));
