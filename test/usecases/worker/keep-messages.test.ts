import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '../../../lib/domain/captured/captured.ts';
import { WebhookMessage } from '../../../lib/domain/webhook/webhook-delivery.ts';
import type { Table } from '../../../lib/ports/table.ts';
import { listedBots } from '../../../lib/storage/bots/bot-lists.ts';
import { captureTaskRepository } from '../../../lib/storage/bots/capture-tasks.ts';
import { capturedRepository } from '../../../lib/storage/bots/captured.ts';
import { commandRepository } from '../../../lib/storage/bots/commands.ts';
import { executionRepository } from '../../../lib/storage/bots/executions.ts';
import { participantRepository } from '../../../lib/storage/bots/participants.ts';
import { refOf } from '../../../lib/storage/keys.ts';
import { webhookDeliveryRepository } from '../../../lib/storage/webhooks/webhook-deliveries.ts';
import { webhookSubscriptionRepository } from '../../../lib/storage/webhooks/webhook-subscriptions.ts';
import { createListCaptured } from '../../../lib/usecases/captured/list-captured.ts';
import { createFanOutWebhooks } from '../../../lib/usecases/webhooks/fan-out-webhooks.ts';
import { createProjectWebhooks } from '../../../lib/usecases/webhooks/project-webhooks.ts';
import { createWebhookSubjects } from '../../../lib/usecases/webhooks/webhook-subjects.ts';
import { createWorkerLine } from '../../../lib/usecases/worker/worker-line.ts';
import { aBot, aChatMessage } from '../../lab/builders/records.ts';
import { allReadable } from '../../lab/doubles/all-readable.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { memoryQueue } from '../../lab/doubles/memory-queue.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';
import { recordingLifecycle } from '../../lab/doubles/recording-lifecycle.ts';

const message = (id: string, text: string): ChatMessage => aChatMessage({ id, text });

const setUp = async () => {
  const clock = aClock('2026-03-02T10:00:00.000Z');
  const stored = memoryTable(clock);
  let faults = 0;
  const table: Table = {
    ...stored,
    write: (...writes) => (faults-- > 0 ? Promise.reject(new Error('no store')) : stored.write(...writes)),
  };
  const bots = listedBots(stored);
  const webhooks = [{ url: 'https://example.com/hook', triggers: ['chat_messages.update' as const] }];
  const bot = aBot({ state: 'joined_recording', webhooks });
  await bots.create(bot);
  const ref = refOf(bot);
  const captured = capturedRepository(table);
  const worker = (attempt = 1) => {
    const line = createWorkerLine(
      {
        bots,
        captured,
        clock,
        captureTasks: captureTaskRepository(table),
        commands: commandRepository(table),
        executions: executionRepository(table),
        participants: participantRepository(table),
        lifecycle: recordingLifecycle(),
      },
      ref,
      attempt,
    );
    return (batchId: string, ...chat_messages: ChatMessage[]) =>
      line.captured(batchId, { utterances: [], participant_events: [], chat_messages });
  };
  const list = createListCaptured('chat_messages', { ...allReadable, bots, captured, clock });
  const queue = memoryQueue(clock);
  const fanOut = createFanOutWebhooks({
    subjects: createWebhookSubjects({ bots }),
    deliveries: webhookDeliveryRepository(stored),
    webhooksOf: createProjectWebhooks({ subscriptions: webhookSubscriptionRepository(stored), clock }),
    lanes: { prompt: queue, slow: queue },
    clock,
  });
  return {
    clock,
    worker,
    /** The next so many writes fail. */
    fail: (times: number) => {
      faults = times;
    },
    texts: async (after?: Date) =>
      (await list(ref, { page_size: 25, after })).results.map(({ id, text }) => `${id} ${text}`),
    told: async () => {
      await fanOut(stored.changes);
      const deliveries = queue.sent.flatMap((body) => WebhookMessage.parse(body).deliveries);
      const keys = new Set(deliveries.map(({ idempotency_key }) => idempotency_key));
      expect(keys.size).toBe(deliveries.length);
      return deliveries.map(({ body }) => (JSON.parse(body) as { data: ChatMessage }).data.text);
    },
  };
};

describe('a chat message that is changed after it was reported', () => {
  it('is listed once, in its place, as it was written last', async () => {
    const { worker, texts } = await setUp();
    const report = worker();
    await report('1', message('a', 'Hello'), message('b', 'Hi'));
    await report('2', message('c', 'Bye'), message('a', 'Hello all'));
    await report('3', message('a', 'Hello everybody'));
    expect(await texts()).toEqual(['a Hello everybody', 'b Hi', 'c Bye']);
  });

  it('is found by whoever asks for what was updated since', async () => {
    const { clock, worker, texts } = await setUp();
    const report = worker();
    await report('1', message('a', 'Hello'), message('b', 'Hi'));
    const polled = clock.now();
    expect(await texts(polled)).toEqual([]);
    clock.advance(1);
    await report('2', message('b', 'Hi!'));
    expect(await texts(polled)).toEqual(['b Hi!']);
  });

  it('is told again, and nothing else is', async () => {
    const { clock, worker, told } = await setUp();
    const report = worker();
    await report('1', message('a', 'Hello'), message('b', 'Hi'));
    await report('2', message('a', 'Hello all'));
    clock.advance(1);
    await report('3', message('b', 'Hi all'));
    expect(await told()).toEqual(['Hello', 'Hi', 'Hello all', 'Hi all']);
  });

  it('is known to the worker that takes the place of a lost one', async () => {
    const { worker, texts } = await setUp();
    await worker()('1', message('a', 'Hello'));
    await worker(2)('2', message('a', 'Hello all'), message('b', 'Hi'));
    expect(await texts()).toEqual(['a Hello all', 'b Hi']);
  });

  it('within one report counts as written last', async () => {
    const { worker, texts } = await setUp();
    await worker()('1', message('a', 'Hello'), message('b', 'Hi'), message('a', 'Hello all'));
    expect(await texts()).toEqual(['a Hello all', 'b Hi']);
  });

  it('comes through a store that fails, each change once, when the report is repeated', async () => {
    const { fail, worker, texts, told } = await setUp();
    const report = worker();
    const long = (id: string) => message(id, id.repeat(100_000));
    await report('1', message('a', 'Hello'));
    const second = [message('a', 'Hello all'), long('b'), long('c'), long('d')] as const;
    fail(1);
    await expect(report('2', ...second)).rejects.toThrow('no store');
    await report('2', ...second);
    await report('2', ...second);
    expect(await texts()).toEqual(['a Hello all', ...['b', 'c', 'd'].map((id) => `${id} ${id.repeat(100_000)}`)]);
    expect((await told()).map((text) => text.slice(0, 10))).toEqual(
      ['Hello', 'Hello all', 'b', 'c', 'd'].map((text) => (text.length > 1 ? text : text.repeat(10))),
    );
  });
});
