import { describe, expect, it } from 'vitest';
import { hasJoined } from '../../lib/domain/bot.ts';
import {
  expectFinishedRecording,
  expectInvariants,
  runAtRandom,
  runToEnd,
  scheduledGate,
} from '../support/lifecycle-driver.ts';
import { type Gate, lifecycleWorld } from '../support/lifecycle-world.ts';

const seeds = (count: number) => Array.from({ length: count }, (_, seed) => seed + 1);
const join_at = '2026-03-02T09:10:00.000Z';

/** A world in which everything but its creation happened in the order of the seed. */
const randomWorld = async (seed: number, losses: boolean) => {
  const gate = scheduledGate();
  const world = lifecycleWorld({ gate, ...(seed % 3 === 0 && { join_at }) });
  await world.create();
  await runAtRandom(world, gate, seed, { losses, steps: 150 + (seed % 5) * 100 });
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

  it.each(seeds(12))('ends when all workers fall silent (run %i)', async (run) => {
    for (const seed of seeds(16).map((n) => run * 1000 + n)) {
      const world = await randomWorld(seed, true);
      await runToEnd(world, 'idle');
      expectInvariants(world);
    }
  });
});

/** Fails the n-th call, before or after it had its effect. */
const faultyGate = (n: number, when: 'before' | 'after'): Gate & { calls: string[] } => {
  const calls: string[] = [];
  const failed = new Set<number>();
  const fail = (at: 'before' | 'after'): void => {
    if (at !== when || calls.length - 1 !== n || failed.has(n)) return;
    failed.add(n);
    throw new Error('connection lost');
  };
  return {
    calls,
    before: async (call) => {
      calls.push(call);
      fail('before');
    },
    after: () => fail('after'),
  };
};

describe('a life in which one call of a port fails', () => {
  const lives = [
    { name: 'at once', killed: 0 },
    { name: 'scheduled', join_at, killed: 0 },
    { name: 'with a lost worker', killed: 1 },
    { name: 'with two lost workers', killed: 2 },
  ];
  const live = async (gate: Gate, { killed, ...life }: (typeof lives)[number]) => {
    const { name: _, ...input } = life;
    const world = lifecycleWorld({ gate, ...input });
    await world.create();
    for (let i = 0; i < killed; i += 1) {
      const isBackIn = () => world.storedBots().some(hasJoined) && world.workers.length > i;
      await runToEnd(world, 'working', isBackIn);
      for (const worker of world.workers.filter(({ isAlive }) => isAlive)) world.kill(worker, true);
    }
    await runToEnd(world);
    return world;
  };

  it.each(lives)('$name: nothing is broken, whichever it is', async (life) => {
    const counting = faultyGate(-1, 'before');
    const undisturbed = expectInvariants(await live(counting, life));
    expect(undisturbed?.state).toBe(life.killed === 2 ? 'fatal_error' : 'ended');
    for (const n of counting.calls.keys()) {
      for (const when of ['before', 'after'] as const) {
        const world = await live(faultyGate(n, when), life);
        const bot = expectInvariants(world);
        expect(bot?.state, `${when} ${counting.calls[n]} (${n})`).toBe(undisturbed?.state);
        expect(bot?.recording, `${when} ${counting.calls[n]} (${n})`).toEqual(undisturbed?.recording);
      }
    }
  });
});
