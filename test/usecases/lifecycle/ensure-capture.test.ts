import { describe, expect, it } from 'vitest';
import { refOf } from '../../../lib/storage/keys.ts';
import { createAdvanceBot } from '../../../lib/usecases/lifecycle/advance-bot.ts';
import { expectInvariants, newestWorker, runToEnd, settle } from '../../lab/worlds/lifecycle/lifecycle-driver.ts';
import { begun, botIn, join_at, lifeOf, passTimeUntil, work } from '../../lab/worlds/lifecycle/lifecycle-steps.ts';
import type { Gate, LifecycleWorld, Move } from '../../lab/worlds/lifecycle/lifecycle-world.ts';
import { lifecycleWorld } from '../../lab/worlds/lifecycle/lifecycle-world.ts';

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
    expect(newestWorker(world).order).not.toHaveProperty('is_anew');
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

describe('a task that only finishes a recording', () => {
  it('is replaced when it is silent, long before the time of its bot is up', async () => {
    const { world, ref } = await begun();
    await work(world, 'enter');
    await createAdvanceBot(world.ports)(ref, 'meeting_ended', 'ended_by_host');
    const ended = world.clock.now().getTime();
    world.kill(newestWorker(world), false);
    await passTimeUntil(world, () => world.workers.length === 2);
    expect(world.clock.now().getTime() - ended).toBeLessThan(180_000);
    await runToEnd(world);
    expect(botIn(world)).toMatchObject({ state: 'ended', recording: { format: 'mp4' } });
  });

  it('is not lost while it waits for its turn', async () => {
    const { world, ref } = await begun();
    await work(world, 'enter');
    world.fill(true);
    await createAdvanceBot(world.ports)(ref, 'meeting_ended', 'ended_by_host');
    world.kill(newestWorker(world), true);
    await settle(world);
    const ended = world.clock.now().getTime();
    await passTimeUntil(world, () => world.clock.now().getTime() > ended + 600_000);
    expect(world.orders).toHaveLength(2);
    world.fill(false);
    await runToEnd(world);
    expect(botIn(world)).toMatchObject({ state: 'ended', recording: { format: 'mp4' } });
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
    expect(world.clock.now().getTime() - Date.parse(bot.join_at)).toBeLessThan(30 * 60_000);
    expectInvariants(world);
  });
});

