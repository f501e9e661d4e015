import { beforeEach, describe, expect, it } from 'vitest';
import type { Bot } from '../../../lib/domain/bot/bot.ts';
import type { BotState } from '../../../lib/domain/bot/lifecycle.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { captureTaskRepository } from '../../../lib/storage/bots/capture-tasks.ts';
import { executionRepository } from '../../../lib/storage/bots/executions.ts';
import { speechRepository } from '../../../lib/storage/bots/speech.ts';
import { refOf } from '../../../lib/storage/keys.ts';
import { createEnterState, EnterStateInput } from '../../../lib/usecases/lifecycle/enter-state.ts';
import { createFollowBot, executionName, firstSequenceOf } from '../../../lib/usecases/lifecycle/follow-bot.ts';
import { aBot, aBotEvent } from '../../lab/builders/records.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';
import { recordingLifecycle } from '../../lab/doubles/recording-lifecycle.ts';

const clock = aClock();
let ports: ReturnType<typeof newPorts>;
const newPorts = () => {
  const table = memoryTable(clock);
  return {
    table,
    bots: botRepository(table),
    executions: executionRepository(table),
    captureTasks: captureTaskRepository(table),
    speech: speechRepository(table),
    lifecycle: recordingLifecycle(),
    planStaging: async () => undefined,
    turns: { take: () => expect.unreachable() },
    launcher: {
      launch: () => expect.unreachable(),
      isPending: () => expect.unreachable(),
      stop: () => expect.unreachable(),
    },
    clock,
    transcription_timeout_seconds: 120,
  };
};
beforeEach(() => {
  ports = newPorts();
});

/** A bot that lived through these states. */
const lived = (...states: BotState[]): Bot =>
  aBot({
    state: states.at(-1) ?? 'joining',
    events: states.map((state) => aBotEvent({ state })),
    version: states.length,
  });
const waitsAt = (bot: Bot, sequence: number, state: BotState, first_sequence = 1) =>
  ports.executions.remember(refOf(bot), {
    execution_name: executionName(bot, first_sequence),
    state,
    sequence,
    first_sequence,
    token: `token-${sequence}`,
  });

describe('following a bot', () => {
  it('starts its execution in the state that it was created in', async () => {
    const bot = lived('joining');
    await createFollowBot(ports)({ before: undefined, after: bot });
    expect(ports.lifecycle.started).toEqual([
      {
        name: `${bot.id}-1-1`,
        input: {
          project_id: bot.project_id,
          bot_id: bot.id,
          state: 'joining',
          arrival: { sequence: 1 },
          timeouts: expect.objectContaining({ joining: 1800, leaving: 90 }),
        },
      },
    ]);
  });

  it.each<[BotState, BotState, boolean]>([
    ['joining', 'joined_recording', true],
    ['joining', 'waiting_room', false],
    ['joined_recording', 'leaving', true],
    ['joined_recording', 'fatal_error', false],
    ['post_processing', 'ended', true],
  ])('wakes it from %s to %s; expected: %s', async (from, to, expected) => {
    const [before, after] = [lived(from), lived(from, to)];
    await waitsAt(before, 1, from);
    await createFollowBot(ports)({ before, after });
    expect(ports.lifecycle.resumed).toEqual([{ token: 'token-1', departure: { to, sequence: 2, expected } }]);
  });

  it('does nothing when nothing happened to the bot, or before anything waits', async () => {
    const bot = lived('joining');
    await createFollowBot(ports)({ before: bot, after: { ...bot, version: 2, recording: null } });
    await createFollowBot(ports)({ before: bot, after: lived('joining', 'waiting_room') });
    await createFollowBot(ports)({ before: undefined, after: undefined });
    expect([ports.lifecycle.started, ports.lifecycle.resumed, ports.lifecycle.stopped]).toEqual([[], [], []]);
  });

  it('stops the execution of a bot that is gone, and forgets where it waited', async () => {
    const bot = lived('scheduled');
    await waitsAt(bot, 1, 'scheduled', 1);
    await createFollowBot(ports)({ before: bot, after: undefined });
    expect(ports.lifecycle.stopped).toEqual([executionName(bot, 1)]);
    expect(await ports.executions.get(refOf(bot))).toBeUndefined();
  });

  it('puts an execution timed for the new appointment in the place of the old one', async () => {
    const bot = lived('scheduled');
    const moved = { ...bot, join_at: '2026-03-02T10:00:00.000Z', schedule_version: 2, version: 2 };
    await createFollowBot(ports)({ before: bot, after: moved });
    await createFollowBot(ports)({ before: bot, after: moved });
    expect(new Set(ports.lifecycle.started.map(({ name }) => name))).toEqual(new Set([executionName(moved, 1)]));
    expect(ports.lifecycle.started[0]?.input).toMatchObject({ state: 'scheduled', arrival: { sequence: 1 } });
    expect(new Set(ports.lifecycle.stopped)).toEqual(new Set([executionName(bot, 1)]));
  });
});

