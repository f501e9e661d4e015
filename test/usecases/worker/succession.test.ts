import { describe, expect, it } from 'vitest';
import { CaptureNotLaunchedError } from '../../../lib/domain/errors.ts';
import type { DatedOrder } from '../../../lib/ports/capture-order.ts';
import { createOrderSuccessor } from '../../../lib/usecases/lifecycle/order-successor.ts';
import { createSuccession } from '../../../lib/usecases/worker/succession.ts';
import { aBot } from '../../lab/builders/records.ts';
import { newestWorker, runToEnd, settle } from '../../lab/worlds/lifecycle/lifecycle-driver.ts';
import { begun, lifeOf, work } from '../../lab/worlds/lifecycle/lifecycle-steps.ts';
import { type LifecycleWorld, lifecycleWorld } from '../../lab/worlds/lifecycle/lifecycle-world.ts';

/** A bot whose first worker is in the meeting, and was told that it will end. */
const warned = async () => {
  const { world, ref } = await begun();
  await work(world, 'enter');
  await createOrderSuccessor(world.ports)(ref, 1);
  const succession = (attempt: number) => createSuccession(world.ports, ref, attempt);
  return { world, ref, first: succession(1), second: succession(2), task: () => world.ports.captureTasks.get(ref) };
};

/** The attempts whose workers are alive. */
const alive = ({ workers }: LifecycleWorld) => workers.flatMap((one) => (one.isAlive ? one.order.attempt : []));

describe('a worker that is told that it will end', () => {
  it('has a successor, beside which it goes on until that takes over', async () => {
    const { world, first, second, task } = await warned();
    expect(alive(world)).toEqual([1, 2]);
    expect([await first.standing(), await second.standing()]).toEqual(['at_work', 'standby']);
    expect(await second.takeOver()).toBe(true);
    expect([await first.standing(), await second.standing()]).toEqual(['relieved', 'at_work']);
    expect(await task()).toMatchObject({ attempt: 2, lost: 0, task_id: newestWorker(world).id });
  });

  it('is relieved also by a successor of an earlier version, which does not tell whom it relieves', async () => {
    const { world, ref, first, second, task } = await warned();
    await second.takeOver();
    const { relieved_attempt: _, ...told } = (await task()) ?? expect.unreachable();
    await world.ports.captureTasks.claim(ref, told, await task());
    expect(await first.standing()).toBe('relieved');
    const until = new Date('2026-03-02T10:00:00.000Z');
    await first.handOver(until);
    expect(await second.predecessor()).toEqual(until);
  });

  it('tells its successor until when it has told everything', async () => {
    const { first, second } = await warned();
    await first.handOver(new Date('2026-03-02T09:59:00.000Z'));
    await second.takeOver();
    expect(await second.predecessor()).toBe('telling');
    const until = new Date('2026-03-02T10:00:00.000Z');
    await first.handOver(until);
    expect(await second.predecessor()).toEqual(until);
  });

  it('ends without another one being started, and no client hears of it', async () => {
    const { world, second } = await warned();
    await second.takeOver();
    world.kill(world.workers[0] as never, true);
    await settle(world);
    expect(alive(world)).toEqual([2]);
    await runToEnd(world);
    expect(lifeOf(world)).toEqual(['joining', 'joined_recording', 'post_processing (ended_by_host)', 'ended']);
  });

  it('that ends before it is relieved leaves the bot to the one that is there already', async () => {
    const { world, second, task } = await warned();
    world.kill(world.workers[0] as never, true);
    await settle(world);
    expect([alive(world), await second.standing(), (await task())?.attempt]).toEqual([[2], 'at_work', 2]);
    expect(await second.predecessor()).toBe('lost');
    expect(await second.takeOver()).toBe(true);
    expect(world.workers.length).toBe(2);
  });

  it('that is lost when the meeting is over leaves the recording to a task that finishes it, not to its successor', async () => {
    const { world, ref, second } = await warned();
    await world.work(world.workers[0] as never, 'end');
    await settle(world);
    world.kill(world.workers[0] as never, true);
    await settle(world);
    expect(newestWorker(world).order).toMatchObject({ attempt: 2, mode: 'finish' });
    expect(await second.standing()).toBe('superseded');
    expect(await createSuccession(world.ports, ref, 2, 'finish').standing()).toBe('at_work');
  });

  it('goes on when its successor came in vain, and is replaced by a third one when it ends', async () => {
    const { world, first, second } = await warned();
    world.kill(newestWorker(world), true);
    await settle(world);
    expect([alive(world), await first.standing(), await second.standing()]).toEqual([[1], 'at_work', 'superseded']);
    expect(await second.takeOver()).toBe(false);
    world.kill(world.workers[0] as never, true);
    await settle(world);
    expect(alive(world)).toEqual([3]);
  });

  it('has another successor where the first could not be started, which takes over as that one would have', async () => {
    const { world, ref, first, second, task } = await warned();
    world.failToStart(newestWorker(world));
    await settle(world);
    expect(alive(world)).toEqual([1, 3]);
    const third = createSuccession(world.ports, ref, 3);
    expect([await first.standing(), await second.standing(), await third.standing()]).toEqual([
      'at_work',
      'superseded',
      'standby',
    ]);
    expect(await third.takeOver()).toBe(true);
    expect([await first.standing(), await third.standing()]).toEqual(['relieved', 'at_work']);
    const until = new Date('2026-03-02T10:00:00.000Z');
    await first.handOver(until);
    expect(await third.predecessor()).toEqual(until);
    expect(await task()).toMatchObject({ attempt: 3, lost: 0, task_id: newestWorker(world).id });
  });

  it('that ends while another successor starts leaves the bot to that one, whatever is told twice', async () => {
    const { world, ref } = await warned();
    const unstarted = newestWorker(world);
    world.failToStart(unstarted);
    await settle(world);
    world.unreported.push(unstarted);
    world.kill(world.workers[0] as never, true);
    await settle(world);
    expect([alive(world), (await world.ports.captureTasks.get(ref))?.attempt]).toEqual([[3], 3]);
  });

  it('has a successor also while its bot is on its way from one room to another', async () => {
    const { world, ref } = await begun();
    await work(world, 'enter', 'move');
    expect((await world.ports.bots.get(ref))?.state).toBe('joining_breakout_room');
    await createOrderSuccessor(world.ports)(ref, 1);
    expect(alive(world)).toEqual([1, 2]);
  });

  it('has one successor however often it is told', async () => {
    const { world, ref } = await warned();
    await createOrderSuccessor(world.ports)(ref, 1);
    expect(alive(world)).toEqual([1, 2]);
  });

  it('has a successor within half a minute where none can be started for a moment', async () => {
    const { world, ref } = await begun();
    await work(world, 'enter');
    world.refuse('ThrottlingException');
    let waited_ms = 0;
    const pause = async (ms: number): Promise<void> => {
      waited_ms += ms;
      if (waited_ms > 5_000) world.refuse();
    };
    await createOrderSuccessor({ ...world.ports, pause })(ref, 1);
    expect(alive(world)).toEqual([1, 2]);
    expect(waited_ms).toBeLessThan(25_000);
  });

  it('goes on when none can be started, and is replaced as ever', async () => {
    const { world, ref } = await begun();
    await work(world, 'enter');
    world.refuse('no capacity');
    await expect(createOrderSuccessor(world.ports)(ref, 1)).rejects.toThrow(CaptureNotLaunchedError);
    world.refuse();
    world.kill(newestWorker(world), true);
    await settle(world);
    expect(alive(world)).toEqual([2]);
  });
});