describe('a task that its platform takes an order for, and cannot start', () => {
  const failUntil = async (world: LifecycleWorld, isOver: () => boolean, every_seconds = 30) => {
    for (let i = 0; i < 500 && !isOver(); i += 1) {
      const worker = newestWorker(world);
      if (worker.isAlive) world.failToStart(worker);
      await settle(world);
      world.passTime(every_seconds);
      await settle(world);
    }
  };

  it('is ordered again as one that was refused, until the bot should long have joined', async () => {
    const world = lifecycleWorld({ join_at, staging_lead_seconds: 300 });
    await world.create();
    await settle(world);
    await passTimeUntil(world, () => world.workers.length === 1);
    await failUntil(world, () => world.clock.now().getTime() >= Date.parse(join_at) + 60_000);
    expect(botIn(world).state).toBe('staged');
    expect(world.workers.length).toBeGreaterThan(5);
    expect(newestWorker(world).order).toMatchObject({ mode: 'capture', is_anew: true });
    await runToEnd(world);
    expect(lifeOf(world).at(-1)).toBe('ended');
  });

  it('is ordered again at once for a minute, and then each time that its timer fires', async () => {
    const { world } = await begun();
    const since = world.clock.now().getTime();
    await failUntil(world, () => world.workers.length === 10, 10);
    const started = world.workers.map(({ started_at_ms }) => (started_at_ms - since) / 1000);
    expect(started).toEqual([0, 0, 10, 20, 30, 40, 50, 60, 140, 210]);
  });

  it('is ordered so too where it only finishes a recording, of a bot that waits for it', async () => {
    const { world, ref } = await begun();
    await work(world, 'enter');
    world.fill(true);
    await createAdvanceBot(world.ports)(ref, 'meeting_ended', 'ended_by_host');
    world.kill(newestWorker(world), true);
    await settle(world);
    world.fill(false);
    const since = world.clock.now().getTime();
    await failUntil(world, () => world.workers.length === 10, 10);
    const started = world.workers.slice(1).map(({ started_at_ms }) => (started_at_ms - since) / 1000);
    expect(started).toEqual([0, 0, 10, 20, 30, 40, 50, 60, 140]);
    await runToEnd(world);
    expect(botIn(world)).toMatchObject({ state: 'ended', recording: { format: 'mp4' } });
  });

  it('is ordered so too where it only finishes the recording of a failed bot', async () => {
    const { world } = await begun();
    await work(world, 'enter');
    for (const _ of [1, 2]) {
      world.kill(newestWorker(world), true);
      await settle(world);
    }
    expect(lifeOf(world).at(-1)).toBe('fatal_error (capture_lost)');
    const failed = world.clock.now().getTime();
    await failUntil(world, () => world.clock.now().getTime() >= failed + 25 * 60_000, 10);
    // The world has the longest pauses that jitter makes.
    const started = world.workers.slice(2).map(({ started_at_ms }) => Math.floor((started_at_ms - failed) / 1000));
    expect(started).toEqual([0, 0, 10, 20, 30, 40, 50, 60, 75, 142, 243, 395, 623, 923, 1223]);
    await runToEnd(world);
    expect(botIn(world)).toMatchObject({ recording: { format: 'mp4' } });
  });

  it('ends the bot as capture_not_launched when its time is up', async () => {
    const { world } = await begun();
    await failUntil(world, () => botIn(world).state === 'fatal_error');
    expect(lifeOf(world)).toEqual(['joining', 'fatal_error (capture_not_launched)']);
    const minutes = (world.clock.now().getTime() - Date.parse(botIn(world).join_at)) / 60_000;
    expect([minutes > 20, minutes < 40]).toEqual([true, true]);
  });

  it('is not lost where it was to replace a lost one, and is ordered again', async () => {
    const { world } = await begun();
    await work(world, 'enter');
    world.kill(newestWorker(world), true);
    await settle(world);
    for (let i = 0; i < 3; i += 1) {
      world.failToStart(newestWorker(world));
      await settle(world);
      world.passTime(20);
      await settle(world);
    }
    expect(newestWorker(world).order).toMatchObject({ mode: 'capture', attempt: 5 });
    await runToEnd(world);
    expect(lifeOf(world)).toEqual(['joining', 'joined_recording', 'post_processing (ended_by_host)', 'ended']);
  });

  it('is given up after a quarter of an hour in which nobody was in the meeting, and so is what was to be finished', async () => {
    const { world } = await begun();
    await work(world, 'enter');
    const left = world.clock.now().getTime();
    world.kill(newestWorker(world), true);
    await settle(world);
    await failUntil(world, () => botIn(world).state === 'fatal_error');
    expect(lifeOf(world)).toEqual(['joining', 'joined_recording', 'fatal_error (capture_lost)']);
    const minutes = (world.clock.now().getTime() - left) / 60_000;
    expect([minutes > 15, minutes < 20]).toEqual([true, true]);
    await failUntil(world, () => world.clock.now().getTime() > left + 3 * 3600_000);
    expect([newestWorker(world).order.mode, newestWorker(world).isAlive]).toEqual(['finish', false]);
  });
});

describe('a bot for which there is no room where tasks may be interrupted', () => {
  const kinds = (world: LifecycleWorld) =>
    world.orders.map(({ attempt, is_anew = false, is_uninterrupted = false }) => [attempt, is_anew, is_uninterrupted]);
  /** A world that loses what it knows of the launch of this number. */
  const forgetful = (forgotten: number) => {
    let launches = 0;
    const gate: Gate = {
      async before(call) {
        if (call === 'launcher.launch') launches += 1;
        if (call !== 'table.write' || launches !== forgotten) return;
        launches += 1;
        throw new Error('connection lost');
      },
      after: () => undefined,
    };
    return lifecycleWorld({ gate });
  };

  it('has a task of the other kind at once, by an order of its own, and has lost none', async () => {
    const world = lifecycleWorld();
    world.refuseInterruptible(true);
    const ref = refOf(await world.create());
    await settle(world);
    expect(kinds(world)).toEqual([
      [1, false, false],
      [2, true, true],
    ]);
    expect(await world.ports.captureTasks.get(ref)).toMatchObject({
      attempt: 2,
      lost: 0,
      task_id: newestWorker(world).id,
    });
    await runToEnd(world);
    expect(lifeOf(world).at(-1)).toBe('ended');
    expectInvariants(world);
  });

  it('has one task, of one kind, though its launch was forgotten and there is room again', async () => {
    const world = forgetful(2);
    world.refuseInterruptible(true);
    await world.create();
    await settle(world);
    await passTimeUntil(world, () => world.orders.length > 1);
    world.refuseInterruptible(false);
    await passTimeUntil(world, () => world.orders.length > 2);
    await runToEnd(world);
    expect(kinds(world).slice(1)).toEqual([
      [2, true, true],
      [2, true, true],
    ]);
    expect(world.workers).toHaveLength(1);
    expect(lifeOf(world).at(-1)).toBe('ended');
  });

  it('asks for that room again after both were refused, and when it was forgotten that it asked', async () => {
    const world = forgetful(3);
    world.refuseInterruptible(true);
    world.refuse('no capacity');
    await world.create();
    await settle(world);
    world.refuse();
    world.refuseInterruptible(false);
    await passTimeUntil(world, () => world.orders.length > 3);
    expect(kinds(world)).toEqual([
      [1, false, false],
      [2, true, true],
      [3, true, false],
      [3, true, false],
    ]);
    expect(world.workers).toHaveLength(1);
  });
});

