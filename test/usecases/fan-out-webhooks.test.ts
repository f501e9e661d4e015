import { describe, expect, it } from 'vitest';
import type { Bot } from '../../lib/domain/bot.ts';
import { WebhookEnvelope } from '../../lib/domain/webhook.ts';
import { WebhookMessage } from '../../lib/domain/webhook-delivery.ts';
import { botRepository } from '../../lib/storage/bots.ts';
import { type CapturedBatch, capturedRepository } from '../../lib/storage/captured.ts';
import { webhookDeliveryRepository } from '../../lib/storage/webhook-deliveries.ts';
import { createFanOutWebhooks } from '../../lib/usecases/fan-out-webhooks.ts';
import { aBot, aBotEvent, anUtterance, aParticipantEvent } from '../support/builders.ts';
import { aClock } from '../support/clock.ts';
import { memoryQueue } from '../support/memory-queue.ts';
import { memoryTable } from '../support/memory-table.ts';

const stateChanges = { url: 'https://hooks.example.com/states', triggers: ['bot.state_change' as const] };
const everything = {
  url: 'https://hooks.example.com/all',
  triggers: ['bot.state_change' as const, 'transcript.update' as const, 'participant_events.join_leave' as const],
};

const aBatch = (details: Partial<CapturedBatch<'utterances'>> = {}): CapturedBatch<'utterances'> => ({
  project_id: aBot().project_id,
  bot_id: aBot().id,
  captured_kind: 'utterances',
  batch_id: 'batch-1',
  created_at: '2026-03-02T09:00:20.000Z',
  entries: [anUtterance()],
  ...details,
});

const setUp = () => {
  const clock = aClock();
  const table = memoryTable(clock);
  const bots = botRepository(table);
  const deliveries = webhookDeliveryRepository(table);
  const queue = memoryQueue(clock);
  const lookups: string[] = [];
  const counted =
    <A, R>(name: string, load: (asked: A) => R) =>
    (asked: A): R => {
      lookups.push(name);
      return load(asked);
    };
  const fanOut = createFanOutWebhooks({
    bots: { get: counted('bot', bots.get) },
    deliveries: { disabledUrls: counted('disabled', deliveries.disabledUrls) },
    queue,
    clock,
  });
  const messages = () => queue.sent.map((body) => WebhookMessage.parse(body));
  const envelopes = () => messages().map(({ body }) => WebhookEnvelope.parse(JSON.parse(body)));
  return {
    clock,
    table,
    bots,
    captured: capturedRepository(table),
    deliveries,
    queue,
    lookups,
    fanOut,
    messages,
    envelopes,
  };
};

const later = (bot: Bot): Bot => ({
  ...bot,
  state: 'joined_recording',
  events: [...bot.events, aBotEvent({ type: 'joined_meeting', state: 'joined_recording' })],
  version: bot.version + 1,
});