describe('nobody is ordered', () => {
  it('for a bot that is not in its meeting yet', async () => {
    const { world, ref } = await begun();
    await createOrderSuccessor(world.ports)(ref, 1);
    expect(alive(world)).toEqual([1]);
  });

  it('in place of a worker that was replaced, or for a bot that is gone', async () => {
    const { world, ref } = await begun();
    await work(world, 'enter');
    await createOrderSuccessor(world.ports)(ref, 2);
    await createOrderSuccessor(world.ports)({ ...ref, bot_id: 'bot_none' }, 1);
    expect(alive(world)).toEqual([1]);
  });
});

describe('an app session whose worker will end', () => {
  it('has another one ordered, which waits for the stream that one alone can have', async () => {
    const launched: DatedOrder[] = [];
    const { ports } = lifecycleWorld();
    const bots = { get: async () => aBot({ state: 'joined_recording' }) };
    const launcher = { launch: async (order: DatedOrder) => ({ task_id: String(launched.push(order)) }) };
    const task = { attempt: 1, lost: 0, mode: 'capture', launched_at: '2026-03-02T10:00:00.000Z' } as const;
    const ref = { project_id: 'prj_1', bot_id: 'app_1' };
    await ports.captureTasks.claim(ref, task, undefined);
    await createOrderSuccessor({ ...ports, bots, launcher })(ref, 1);
    expect(launched).toEqual([expect.objectContaining({ ...ref, attempt: 2, mode: 'capture' })]);
  });
});
