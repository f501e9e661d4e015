import { describe, expect, it } from 'vitest';
import { capturedFolder } from '../../../lib/storage/bots/media-names.ts';
import { refOf } from '../../../lib/storage/keys.ts';
import { createDeleteBotData } from '../../../lib/usecases/bots/delete-bot-data.ts';
import { createCatchUpBots } from '../../../lib/usecases/lifecycle/catch-up-bots.ts';
import { runToEnd, settle } from '../../lab/worlds/lifecycle/lifecycle-driver.ts';
import { begun, botIn, join_at, lifeOf, passTimeUntil, work } from '../../lab/worlds/lifecycle/lifecycle-steps.ts';
import { type LifecycleWorld, lifecycleWorld } from '../../lab/worlds/lifecycle/lifecycle-world.ts';

const long_ago = new Date(0);

const catchUpIn = (world: LifecycleWorld) =>
  createCatchUpBots({
    ...world.ports,
    projects: { ids: async () => ['prj_1'] },
    onUnreadable(error) {
      throw error;
    },
  });

describe('what was given up before it was followed', () => {
  it('is made up for where a bot was scheduled: it joins when it should', async () => {
    const world = lifecycleWorld({ join_at });
    await world.create();
    world.giveUp();
    await settle(world);
    expect(world.executions).toEqual([]);
    expect(await catchUpIn(world)(long_ago)).toEqual({ timed: 1, erased: 0 });
    await settle(world);
    expect(await catchUpIn(world)(long_ago)).toEqual({ timed: 0, erased: 0 });
    await passTimeUntil(world, () => world.workers.length === 1);
    expect(world.clock.now().getTime()).toBeLessThan(Date.parse(join_at));
    await runToEnd(world);
    expect(lifeOf(world).at(-1)).toBe('ended');
  });

  it('is made up for where a bot was brought forward', async () => {
    const { world, ref } = await begun({ join_at: '2026-03-02T15:00:00.000Z' });
    await world.reschedule(ref, join_at);
    world.giveUp();
    expect(await catchUpIn(world)(long_ago)).toEqual({ timed: 1, erased: 0 });
    await settle(world);
    await passTimeUntil(world, () => world.workers.length === 1);
    expect(world.clock.now().getTime()).toBeLessThan(Date.parse(join_at));
    expect(botIn(world).join_at).toBe(join_at);
  });

  it('is made up for where data were to be deleted', async () => {
    const { world, ref } = await begun();
    await work(world, 'enter', 'end');
    await runToEnd(world);
    await world.media.put(`${capturedFolder(ref)}recording.mp4`, new Uint8Array(1), 'video/mp4');
    await createDeleteBotData(world.ports)(refOf(botIn(world)));
    world.giveUp();
    await settle(world);
    expect(await world.media.list('')).not.toEqual([]);
    expect(await catchUpIn(world)(new Date(world.clock.now().getTime() + 1))).toEqual({ timed: 0, erased: 0 });
    expect(await catchUpIn(world)(long_ago)).toEqual({ timed: 0, erased: 1 });
    await world.erase();
    expect(await world.media.list('')).toEqual([]);
  });

  it('leaves bots alone that are looked after', async () => {
    const { world } = await begun({ join_at });
    const before = botIn(world);
    expect(await catchUpIn(world)(long_ago)).toEqual({ timed: 0, erased: 0 });
    expect(botIn(world)).toEqual(before);
    expect(await catchUpIn(world)(long_ago, true)).toEqual({ timed: 1, erased: 0 });
    await settle(world);
    expect(world.executions.map(({ status }) => status)).toEqual(['aborted', 'running']);
    await runToEnd(world);
    expect(lifeOf(world)).toEqual([
      'scheduled',
      'staged',
      'joining',
      'joined_recording',
      'post_processing (ended_by_host)',
      'ended',
    ]);
  });
});
