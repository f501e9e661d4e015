import { describe, expect, it } from 'vitest';
import { runs, seedOfRun } from '../lab/properties.ts';
import {
  expectFinishedRecording,
  expectInvariants,
  runAtRandom,
  runToEnd,
  scheduledGate,
} from '../lab/worlds/lifecycle/lifecycle-driver.ts';
import { lifecycleWorld } from '../lab/worlds/lifecycle/lifecycle-world.ts';

const { PROPERTY_SEED } = process.env;
/** One of twelve spans of lives in each run of the tests, or where `PROPERTY_SEED` says: what fails tells its own. */
const first = PROPERTY_SEED ? seedOfRun() : 1000 * (1 + (seedOfRun() % 12)) + 1;
const eachSeed = async (live: (seed: number) => Promise<void>): Promise<void> => {
  for (let seed = first; seed < first + runs(16); seed += 1) {
    await live(seed).catch((cause: unknown) => {
      throw new Error(`PROPERTY_SEED=${seed} PROPERTY_RUNS=1: ${cause}`, { cause });
    });
  }
};
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
  it('ends well when nothing is lost', () =>
    eachSeed(async (seed) => {
      const world = await randomWorld(seed, false);
      await runToEnd(world);
      const bot = expectInvariants(world);
      if (!bot) return;
      expectFinishedRecording(world, bot);
      expect(['ended: null', 'fatal_error: request_to_join_denied']).toContain(
        `${bot.state}: ${bot.events.at(-1)?.sub_type}`,
      );
    }));

  it('ends when workers are lost and launches refused', () =>
    eachSeed(async (seed) => {
      const world = await randomWorld(seed, true);
      await runToEnd(world);
      const bot = expectInvariants(world);
      if (bot) expectFinishedRecording(world, bot);
    }));

  it('joins at its last appointment, however often it was put off', () =>
    eachSeed(async (seed) => {
      const world = await randomWorld(seed, seed % 2 === 0, true);
      await runToEnd(world);
      const bot = expectInvariants(world);
      const joining = bot?.events.find(({ state }) => state === 'joining');
      if (bot && joining) expect(joining.created_at >= bot.join_at).toBe(true);
    }));

  it('ends when all workers fall silent', () =>
    eachSeed(async (seed) => {
      const world = await randomWorld(seed, true);
      await runToEnd(world, 'idle');
      expectInvariants(world);
    }));
});
