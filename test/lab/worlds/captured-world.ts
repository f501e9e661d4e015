import { sortableId } from '../../../lib/domain/ids.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { captureTaskRepository } from '../../../lib/storage/bots/capture-tasks.ts';
import { capturedRepository } from '../../../lib/storage/bots/captured.ts';
import { commandRepository } from '../../../lib/storage/bots/commands.ts';
import { executionRepository } from '../../../lib/storage/bots/executions.ts';
import { participantRepository } from '../../../lib/storage/bots/participants.ts';
import { refOf } from '../../../lib/storage/keys.ts';
import { createListCaptured } from '../../../lib/usecases/captured/list-captured.ts';
import { createWorkerLine } from '../../../lib/usecases/worker/worker-line.ts';
import { aBot, aParticipantEvent } from '../builders/records.ts';
import { aClock } from '../doubles/clock.ts';
import { memoryTable } from '../doubles/memory-table.ts';
import { recordingLifecycle } from '../doubles/recording-lifecycle.ts';
import type { Turn } from '../walk.ts';

/** A bot with batches of events of these sizes; event n of all is called `n`. */
export const capturedIn = async (sizes: readonly number[]) => {
  const clock = aClock('2026-03-02T09:00:00.000Z');
  const table = memoryTable(clock);
  const [bots, captured] = [botRepository(table), capturedRepository(table)];
  const bot = aBot();
  await bots.create(bot);
  let events = 0;
  let batches = 0;
  const add = async (size: number): Promise<void> => {
    const entries = Array.from({ length: size }, () => aParticipantEvent({ id: `${events++}` }));
    clock.advance(1);
    await captured.add({
      ...refOf(bot),
      captured_kind: 'participant_events',
      batch_id: sortableId(clock.now(), Uint8Array.of(batches++, ...new Uint8Array(9))),
      created_at: clock.now().toISOString(),
      entries,
    });
  };
  for (const size of sizes) await add(size);
  const list = createListCaptured('participant_events', { bots, captured });
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
  return { bots, captured, bot, clock, list, turn, add, ids, table, line };
};
