import { describe, expect, it } from 'vitest';
import { botOfItem } from '../../lib/storage/bot-item.ts';
import { refOf } from '../../lib/storage/keys.ts';
import type { CreateBotInput } from '../../lib/usecases/bots/create-bot.ts';
import { createAdvanceBot } from '../../lib/usecases/lifecycle/advance-bot.ts';
import { createFollowBot } from '../../lib/usecases/lifecycle/follow-bot.ts';
import { expectInvariants, newestWorker, runToEnd, settle } from '../lab/worlds/lifecycle-driver.ts';
import { type LifecycleWorld, lifecycleWorld, type Move } from '../lab/worlds/lifecycle-world.ts';

const join_at = '2026-03-02T09:10:00.000Z';

const botIn = (world: LifecycleWorld) => {
  const [bot] = world.storedBots();
  if (!bot) throw new Error('there is no bot');
  return bot;
};
const lifeOf = (world: LifecycleWorld): string[] =>
  botIn(world).events.map(({ state, sub_type }) => (sub_type ? `${state} (${sub_type})` : state));

/** A world whose bot was created and whose execution has come to rest. */
const begun = async (input: Partial<CreateBotInput> = {}) => {
  const world = lifecycleWorld(input);
  const bot = await world.create();
  await settle(world);
  return { world, ref: refOf(bot) };
};
/** Does the worker's moves one after the other, each followed through. */
const work = async (world: LifecycleWorld, ...moves: Move[]): Promise<void> => {
  for (const move of moves) {
    await world.work(newestWorker(world), move);
    await settle(world);
  }
};
/** Lets time pass, with nobody working, until something is different. */
const passTimeUntil = async (world: LifecycleWorld, isSo: () => boolean): Promise<void> => {
  for (let i = 0; i < 2000 && !isSo(); i += 1) {
    if (!world.passTime()) break;
    await settle(world);
  }
  expect(isSo()).toBe(true);
};

describe('a normal life', () => {
  it('at once: joins, records, leaves, ends, in six transitions', async () => {
    const { world, ref } = await begun();
    expect(newestWorker(world).order).toMatchObject({ ...ref, attempt: 1, mode: 'capture' });
    await work(world, 'enter');
    await world.leave(ref);
    await work(world, 'stay', 'stay');
    expect(lifeOf(world)).toEqual([
      'joining',
      'joined_recording',
      'leaving (user_requested)',
      'post_processing',
      'ended',
    ]);
    expect(world.executions[0]?.path).toEqual(['joining', 'joined_recording', 'leaving', 'post_processing', 'ended']);
    expect(world.workers.length).toBe(1);
    expectInvariants(world);
  });

  it('scheduled: the worker is up two minutes before, and joins at join_at', async () => {
    const { world } = await begun({ join_at });
    expect(world.workers).toEqual([]);
    await passTimeUntil(world, () => world.workers.length === 1);
    expect(world.clock.now().toISOString()).toBe('2026-03-02T09:08:00.000Z');
    await work(world, 'stay');
    expect(botIn(world).state).toBe('staged');
    world.clock.set(join_at);
    await work(world, 'stay', 'enter', 'end', 'stay');
    expect(lifeOf(world)).toEqual([
      'scheduled',
      'staged',
      'joining',
      'joined_recording',
      'post_processing (ended_by_host)',
      'ended',
    ]);
    expectInvariants(world);
  });
});

