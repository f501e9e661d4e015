import { describe, expect, it } from 'vitest';
import type { Bot } from '../../../lib/domain/bot/bot.ts';
import { WebhookEnvelope } from '../../../lib/domain/webhook/webhook.ts';
import { WebhookMessage } from '../../../lib/domain/webhook/webhook-delivery.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { type CapturedBatch, capturedRepository } from '../../../lib/storage/bots/captured.ts';
import { webhookDeliveryRepository } from '../../../lib/storage/webhooks/webhook-deliveries.ts';
import { webhookSubscriptionRepository } from '../../../lib/storage/webhooks/webhook-subscriptions.ts';
import { createFanOutWebhooks } from '../../../lib/usecases/webhooks/fan-out-webhooks.ts';
import { createProjectWebhooks } from '../../../lib/usecases/webhooks/project-webhooks.ts';
import { createWebhookSubjects } from '../../../lib/usecases/webhooks/webhook-subjects.ts';
import { aBot, aBotEvent, anUtterance, aParticipantEvent, aSubscription } from '../../lab/builders/records.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { memoryQueue } from '../../lab/doubles/memory-queue.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';

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
  const subscriptions = webhookSubscriptionRepository(table);
  const slow = memoryQueue(clock);
  const ports = {
    subjects: createWebhookSubjects({ bots: { get: counted('bot', bots.get) } }),
    deliveries: { disabledUrls: counted('disabled', deliveries.disabledUrls) },
    webhooksOf: createProjectWebhooks({ subscriptions: { load: counted('webhooks', subscriptions.load) }, clock }),
    lanes: { prompt: queue, slow },
    clock,
  };
  const fanOut = createFanOutWebhooks(ports);
  const messages = () => queue.sent.map((body) => WebhookMessage.parse(body));
  const told = () => messages().flatMap(({ url, deliveries }) => deliveries.map((delivery) => ({ url, ...delivery })));
  const envelopes = () => told().map(({ body }) => WebhookEnvelope.parse(JSON.parse(body)));
  return {
    clock,
    table,
    bots,
    captured: capturedRepository(table),
    ...{ deliveries, subscriptions, queue, slow, lookups, ports, fanOut, messages, told, envelopes },
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
    const { table, bots, fanOut, messages, told, envelopes } = setUp();
    const bot = aBot({ webhooks: [stateChanges, everything] });
    await bots.create(bot);
    await bots.save(later(bot), bot);
    await fanOut(table.changes);
    expect(
      messages().map(({ url, attempt, deliveries }) => [url, attempt, deliveries.map(({ identity }) => identity)]),
    ).toEqual([
      [stateChanges.url, 1, ['event#1', 'event#2']],
      [everything.url, 1, ['event#1', 'event#2']],
    ]);
    expect(envelopes()[1]).toEqual({
      idempotency_key: told()[1]?.idempotency_key,
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
    expect(new Set(told().map(({ idempotency_key }) => idempotency_key)).size).toBe(4);
  });

  it('tells each captured entry to those who want its kind', async () => {
    const { table, bots, captured, fanOut, told, envelopes } = setUp();
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
    expect(told().map(({ url }) => url)).toEqual([everything.url, everything.url, everything.url]);
    expect(envelopes().map(({ trigger, data }) => ({ trigger, data }))).toEqual([
      { trigger: 'transcript.update', data: utterances[0] },
      { trigger: 'transcript.update', data: utterances[1] },
      { trigger: 'participant_events.join_leave', data: join },
    ]);
  });

  it('tells nothing any more of what was captured once that was deleted, but that it was', async () => {
    const { table, bots, captured, fanOut, told } = setUp();
    const bot = aBot({ state: 'ended', webhooks: [everything] });
    await bots.create(bot);
    await captured.add(aBatch());
    await bots.save({ ...later(bot), state: 'data_deleted' }, bot);
    await fanOut(table.changes.slice(1));
    expect(told().map(({ trigger }) => trigger)).toEqual(['bot.state_change']);
  });

  it('gives a change seen twice the same keys and the same bodies, and tells it once in a batch', async () => {
    const { table, clock, bots, captured, fanOut, told } = setUp();
    await bots.create(aBot({ webhooks: [everything] }));
    await captured.add(aBatch());
    await fanOut([...table.changes, ...table.changes]);
    clock.advance(60);
    await fanOut(table.changes);
    expect(told()).toHaveLength(4);
    expect(told().slice(2)).toEqual(told().slice(0, 2));
  });

  it('puts into a message no more than fits into the time and the size that there is', async () => {
    const { table, bots, captured, fanOut, messages } = setUp();
    await bots.create(aBot({ webhooks: [everything] }));
    await captured.add(aBatch({ entries: Array.from({ length: 25 }, () => anUtterance()) }));
    const transcription = { transcript: 'x'.repeat(150_000) };
    await captured.add(
      aBatch({ batch_id: 'b2', entries: [anUtterance({ transcription }), anUtterance({ transcription })] }),
    );
    await fanOut(table.changes.slice(1, 2));
    await fanOut(table.changes.slice(2));
    expect(messages().map(({ deliveries }) => deliveries.length)).toEqual([10, 10, 5, 1, 1]);
  });

  it('reads the subscriptions of a project at most once in three seconds, and little for others', async () => {
    const { table, clock, bots, captured, lookups, fanOut, messages } = setUp();
    const bot = aBot();
    await bots.create(bot);
    await fanOut(table.changes);
    await bots.save({ ...bot, webhooks: [everything], version: 2 }, bot);
    await fanOut(table.changes.slice(1));
    expect(lookups).toEqual(['webhooks']);
    for (const batch_id of ['batch-1', 'batch-2', 'batch-3']) await captured.add(aBatch({ batch_id }));
    await fanOut(table.changes.slice(2));
    expect(lookups).toEqual(['webhooks', 'bot', 'disabled']);
    expect(messages()).toMatchObject([{ deliveries: [{}, {}, {}] }]);
    clock.advance(4);
    await fanOut(table.changes.slice(2));
    expect(lookups).toEqual(['webhooks', 'bot', 'disabled', 'bot', 'disabled', 'webhooks']);
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
    await deliveries.disable({ project_id: bot.project_id, subject_id: bot.id }, everything.url, clock.now());
    await fanOut(table.changes);
    expect(messages().map(({ url }) => url)).toEqual([stateChanges.url]);
  });

  it('writes no character that a queue refuses', async () => {
    const { table, bots, captured, fanOut, told, envelopes } = setUp();
    await bots.create(aBot({ webhooks: [everything] }));
    const speaker_name = 'a\uFFFE\uFFFF\u0000\uD800b🤖';
    await captured.add(aBatch({ entries: [anUtterance({ speaker_name })] }));
    await fanOut(table.changes.slice(1));
    const characters = told()[0]?.body ?? '';
    for (const refused of ['\uFFFE', '\uFFFF', '\u0000']) expect(characters).not.toContain(refused);
    expect(characters.isWellFormed()).toBe(true);
    expect(envelopes()[0]?.data.speaker_name).toBe(speaker_name);
  });

  it('fails as a whole when a message cannot be queued', async () => {
    const { table, bots, ports } = setUp();
    await bots.create(aBot({ webhooks: [everything] }));
    const queue = { send: () => Promise.reject(new Error('no queue')) };
    const lanes = { prompt: queue, slow: queue };
    await expect(createFanOutWebhooks({ ...ports, lanes })(table.changes)).rejects.toThrow('no queue');
  });
});

