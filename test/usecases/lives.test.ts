import { describe, expect, it } from 'vitest';
import { refOf } from '../../lib/storage/keys.ts';
import { expectInvariants, newestWorker, runToEnd, settle } from '../lab/worlds/lifecycle/lifecycle-driver.ts';
import { begun, botIn, join_at, lifeOf, passTimeUntil, work } from '../lab/worlds/lifecycle/lifecycle-steps.ts';
import { lifecycleWorld } from '../lab/worlds/lifecycle/lifecycle-world.ts';

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

describe('a bot that is deleted', () => {
  it('while it waits stops its execution, and leaves nothing behind but that nothing more is kept of its webhooks', async () => {
    const { world, ref } = await begun({ join_at });
    await world.delete(ref);
    await settle(world);
    expect(world.executions.map(({ status }) => status)).toEqual(['aborted']);
    expect(world.stored.items().map(({ sk }) => sk)).toEqual(['webhook#forgotten', 'webhook#gone']);
  });

  it('before its execution has begun to wait', async () => {
    const world = lifecycleWorld({ join_at });
    await world.delete(refOf(await world.create()));
    await settle(world);
    expect(world.executions.map(({ status }) => status)).toEqual(['aborted']);
    expect(world.stored.items().map(({ sk }) => sk)).toEqual(['webhook#forgotten', 'webhook#gone']);
  });
});