describe('a bot that is put off', () => {
  const later = '2026-03-02T11:00:00.000Z';
  /** A bot that was staged, whose worker was at work, and which was then given a later appointment. */
  const putOff = async () => {
    const { world, ref } = await begun({ join_at });
    await passTimeUntil(world, () => botIn(world).state === 'staged');
    await work(world, 'stay');
    await world.reschedule(ref, later);
    await settle(world);
    await work(world, 'stay');
    return { world, ref };
  };

  it('while it is staged is scheduled again, and its worker goes', async () => {
    const { world } = await putOff();
    expect(botIn(world)).toMatchObject({ state: 'scheduled', join_at: later });
    expect(botIn(world).events.map(({ type }) => type)).toEqual(['bot_created', 'staged', 'rescheduled']);
    expect(world.workers.map(({ isAlive }) => isAlive)).toEqual([false]);
    expect(world.executions.map(({ status }) => status)).toEqual(['aborted', 'running']);
  });

  it('is staged again two minutes before the later moment, and joins then', async () => {
    const { world } = await putOff();
    await passTimeUntil(world, () => world.workers.length === 2);
    expect(world.clock.now().toISOString()).toBe('2026-03-02T10:58:00.000Z');
    world.clock.set(later);
    await work(world, 'stay', 'enter', 'end', 'stay');
    expect(lifeOf(world)).toEqual([
      'scheduled',
      'staged',
      'scheduled',
      'staged',
      'joining',
      'joined_recording',
      'post_processing (ended_by_host)',
      'ended',
    ]);
    expectInvariants(world);
  });

  it('has lost no worker by that: it may lose as many as any other', async () => {
    const { world } = await putOff();
    await passTimeUntil(world, () => world.workers.length === 2);
    await work(world, 'stay');
    world.kill(newestWorker(world), true);
    await settle(world);
    expect(botIn(world).state).toBe('staged');
    expect(world.workers.map(({ isAlive }) => isAlive)).toEqual([false, false, true]);
  });

  it('can be deleted then', async () => {
    const { world, ref } = await putOff();
    await world.delete(ref);
    await settle(world);
    expect(world.executions.map(({ status }) => status)).toEqual(['aborted', 'aborted']);
  });
});

describe('leaving', () => {
  it('before the execution has begun to wait', async () => {
    const world = lifecycleWorld();
    const bot = await world.create();
    await world.leave(refOf(bot));
    await settle(world);
    expect(lifeOf(world)).toEqual(['joining', 'leaving (user_requested)', 'post_processing', 'ended']);
    expect(world.workers).toEqual([]);
    expectInvariants(world);
  });

  it('before the worker has ever beaten: it is stopped, and nobody waits for it', async () => {
    const { world, ref } = await begun();
    await world.leave(ref);
    await settle(world);
    expect(lifeOf(world).at(-1)).toBe('ended');
    expect(world.workers.map(({ isAlive }) => isAlive)).toEqual([false]);
    expectInvariants(world);
  });

  it('while staged', async () => {
    const { world, ref } = await begun({ join_at });
    await passTimeUntil(world, () => botIn(world).state === 'staged');
    await world.leave(ref);
    await settle(world);
    expect(lifeOf(world)).toEqual(['scheduled', 'staged', 'leaving (user_requested)', 'post_processing', 'ended']);
    expectInvariants(world);
  });

  it('with a worker that never says it left takes 90 s, and its recording is finished', async () => {
    const { world, ref } = await begun();
    await work(world, 'enter');
    await world.leave(ref);
    await settle(world);
    world.kill(newestWorker(world), false);
    await passTimeUntil(world, () => botIn(world).state === 'post_processing');
    expect(newestWorker(world).order).toMatchObject({ mode: 'finish', attempt: 2 });
    await runToEnd(world);
    expect(botIn(world).recording).toBeDefined();
    expect(lifeOf(world).at(-1)).toBe('ended');
    expectInvariants(world);
  });
});

describe('an execution that is behind its bot', () => {
  it('catches up state by state when it has stored its token', async () => {
    const world = lifecycleWorld();
    const bot = await world.create();
    for (const trigger of ['put_in_waiting_room', 'admitted', 'pause'] as const) {
      await createAdvanceBot(world.ports)(refOf(bot), trigger);
    }
    await settle(world);
    expect(world.executions[0]?.path).toEqual([
      'joining',
      'waiting_room',
      'joined_recording',
      'joined_recording_paused',
    ]);
    expect(world.workers.length).toBe(1);
  });

  it('takes a change told twice as told once', async () => {
    const { world } = await begun();
    await work(world, 'enter', 'pause', 'resume');
    const path = [...(world.executions[0]?.path ?? [])];
    for (const { old, new: item } of world.stored.changes) {
      await createFollowBot(world.ports)({ before: old && botOfItem(old), after: item && botOfItem(item) });
    }
    await settle(world);
    expect(world.executions.length).toBe(1);
    expect(world.executions[0]?.path).toEqual(path);
  });
});