describe("a project's subscriptions", () => {
  const projectId = aBot().project_id;
  const wide = aSubscription();

  it('are told about bots that have none of their own, under keys of their own', async () => {
    const { table, bots, subscriptions, fanOut, messages, told } = setUp();
    const disabled = aSubscription({ id: 'whs_disabled', state: 'disabled' });
    const other = aSubscription({ id: 'whs_other', triggers: ['transcript.update'] });
    const twin = aSubscription({ id: 'whs_twin' });
    await subscriptions.change(projectId, () => [wide, disabled, other, twin]);
    await bots.create(aBot());
    await bots.create(aBot({ id: 'bot_own', webhooks: [stateChanges] }));
    await fanOut(table.changes.slice(1));
    expect(messages().map(({ subject_id, subscription_id, url }) => [subject_id, subscription_id, url])).toEqual([
      [aBot().id, wide.id, wide.url],
      [aBot().id, twin.id, twin.url],
      ['bot_own', 'webhooks.0', stateChanges.url],
    ]);
    expect(new Set(told().map(({ idempotency_key }) => idempotency_key)).size).toBe(3);
  });

  it('are none of another project', async () => {
    const { table, bots, subscriptions, fanOut, messages } = setUp();
    await subscriptions.change('prj_other', () => [wide]);
    await bots.create(aBot());
    await fanOut(table.changes.slice(1));
    expect(messages()).toEqual([]);
  });
});

describe('a server that is slow to answer', () => {
  it('gets its messages by the slow lane for a while', async () => {
    const { table, clock, bots, subscriptions, fanOut, queue, slow } = setUp();
    await bots.create(aBot({ webhooks: [stateChanges] }));
    const [created] = table.changes;
    const until = new Date(clock.now().getTime() + 60_000);
    await subscriptions.noteSlow(aBot().project_id, 'https://hooks.example.com', until);
    await fanOut(created ? [created] : []);
    expect([queue.sent.length, slow.sent.length]).toEqual([0, 1]);
    clock.advance(61);
    await fanOut(created ? [created] : []);
    expect([queue.sent.length, slow.sent.length]).toEqual([1, 1]);
  });
});
