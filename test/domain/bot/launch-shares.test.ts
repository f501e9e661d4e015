import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Launches,
  noLaunches,
  plannedPerSecond,
  sharesOf,
  urgencies,
  urgencyOf,
} from '../../../lib/domain/bot/launch-shares.ts';
import { botStates } from '../../../lib/domain/bot/lifecycle.ts';
import '../../lab/properties.ts';

const launches: fc.Arbitrary<Launches> = fc.record({
  immediate: fc.nat(200),
  immediate_projects: fc.nat(50),
  scheduled: fc.nat(200),
  scheduled_projects: fc.nat(50),
});
const rates = fc.integer({ min: 4, max: 500 });

it('somebody waits for every bot but one that is staged', () => {
  expect(botStates.filter((state) => urgencyOf({ state }) === 'scheduled')).toEqual(['staged']);
});

describe('the shares of a second', () => {
  it('are nearly all for whoever is alone', () => {
    expect(sharesOf(20, noLaunches)).toEqual({
      immediate: { all: 20, all_and_newcomers: 23, of_project: 20 },
      scheduled: { all: 15, all_and_newcomers: 18, of_project: 15 },
    });
  });

  it('leave scheduled bots what immediate ones do not take, and a quarter at least', () => {
    const scheduled = (immediate: number) => sharesOf(20, { ...noLaunches, immediate, scheduled: 5 }).scheduled.all;
    expect([0, 5, 8, 15, 40].map(scheduled)).toEqual([15, 15, 12, 5, 5]);
  });

  it('are the same for every project, and of one bot at least', () => {
    const ofProject = (scheduled_projects: number) =>
      sharesOf(20, { ...noLaunches, scheduled: 15, scheduled_projects }).scheduled.of_project;
    expect([1, 2, 3, 15, 40].map(ofProject)).toEqual([15, 7, 5, 1, 1]);
  });

  it('never starve anybody, and never promise projects more than there is, but for the one bot of each', () => {
    fc.assert(
      fc.property(rates, launches, (rate, before) => {
        const shares = sharesOf(rate, before);
        for (const urgency of urgencies) {
          const { all, all_and_newcomers, of_project } = shares[urgency];
          const projects = Math.max(1, before[`${urgency}_projects`]);
          expect(all).toBeLessThanOrEqual(rate);
          expect(all_and_newcomers).toBeGreaterThan(all);
          expect(of_project).toBeGreaterThanOrEqual(1);
          expect(of_project * projects).toBeLessThanOrEqual(Math.max(all, projects));
        }
        expect(shares.scheduled.all).toBeGreaterThanOrEqual(Math.floor(rate / 4));
        expect(shares.scheduled.all).toBeLessThanOrEqual(plannedPerSecond(rate));
      }),
    );
  });

  it('add up to the rate while as many are launched as in the second before', () => {
    fc.assert(
      fc.property(rates, fc.nat(1000), (rate, asked) => {
        const immediate = Math.min(asked, sharesOf(rate, { ...noLaunches, scheduled: 1 }).immediate.all);
        const { scheduled } = sharesOf(rate, { ...noLaunches, immediate, scheduled: 1 });
        expect(immediate + scheduled.all).toBeLessThanOrEqual(rate);
      }),
    );
  });
});