describe('a bot for which there is no room yet', () => {
  const waiting = async (details: Parameters<typeof begun>[0] = {}) => {
    const world = lifecycleWorld(details);
    world.fill(true);
    const bot = await world.create();
    await settle(world);
    return { world, bot, ref: refOf(bot) };
  };

  it('waits for its turn, however silent that is, and joins when it has it', async () => {
    const { world, bot } = await waiting();
    for (const until = world.clock.now().getTime() + 20 * 60_000; world.clock.now().getTime() < until; ) {
      world.passTime();
      await settle(world);
    }
    expect([world.waiting(), world.workers, botIn(world).state]).toEqual([[bot.id], [], 'joining']);
    world.fill(false);
    expect(newestWorker(world).order).toMatchObject({ bot_id: bot.id, attempt: 1 });
    await runToEnd(world);
    expect(lifeOf(world)).toEqual(['joining', 'joined_recording', 'post_processing (ended_by_host)', 'ended']);
    expectInvariants(world);
  });

  it('was not launched when its time is up, and waits no more', async () => {
    const { world } = await waiting();
    await passTimeUntil(world, () => botIn(world).state === 'fatal_error');
    expect(lifeOf(world)).toEqual(['joining', 'fatal_error (capture_not_launched)']);
    expect([world.waiting(), world.workers]).toEqual([[], []]);
  });

  it('leaves without ever having had its turn when it is told to', async () => {
    const { world, ref } = await waiting();
    await world.leave(ref);
    await settle(world);
    expect(lifeOf(world)).toEqual(['joining', 'leaving (user_requested)', 'post_processing', 'ended']);
    expect([world.waiting(), world.workers]).toEqual([[], []]);
  });
});

describe('a lost worker', () => {
  it('whose end is reported is replaced at once, and joins again', async () => {
    const { world } = await begun();
    await work(world, 'enter');
    world.kill(newestWorker(world), true);
    await settle(world);
    expect(newestWorker(world).order).toMatchObject({ mode: 'capture', attempt: 2 });
    await runToEnd(world);
    expect(lifeOf(world)).toEqual(['joining', 'joined_recording', 'post_processing (ended_by_host)', 'ended']);
    expectInvariants(world);
  });

  it('is known to those after it, up to when it was last heard of', async () => {
    const { world, ref } = await begun();
    const task = () => world.ports.captureTasks.get(ref);
    expect(await task()).not.toHaveProperty('heard_before_at');
    await work(world, 'enter');
    const { heartbeat_at } = (await task()) ?? {};
    expect(heartbeat_at).toBeDefined();
    for (const attempt of [2, 3]) {
      world.clock.advance(30);
      // The second is never heard of.
      world.kill(newestWorker(world), true);
      await settle(world);
      expect(await task()).toMatchObject({ attempt, heard_before_at: heartbeat_at });
    }
  });

  it('that falls silent is replaced within 70 s, and stopped if it still runs', async () => {
    const { world } = await begun();
    await work(world, 'enter');
    const silentSince = world.clock.now().getTime();
    await passTimeUntil(world, () => world.workers.length === 2);
    expect(world.clock.now().getTime() - silentSince).toBeLessThanOrEqual(70_000);
    expect(world.workers.map(({ isAlive }) => isAlive)).toEqual([false, true]);
  });

  it('that comes back when another has its place ends', async () => {
    const { world } = await begun();
    await work(world, 'enter');
    const [first] = world.workers;
    await passTimeUntil(world, () => world.workers.length === 2);
    if (first) first.isAlive = true;
    if (first) await world.work(first, 'pause');
    expect(first?.isAlive).toBe(false);
    expect(botIn(world).state).toBe('joined_recording');
  });

  it('lost twice ends the bot as capture_lost, with what was recorded finished', async () => {
    const { world } = await begun();
    await work(world, 'enter');
    world.kill(newestWorker(world), true);
    await settle(world);
    world.kill(newestWorker(world), true);
    await settle(world);
    expect(lifeOf(world)).toEqual(['joining', 'joined_recording', 'fatal_error (capture_lost)']);
    expect(newestWorker(world).order).toMatchObject({ mode: 'finish', attempt: 3 });
    await runToEnd(world);
    expect(botIn(world)).toMatchObject({ recording: { format: 'mp4' }, recording_state: 'complete' });
    expectInvariants(world);
  });

  it('while finishing is replaced, also after a fatal error, but not for ever', async () => {
    const { world } = await begun();
    await work(world, 'enter');
    await runToEnd(world, 'idle');
    expect(lifeOf(world).at(-1)).toBe('fatal_error (capture_lost)');
    expect(world.workers.map(({ order }) => order.mode)).toEqual(['capture', 'capture', 'finish', 'finish']);
    expectInvariants(world);
  });

  it('that never beat, twice, ends the bot as capture_not_launched', async () => {
    const { world } = await begun();
    await runToEnd(world, 'idle');
    expect(lifeOf(world)).toEqual(['joining', 'fatal_error (capture_not_launched)']);
    expect(world.workers.length).toBe(2);
    expectInvariants(world);
  });
});