describe('fanning out', () => {
  it('tells each subscriber of each new state of a bot', async () => {
    const { table, bots, fanOut, messages, envelopes } = setUp();
    const bot = aBot({ webhooks: [stateChanges, everything] });
    await bots.create(bot);
    await bots.save(later(bot), bot);
    await fanOut(table.changes);
    expect(messages().map(({ url, trigger, attempt }) => ({ url, trigger, attempt }))).toEqual([
      { url: stateChanges.url, trigger: 'bot.state_change', attempt: 1 },
      { url: everything.url, trigger: 'bot.state_change', attempt: 1 },
      { url: stateChanges.url, trigger: 'bot.state_change', attempt: 1 },
      { url: everything.url, trigger: 'bot.state_change', attempt: 1 },
    ]);
    expect(envelopes()[2]).toEqual({
      idempotency_key: messages()[2]?.idempotency_key,
      bot_id: bot.id,
      bot_metadata: { customer: 'acme' },
      trigger: 'bot.state_change',
      data: {
        new_state: 'joined_recording',
        old_state: 'joining',
        event_type: 'joined_meeting',
        event_sub_type: null,
        created_at: '2026-03-02T09:00:00.000Z',
        sequence: 2,
      },
    });
    expect(new Set(messages().map(({ idempotency_key }) => idempotency_key)).size).toBe(4);
  });

  it('tells each captured entry to those who want its kind', async () => {
    const { table, bots, captured, fanOut, messages, envelopes } = setUp();
    await bots.create(aBot({ webhooks: [stateChanges, everything] }));
    const utterances = [anUtterance(), anUtterance({ speaker_name: 'Jonas' })];
    await captured.add(aBatch({ entries: utterances }));
    const join = aParticipantEvent();
    await captured.add({
      ...aBatch(),
      captured_kind: 'participant_events',
      entries: [join, aParticipantEvent({ event_type: 'speech_start' })],
    });
    await fanOut(table.changes.slice(1));
    expect(messages().map(({ url }) => url)).toEqual([everything.url, everything.url, everything.url]);
    expect(envelopes().map(({ trigger, data }) => ({ trigger, data }))).toEqual([
      { trigger: 'transcript.update', data: utterances[0] },
      { trigger: 'transcript.update', data: utterances[1] },
      { trigger: 'participant_events.join_leave', data: join },
    ]);
  });

  it('gives a change seen twice the same keys and the same bodies', async () => {
    const { table, clock, bots, captured, fanOut, messages } = setUp();
    await bots.create(aBot({ webhooks: [everything] }));
    await captured.add(aBatch());
    await fanOut(table.changes);
    clock.advance(60);
    await fanOut(table.changes);
    const told = messages().map(({ idempotency_key, body }) => ({ idempotency_key, body }));
    expect(told).toHaveLength(4);
    expect(told.slice(2)).toEqual(told.slice(0, 2));
  });

  it('looks nothing up for a bot that nobody subscribed to, and little for others', async () => {
    const { table, bots, captured, lookups, fanOut, messages } = setUp();
    const bot = aBot();
    await bots.create(bot);
    await fanOut(table.changes);
    expect(lookups).toEqual([]);
    await bots.save({ ...bot, webhooks: [everything], version: 2 }, bot);
    await fanOut(table.changes.slice(1));
    expect(lookups).toEqual([]);
    for (const batch_id of ['batch-1', 'batch-2', 'batch-3']) await captured.add(aBatch({ batch_id }));
    await fanOut(table.changes.slice(2));
    expect(lookups).toEqual(['bot', 'disabled']);
    expect(messages()).toHaveLength(3);
  });

  it('tells nothing of a bot that is gone, nor of one that was only edited', async () => {
    const { table, bots, captured, fanOut, messages } = setUp();
    const bot = aBot({ webhooks: [everything] });
    await bots.create(bot);
    const edited = { ...bot, metadata: { customer: 'other' }, version: 2 };
    await bots.save(edited, bot);
    await captured.add(aBatch());
    await bots.delete(edited);
    await fanOut(table.changes.slice(1));
    expect(messages()).toEqual([]);
  });

  it('leaves out an address that wants no more', async () => {
    const { table, bots, deliveries, clock, fanOut, messages } = setUp();
    const bot = aBot({ webhooks: [stateChanges, everything] });
    await bots.create(bot);
    await deliveries.disable({ project_id: bot.project_id, bot_id: bot.id }, everything.url, clock.now());
    await fanOut(table.changes);
    expect(messages().map(({ url }) => url)).toEqual([stateChanges.url]);
  });

  it('writes no character that a queue refuses', async () => {
    const { table, bots, captured, fanOut, messages, envelopes } = setUp();
    await bots.create(aBot({ webhooks: [everything] }));
    const speaker_name = 'a\uFFFE\uFFFF\u0000\uD800b🤖';
    await captured.add(aBatch({ entries: [anUtterance({ speaker_name })] }));
    await fanOut(table.changes.slice(1));
    const characters = messages()[0]?.body ?? '';
    for (const refused of ['\uFFFE', '\uFFFF', '\u0000']) expect(characters).not.toContain(refused);
    expect(characters.isWellFormed()).toBe(true);
    expect(envelopes()[0]?.data.speaker_name).toBe(speaker_name);
  });

  it('fails as a whole when a message cannot be queued', async () => {
    const { table, bots, deliveries, clock } = setUp();
    await bots.create(aBot({ webhooks: [everything] }));
    const queue = { send: () => Promise.reject(new Error('no queue')) };
    await expect(createFanOutWebhooks({ bots, deliveries, queue, clock })(table.changes)).rejects.toThrow('no queue');
  });
});
