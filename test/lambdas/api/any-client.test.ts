import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decidedSteps } from '../../lab/api/bot-model.ts';
import { commands } from '../../lab/api/commands.ts';
import { explore } from '../../lab/api/exploration.ts';
import { live, unseen } from '../../lab/api/life.ts';
import { runs } from '../../lab/properties.ts';

describe('whatever clients and machines do', () => {
  it('in whatever order, the API answers and stores what the decisions say', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(commands(40), (some) => live(some, seen)),
      { numRuns: runs(24) },
    );
    expect(unseen(seen).length).toBeLessThan(decidedSteps().length);
  });

  it('in whatever situation, all is as the decisions say, and every step of theirs is taken', async () => {
    const { situations, steps, unseen: left } = await explore({ foreign_every: 6 });
    expect(left).toEqual([]);
    expect(steps).toBe(decidedSteps().length);
    expect(situations).toBeGreaterThan(50);
  });
});