describe('a bot that is put off while its worker waits', () => {
  it('is launched anew as one of which nobody was ever heard, however often that is refused', async () => {
    const { world, ref } = await begun({ join_at });
    await passTimeUntil(world, () => botIn(world).state === 'staged');
    await work(world, 'stay');
    await world.reschedule(ref, '2026-03-02T09:40:00.000Z');
    await settle(world);
    world.kill(newestWorker(world), true);
    await settle(world);
    world.refuse('no capacity');
    await passTimeUntil(world, () => world.orders.length === 4);
    expect(world.orders.slice(1)).toMatchObject(Array.from({ length: 3 }, () => ({ is_anew: true })));
    await runToEnd(world, 'idle');
    expect(lifeOf(world).at(-1)).toBe('fatal_error (capture_not_launched)');
  });
});

describe('a bot whose turn has not come', () => {
  it('is ordered nothing, asks again, and is launched by its first order', async () => {
    const { world, ref } = await begun({ join_at });
    world.pace(true);
    await passTimeUntil(world, () => botIn(world).state === 'staged');
    for (let i = 0; i < 5; i += 1) {
      world.passTime();
      await settle(world);
    }
    expect(await world.ports.captureTasks.get(ref)).toBeUndefined();
    world.pace(false);
    await runToEnd(world);
    expect(world.workers.map(({ order }) => order)).toMatchObject([{ attempt: 1, mode: 'capture' }]);
    expect(lifeOf(world).at(-1)).toBe('ended');
    expectInvariants(world);
  });

  it.each([
    ['scheduled', { join_at }],
    ['wanted at once', {}],
  ])('was not launched when the time of one that was %s is up', async (_, details) => {
    const world = lifecycleWorld(details);
    world.pace(true);
    await world.create();
    await runToEnd(world);
    expect(lifeOf(world).at(-1)).toBe('fatal_error (capture_not_launched)');
    expect(world.workers).toEqual([]);
    expectInvariants(world);
  });

  it.each<[string, Move[]]>([
    ['in its meeting', ['enter']],
    ['that was never heard of', []],
  ])('does not wait for one when it has lost its worker %s', async (_, moves) => {
    const { world } = await begun();
    await work(world, ...moves);
    world.pace(true);
    world.kill(newestWorker(world), true);
    await settle(world);
    expect(newestWorker(world).order).toMatchObject({ mode: 'capture', attempt: 2 });
  });

  it('waits for another one when it is staged again for another time', async () => {
    const { world, ref } = await begun({ join_at });
    await passTimeUntil(world, () => botIn(world).state === 'staged');
    await world.reschedule(ref, '2026-03-02T09:40:00.000Z');
    await settle(world);
    // Its worker goes when it hears of that.
    world.kill(newestWorker(world), true);
    await settle(world);
    world.pace(true);
    await passTimeUntil(world, () => botIn(world).state === 'staged');
    expect(world.workers.length).toBe(1);
    world.pace(false);
    await passTimeUntil(world, () => world.workers.length === 2);
    expect(newestWorker(world).order).toMatchObject({
      mode: 'capture',
      attempt: 2,
      is_anew: true,
      join_at: '2026-03-02T09:40:00.000Z',
    });
  });
});
