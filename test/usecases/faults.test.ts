import { describe, expect, it, vi } from 'vitest';
import { seedOfRun } from '../lab/properties.ts';
import { faultLives } from '../lab/worlds/faults/fault-lives.ts';
import { failLife, failPool, failRequest } from '../lab/worlds/faults/fault-points.ts';
import { faultRequests } from '../lab/worlds/faults/fault-requests.ts';

/** Here every so many-th point is tried, others in each run, of long lives fewer; `npm run bench -- 13` tries them all. */
const seed = seedOfRun();
const ofLives = { every: 27, most: 9, seed };
const ofRequests = { every: 3, seed };
const told = `PROPERTY_SEED=${seed}`;

describe('when a call of a port fails, before or after it had its effect', () => {
  it.each(faultLives)('a life $name ends as it would have, with every webhook told', async (life) => {
    expect((await failLife(life, ofLives)).broken, told).toEqual([]);
  });

  it('a pool of warm tasks gives each bot one task, and is filled again', async () => {
    expect((await failPool()).broken).toEqual([]);
  });

  it.each(faultRequests)(
    '$route while $state says so, does nothing by halves, and works when asked again',
    async (one) => {
      vi.spyOn(process.stdout, 'write').mockReturnValue(true);
      const { broken, points } = await failRequest(one, ofRequests).finally(() => vi.restoreAllMocks());
      expect(broken, told).toEqual([]);
      expect(points).toBeGreaterThan(0);
    },
  );
});
