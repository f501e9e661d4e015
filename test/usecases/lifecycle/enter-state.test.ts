import { describe, expect, it } from 'vitest';
import { botOfItem } from '../../../lib/storage/bots/bot-item.ts';
import { refOf } from '../../../lib/storage/keys.ts';
import { createAdvanceBot } from '../../../lib/usecases/lifecycle/advance-bot.ts';
import { createFollowBot } from '../../../lib/usecases/lifecycle/follow-bot.ts';
import { expectInvariants, newestWorker, runToEnd, settle } from '../../lab/worlds/lifecycle/lifecycle-driver.ts';
import { begun, botIn, lifeOf, passTimeUntil, work } from '../../lab/worlds/lifecycle/lifecycle-steps.ts';
import { type LifecycleWorld, lifecycleWorld, type Move } from '../../lab/worlds/lifecycle/lifecycle-world.ts';

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

describe('a bot that is staged early, because many others join with it', () => {
  const early = async () => {
    const world = lifecycleWorld({ join_at: '2026-03-02T09:20:00.000Z', staging_lead_seconds: 600 });
    await world.create();
    await settle(world);
    await passTimeUntil(world, () => botIn(world).state === 'staged');
    return world;
  };
  const minutes = (world: LifecycleWorld): number =>
    (world.clock.now().getTime() - Date.parse('2026-03-02T09:00:00.000Z')) / 60_000;

  it('has its task ordered then, and joins at its time', async () => {
    const world = await early();
    expect(minutes(world)).toBe(10);
    expect(world.workers.map(({ order }) => order)).toMatchObject([{ attempt: 1, urgency: 'scheduled' }]);
    await runToEnd(world, 'working', () => botIn(world).state !== 'staged');
    expect(botIn(world).events.at(-1)?.created_at).toBe('2026-03-02T09:20:00.000Z');
    await runToEnd(world);
    expect(lifeOf(world)).toEqual([
      ...['scheduled', 'staged', 'joining', 'joined_recording', 'post_processing (ended_by_host)', 'ended'],
    ]);
    expectInvariants(world);
  });

  it('is waited for until five minutes after its time, as any other', async () => {
    const world = await early();
    world.refuse('no capacity');
    world.kill(newestWorker(world), false);
    await passTimeUntil(world, () => botIn(world).state === 'fatal_error');
    expect(minutes(world)).toBeGreaterThanOrEqual(25);
    expect(minutes(world)).toBeLessThan(26);
    expect(lifeOf(world).at(-1)).toBe('fatal_error (capture_not_launched)');
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
    world.refuse('no capacity');
    await passTimeUntil(world, () => botIn(world).state === 'fatal_error');
    expect(lifeOf(world).at(-1)).toBe('fatal_error (internal_error)');
    world.refuse();
    await runToEnd(world);
    expect(botIn(world).recording).toBeDefined();
    expectInvariants(world);
  });
});
