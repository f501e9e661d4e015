import { describe, expect, it } from 'vitest';
import { expectInvariants, runToEnd, settle } from '../../lab/worlds/lifecycle/lifecycle-driver.ts';
import { botIn, lifeOf, passTimeUntil, work } from '../../lab/worlds/lifecycle/lifecycle-steps.ts';
import { lifecycleWorld } from '../../lab/worlds/lifecycle/lifecycle-world.ts';

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
