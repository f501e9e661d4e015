/** An hour in which everybody meets at the same time, by the real use cases over a table that counts, on a simulated clock. */

import { hasJoined } from '../../lib/domain/bot/bot.ts';
import type { CaptureOrder } from '../../lib/ports/capture-order.ts';
import type { ExecutionInput } from '../../lib/ports/lifecycle-execution.ts';
import { type ItemChange, tableIndexes } from '../../lib/ports/table.ts';
import { botOfItem } from '../../lib/storage/bots/bot-item.ts';
import { listedBots } from '../../lib/storage/bots/bot-lists.ts';
import { captureTaskRepository } from '../../lib/storage/bots/capture-tasks.ts';
import { capturedRepository } from '../../lib/storage/bots/captured.ts';
import { commandRepository } from '../../lib/storage/bots/commands.ts';
import { executionRepository } from '../../lib/storage/bots/executions.ts';
import { participantRepository } from '../../lib/storage/bots/participants.ts';
import { speechRepository } from '../../lib/storage/bots/speech.ts';
import { calendarEventRepository } from '../../lib/storage/calendars/calendar-events.ts';
import type { BotRef } from '../../lib/storage/keys.ts';
import { createCreateBot } from '../../lib/usecases/bots/create-bot.ts';
import { createLeaveBot } from '../../lib/usecases/bots/leave-bot.ts';
import { createEnterState } from '../../lib/usecases/lifecycle/enter-state.ts';
import { createFollowBot } from '../../lib/usecases/lifecycle/follow-bot.ts';
import { noLaunchLimit } from '../../lib/usecases/lifecycle/launch-turns.ts';
import { createWorkerLine } from '../../lib/usecases/worker/worker-line.ts';
import { aBotInput, aRecording } from '../../test/lab/builders/records.ts';
import { aClock } from '../../test/lab/doubles/clock.ts';
import { memoryTable } from '../../test/lab/doubles/memory-table.ts';

const project_id = 'prj_1';

/** Things to do at moments to come, in their order, a tenth of a second being the shortest time. */
const agenda = () => {
  const ticks = new Map<number, (() => Promise<unknown>)[]>();
  let last = 0;
  return {
    at(ms: number, work: () => Promise<unknown>): void {
      const tick = Math.ceil(ms / 100);
      last = Math.max(last, tick);
      const known = ticks.get(tick);
      if (known) known.push(work);
      else ticks.set(tick, [work]);
    },
    async run(from: number, passTo: (ms: number) => void): Promise<void> {
      for (let tick = Math.ceil(from / 100); tick <= last; tick += 1) {
        passTo(tick * 100);
        for (const work of ticks.get(tick) ?? []) await work();
        ticks.delete(tick);
      }
    },
  };
};

/** The partition keys that a change writes to, each as often as it does: an index entry that moves is taken out and put in. */
const writtenBy = ({ old, new: item }: ItemChange): string[] => {
  const entries = Object.entries(tableIndexes).flatMap(([index, { pk, sk }]) => {
    const entry = (of: ItemChange['old']) =>
      of?.[pk] === undefined || of[sk] === undefined ? undefined : [of[pk], of[sk]];
    const [before, after] = [entry(old), entry(item)];
    if (String(before) === String(after)) return [];
    return [before, after].flatMap((it) => (it ? [`${index}: ${it[0]}`] : []));
  });
  return [`table: ${(item ?? old)?.pk}`, ...entries];
};

/** The most writes of one second, and the key that they went to. */
export interface Hottest {
  readonly key: string;
  readonly writes: number;
}

/**
 * So many bots are created in one minute, to join at moments spread over `spreadMs` half an hour later, and leave
 * as closely together. Answers how often the hottest partition key of the table and its indices was written to.
 */