describe('a life of more than a thousand steps', () => {
  const toggles = Array.from(
    { length: 1002 },
    (_, i): BotState => (i % 2 ? 'joined_recording_paused' : 'joined_recording'),
  );
  const before = lived(...toggles.slice(0, 1001));
  const after = lived(...toggles);

  it('goes on in a fresh execution, and the old one ends', async () => {
    await waitsAt(before, 1001, 'joined_recording');
    await createFollowBot(ports)({ before, after });
    expect(ports.lifecycle.started).toMatchObject([
      { name: `${after.id}-1-1002`, input: { state: 'joined_recording_paused', arrival: { sequence: 1002 } } },
    ]);
    expect(ports.lifecycle.resumed).toEqual([
      { token: 'token-1001', departure: { to: 'continued', sequence: 1002, expected: false } },
    ]);
  });

  it('counts from where the fresh one began', async () => {
    await waitsAt(before, 1001, 'joined_recording', 900);
    await createFollowBot(ports)({ before, after });
    expect(ports.lifecycle.started).toEqual([]);
    expect(firstSequenceOf(executionName(after, 1002))).toBe(1002);
  });

  it('ends in the old one when the next step is the last', async () => {
    const [last, ended] = [
      lived(...toggles.slice(0, 1000), 'post_processing'),
      lived(...toggles.slice(0, 1000), 'post_processing', 'ended'),
    ];
    await waitsAt(last, 1001, 'post_processing');
    await createFollowBot(ports)({ before: last, after: ended });
    expect(ports.lifecycle.started).toEqual([]);
    expect(ports.lifecycle.resumed).toMatchObject([{ departure: { to: 'ended' } }]);
  });

  it('is not lost when the old one is not told: entered again, it says so once more and keeps its old token to itself', async () => {
    await ports.bots.create(after);
    await waitsAt(after, 1002, 'joined_recording_paused', 1002);
    const entered = {
      state: 'joined_recording',
      token: 'token-of-the-old-one',
      execution_name: executionName(after, 1),
      execution: { project_id: after.project_id, bot_id: after.id, arrival: { sequence: 1001 } },
    };
    await createEnterState(ports)(EnterStateInput.parse(entered));
    expect(ports.lifecycle.resumed).toMatchObject([{ token: 'token-of-the-old-one', departure: { to: 'continued' } }]);
    expect(await ports.executions.get(refOf(after))).toMatchObject({ token: 'token-1002', first_sequence: 1002 });
  });
});

describe('what the state machine hands over', () => {
  const arrived = (arrival: unknown) => ({
    state: 'leaving',
    token: 'token',
    execution_name: 'bot_1-1-1',
    execution: { project_id: 'prj_1', bot_id: 'bot_1', arrival, timeouts: { leaving: 90 }, overdue: {} },
  });
  it('is understood after the expected step, and after one that travelled as an error', () => {
    expect(EnterStateInput.parse(arrived({ sequence: 4 })).execution.arrival).toEqual({ sequence: 4 });
    const { arrival } = EnterStateInput.parse(arrived({ Error: 'leaving', Cause: '{"sequence":4}' })).execution;
    expect(arrival).toEqual({ Cause: { sequence: 4 } });
  });
  it.each([{}, { sequence: 0 }, { Cause: 'no JSON' }, { Cause: '{}' }])(
    'is refused without a sequence: %j',
    (arrival) => {
      expect(() => EnterStateInput.parse(arrived(arrival))).toThrow();
    },
  );
});
