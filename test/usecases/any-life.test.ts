import { describe, expect, it } from 'vitest';
import {
  expectFinishedRecording,
  expectInvariants,
  runAtRandom,
  runToEnd,
  scheduledGate,
} from '../lab/worlds/lifecycle-driver.ts';
import { lifecycleWorld } from '../lab/worlds/lifecycle-world.ts';

const seeds = (count: number) => Array.from({ length: count }, (_, seed) => seed + 1);
const join_at = '2026-03-02T09:10:00.000Z';

/** A world in which everything but its creation happened in the order of the seed. */
const randomWorld = async (seed: number, losses: boolean, reschedules = false) => {
  const gate = scheduledGate();
  const world = lifecycleWorld({ gate, ...((reschedules || seed % 3 === 0) && { join_at }) });
  await world.create();
  await runAtRandom(world, gate, seed, { losses, reschedules, steps: 150 + (seed % 5) * 100 });
  return world;
};

describe('a bot, whatever the order of calls', () => {
  it.each(seeds(12))('ends well when nothing is lost (run %i)', async (run) => {
    for (const seed of seeds(16).map((n) => run * 1000 + n)) {
      const world = await randomWorld(seed, false);
      await runToEnd(world);
      const bot = expectInvariants(world);
      if (!bot) continue;
      expectFinishedRecording(world, bot);
      expect(['ended: null', 'fatal_error: request_to_join_denied'], `seed ${seed}`).toContain(
        `${bot.state}: ${bot.events.at(-1)?.sub_type}`,
      );
    }
  });

  it.each(seeds(12))('ends when workers are lost and launches refused (run %i)', async (run) => {
    for (const seed of seeds(16).map((n) => run * 1000 + n)) {
      const world = await randomWorld(seed, true);
      await runToEnd(world);
      const bot = expectInvariants(world);
      if (bot) expectFinishedRecording(world, bot);
    }
  });

  it.each(seeds(12))('joins at its last appointment, however often it was put off (run %i)', async (run) => {
    for (const seed of seeds(16).map((n) => run * 1000 + n)) {
      const world = await randomWorld(seed, seed % 2 === 0, true);
      await runToEnd(world);
      const bot = expectInvariants(world);
      const joining = bot?.events.find(({ state }) => state === 'joining');
      if (bot && joining) expect(joining.created_at >= bot.join_at, `seed ${seed}`).toBe(true);
    }
  });

  it.each(seeds(12))('ends when all workers fall silent (run %i)', async (run) => {
    for (const seed of seeds(16).map((n) => run * 1000 + n)) {
      const world = await randomWorld(seed, true);
      await runToEnd(world, 'idle');
      expectInvariants(world);
    }
  });
});