describe('a launch that is refused', () => {
  it('is tried again, and does not count as a loss', async () => {
    const { world } = await begun({ join_at });
    world.refuse('no capacity');
    await passTimeUntil(world, () => botIn(world).state === 'staged');
    for (let i = 0; i < 3; i += 1) {
      world.passTime();
      await settle(world);
    }
    expect(world.workers).toEqual([]);
    world.refuse();
    await runToEnd(world);
    expect(lifeOf(world).at(-1)).toBe('ended');
    expect(world.workers.length).toBe(1);
    expectInvariants(world);
  });

  it('for minutes ends the bot as capture_not_launched', async () => {
    const world = lifecycleWorld();
    world.refuse('no capacity');
    const bot = await world.create();
    await runToEnd(world);
    expect(lifeOf(world)).toEqual(['joining', 'fatal_error (capture_not_launched)']);
    expect(world.clock.now().getTime() - Date.parse(bot.join_at)).toBeLessThan(300_000);
    expectInvariants(world);
  });
});

describe('a deadline', () => {
  /** Beats every 20 s and does nothing else, until the bot has failed. */
  const beatUntilFailed = async (world: LifecycleWorld): Promise<void> => {
    for (let i = 0; i < 10_000 && botIn(world).state !== 'fatal_error'; i += 1) {
      for (const worker of world.workers.filter(({ isAlive }) => isAlive)) await world.work(worker, 'stay');
      await settle(world);
      world.passTime(20);
    }
    await runToEnd(world);
  };
  it.each<[string, Move[], string]>([
    ['joining', [], 'unable_to_connect_to_meeting'],
    ['the waiting room', ['wait'], 'waiting_room_timeout_exceeded'],
    ['the meeting', ['enter'], 'max_runtime_exceeded'],
    ['a move between rooms', ['enter', 'move'], 'ui_element_not_found'],
  ])('ends %s, however lively the worker', async (_, moves, subType) => {
    const { world } = await begun();
    await work(world, ...moves);
    await beatUntilFailed(world);
    expect(lifeOf(world).at(-1)).toBe(`fatal_error (${subType})`);
    expectInvariants(world);
  });

  it('ends processing, and what was recorded is finished all the same', async () => {
    const { world } = await begun();
    await work(world, 'enter', 'end');
    world.kill(newestWorker(world), false);
    await passTimeUntil(world, () => botIn(world).state === 'fatal_error');
    expect(lifeOf(world).at(-1)).toBe('fatal_error (internal_error)');
    await runToEnd(world);
    expect(botIn(world).recording).toBeDefined();
    expectInvariants(world);
  });
});

describe('a bot that is deleted', () => {
  it('while it waits stops its execution and leaves nothing behind', async () => {
    const { world, ref } = await begun({ join_at });
    await world.delete(ref);
    await settle(world);
    expect(world.executions.map(({ status }) => status)).toEqual(['aborted']);
    expect(world.stored.items()).toEqual([]);
  });

  it('before its execution has begun to wait', async () => {
    const world = lifecycleWorld({ join_at });
    await world.delete(refOf(await world.create()));
    await settle(world);
    expect(world.executions.map(({ status }) => status)).toEqual(['aborted']);
    expect(world.stored.items()).toEqual([]);
  });
});

describe('a function that keeps failing', () => {
  it('ends its bot as internal_error, and the recording is finished once it works again', async () => {
    let isDown = false;
    const world = lifecycleWorld({
      gate: {
        before: async (call) => {
          if (isDown && call === 'launcher.stop') throw new Error('connection lost');
        },
        after: () => undefined,
      },
    });
    await world.create();
    await settle(world);
    await work(world, 'enter');
    isDown = true;
    await passTimeUntil(world, () => botIn(world).state === 'fatal_error');
    isDown = false;
    expect(lifeOf(world).at(-1)).toBe('fatal_error (internal_error)');
    await runToEnd(world);
    expect(botIn(world).recording).toBeDefined();
    expectInvariants(world);
  });
});
