import { describe, expect, it } from 'vitest';
import { WebhookMessage } from '../../../lib/domain/webhook/webhook-delivery.ts';
import type { WebhookSubject } from '../../../lib/domain/webhook/webhook-subject.ts';
import { botSubject, subjectKindOf } from '../../../lib/domain/webhook/webhook-subject.ts';
import { webhookBody } from '../../../lib/webhooks/body.ts';
import { aBot } from '../../lab/builders/records.ts';
import { aWebhookMessage } from '../../lab/builders/webhook-message.ts';

const key = '0b3e3c52-6f5c-5d6e-9a51-2f5d1f7f0a11';
const event = { identity: 'event#1', trigger: 'bot.state_change' as const, data: { new_state: 'ended' } };
const common = { project_id: 'prj_1', metadata: { customer: 'acme' }, webhooks: [] };

const members: [WebhookSubject, object][] = [
  [botSubject(aBot()), { bot_id: aBot().id, bot_metadata: aBot().metadata }],
  [
    { ...common, kind: 'app_session', id: 'app_1' },
    {
      bot_id: 'app_1',
      bot_metadata: { customer: 'acme' },
      app_session_id: 'app_1',
      app_session_metadata: { customer: 'acme' },
    },
  ],
  [
    { ...common, kind: 'connection', id: 'con_1', user_id: 'u1', account_id: 'a1' },
    {
      conf_oauth_connection_id: 'con_1',
      conf_oauth_connection_metadata: { customer: 'acme' },
      user_id: 'u1',
      account_id: 'a1',
    },
  ],
  [
    { ...common, kind: 'calendar', id: 'cal_1' },
    { calendar_id: 'cal_1', calendar_metadata: { customer: 'acme' } },
  ],
];

describe('the envelope of a webhook', () => {
  it.each(members)('names what it tells of: %o', (subject, expected) => {
    const { trigger, data } = event;
    expect(webhookBody(subject, event, key)).toBe(JSON.stringify({ idempotency_key: key, ...expected, trigger, data }));
  });
});

describe('what webhooks tell of', () => {
  it.each(members)('is known by its id: %o', ({ id, kind }) => expect(subjectKindOf(id)).toBe(kind));

  it('is nothing else that has an id', () => {
    expect(() => subjectKindOf('key_1')).toThrow('key_1 is not the id of anything that webhooks tell of');
  });

  it('was called a bot in messages that are older than other things: these are read', () => {
    const { subject_id, ...message } = aWebhookMessage();
    expect(WebhookMessage.parse({ ...message, bot_id: subject_id })).toEqual({ ...message, subject_id });
    expect(() => WebhookMessage.parse(message)).toThrow('subject_id');
  });
});
