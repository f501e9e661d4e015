import type { ParticipantEvent } from '../../../lib/domain/captured/captured.ts';
import { sortableId } from '../../../lib/domain/ids.ts';
import { listedBots } from '../../../lib/storage/bots/bot-lists.ts';
import { captureTaskRepository } from '../../../lib/storage/bots/capture-tasks.ts';
import { capturedRepository } from '../../../lib/storage/bots/captured.ts';
import { commandRepository } from '../../../lib/storage/bots/commands.ts';
import { executionRepository } from '../../../lib/storage/bots/executions.ts';
import { participantRepository } from '../../../lib/storage/bots/participants.ts';
import { refOf } from '../../../lib/storage/keys.ts';
import { createListCaptured } from '../../../lib/usecases/captured/list-captured.ts';
import { createWorkerLine } from '../../../lib/usecases/worker/worker-line.ts';
import { aBot, aParticipantEvent } from '../builders/records.ts';
import { allReadable } from '../doubles/all-readable.ts';
import { aClock } from '../doubles/clock.ts';
import { memoryTable } from '../doubles/memory-table.ts';
import { recordingLifecycle } from '../doubles/recording-lifecycle.ts';
import type { Turn } from '../walk.ts';

/** A bot with batches of events of these sizes, a second apart; event n of all is called `n`. */
export const capturedIn = async (sizes: readonly number[]) => {
  const clock = aClock('2026-03-02T09:00:00.000Z');
  const table = memoryTable(clock);
  const [bots, captured] = [listedBots(table), capturedRepository(table)];
  const bot = aBot();
  await bots.create(bot);
  let events = 0;
  let batches = 0;
  /** Stores them now; they may have been sent before. */
  const store = async (entries: readonly ParticipantEvent[], sent = clock.now()): Promise<void> =>
    captured.add({
      ...refOf(bot),
      captured_kind: 'participant_events',
      batch_id: sortableId(sent, Uint8Array.of(batches++, ...new Uint8Array(9))),
      created_at: clock.now().toISOString(),
      entries,
    });
  const add = async (size: number): Promise<void> => {
    clock.advance(1);
    await store(Array.from({ length: size }, () => aParticipantEvent({ id: `${events++}` })));
  };
  for (const size of sizes) await add(size);
  const list = createListCaptured('participant_events', { ...allReadable, bots, captured, clock });
  const turn =
    (page_size: number, range: { after?: Date; before?: Date } = {}): Turn<string> =>
    async (from) => {
      const { results, ...rest } = await list(refOf(bot), { from, page_size, ...range });
      return { ...rest, results: results.map(({ id }) => id) };
    };
  const ids = () => Array.from({ length: events }, (_, n) => `${n}`);
  const line = createWorkerLine(
    {
      bots,
      captured,
      commands: commandRepository(table),
      participants: participantRepository(table),
      clock,
      captureTasks: captureTaskRepository(table),
      executions: executionRepository(table),
      lifecycle: recordingLifecycle(),
    },
    refOf(bot),
    1,
  );
  return { bots, captured, bot, clock, list, turn, add, store, ids, table, line };
};