export const busyHour = async (count: number, spreadMs: number): Promise<Hottest> => {
  const begin = Date.parse('2026-03-02T09:00:00.000Z');
  const clock = aClock(new Date(begin));
  const table = memoryTable(clock);
  const { at, run } = agenda();
  const in_ms = (ms: number, work: () => Promise<unknown>): void => at(clock.now().getTime() + ms, work);
  /** A delay of up to so long, different from call to call, and the same in every run. */
  let calls = 0;
  const upTo = (ms: number): number => {
    calls += 1;
    return (calls * 7919) % ms;
  };

  const launch = async (order: CaptureOrder): Promise<{ task_id: string }> => {
    in_ms(20_000 + upTo(20_000), () => work(order));
    return { task_id: `${order.bot_id}/${order.attempt}` };
  };
  const enter = (input: ExecutionInput, name: string): void => {
    const { project_id, bot_id, state, arrival } = input;
    const execution = { project_id, bot_id, arrival };
    const step = () =>
      enterState({ state, token: `${name}/${arrival.sequence}/${calls++}`, execution_name: name, execution });
    in_ms(100 + upTo(200), step);
    const timeout = input.timeouts[state];
    if (state === 'scheduled' && timeout !== undefined) in_ms(timeout * 1000 + upTo(200), step);
  };
  const inputs = new Map<string, ExecutionInput>();
  const ports = {
    bots: listedBots(table),
    captured: capturedRepository(table),
    commands: commandRepository(table),
    participants: participantRepository(table),
    captureTasks: captureTaskRepository(table),
    speech: speechRepository(table),
    executions: executionRepository(table),
    launcher: { launch, isPending: async () => false, stop: async () => undefined },
    turns: noLaunchLimit,
    planStaging: async () => undefined,
    lifecycle: {
      start: async (name: string, input: ExecutionInput) => {
        inputs.set(name, input);
        enter(input, name);
      },
      resume: async (token: string, { to, sequence }: { to: string; sequence: number }) => {
        const name = token.slice(0, token.indexOf('/'));
        const input = inputs.get(name);
        if (input && to !== 'continued')
          enter({ ...input, state: to as ExecutionInput['state'], arrival: { sequence } }, name);
      },
      heartbeat: async () => undefined,
      stop: async () => undefined,
    },
    clock,
    transcription_timeout_seconds: 120,
  };
  const enterState = createEnterState(ports);
  const followBot = createFollowBot(ports);
  const leaveBot = createLeaveBot(ports);
  const createBot = createCreateBot({
    ...ports,
    events: calendarEventRepository(table),
    hosts: { demo_room: ['meet.example.com'] },
    platforms_off: [],
    checkAddress: () => undefined,
    openMedia: () => Promise.reject(new Error('no pictures here')),
    hasCustomTranscription: false,
  });

  /** A capture worker's life. Its later heartbeats are left out: they go to its own bot's partition. */
  const work = async (order: CaptureOrder): Promise<void> => {
    const ref: BotRef = order;
    const line = createWorkerLine(ports, ref, order.attempt);
    await line.beat();
    const bot = await ports.bots.get(ref);
    if (bot?.state !== 'staged') return;
    const untilJoin = Math.max(0, Date.parse(bot.join_at) - clock.now().getTime());
    in_ms(untilJoin, () => line.trigger('join_due'));
    in_ms(untilJoin + 2000 + upTo(3000), () => line.trigger('put_in_waiting_room'));
    in_ms(untilJoin + 6000 + upTo(10_000), () => line.trigger('admitted'));
    const meetingMs = 25 * 60_000;
    in_ms(untilJoin + meetingMs, () => leaveBot(ref));
    in_ms(untilJoin + meetingMs + 1000 + upTo(2000), () => line.trigger('left'));
    in_ms(untilJoin + meetingMs + 5000 + upTo(5000), async () => {
      const now = await ports.bots.get(ref);
      if (!now || !hasJoined(now)) throw new Error(`${ref.bot_id} was not in its meeting`);
      await line.saveRecording(aRecording());
      await line.trigger('processed');
    });
  };

  for (let n = 0; n < count; n += 1) {
    const join_at = new Date(begin + 30 * 60_000 + (n / count) * spreadMs).toISOString();
    at(begin + (n / count) * 60_000, () => createBot(project_id, aBotInput({ join_at, deduplication_key: `${n}` })));
  }

  let seen = 0;
  let second = 0;
  let thisSecond = new Map<string, number>();
  let hottest: Hottest = { key: 'none', writes: 0 };
  const countWrites = (): void => {
    for (; seen < table.changes.length; seen += 1) {
      const change = table.changes[seen];
      if (!change) continue;
      for (const key of writtenBy(change)) {
        const writes = (thisSecond.get(key) ?? 0) + 1;
        thisSecond.set(key, writes);
        if (writes > hottest.writes) hottest = { key, writes };
      }
      const [before, after] = [change.old && botOfItem(change.old), change.new && botOfItem(change.new)];
      if (before ?? after) in_ms(100, () => followBot({ before, after }));
    }
  };
  await run(begin, (ms) => {
    countWrites();
    if (Math.floor(ms / 1000) !== second) thisSecond = new Map();
    second = Math.floor(ms / 1000);
    clock.set(new Date(ms));
  });
  const finished = table.items().filter(({ kind, state }) => kind === 'bot' && state === 'ended').length;
  if (finished !== count) throw new Error(`${count - finished} of ${count} bots did not end`);
  return hottest;
};
