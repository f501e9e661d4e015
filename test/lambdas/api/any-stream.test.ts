import fc from 'fast-check';
import { expect, it } from 'vitest';
import { liveSessions, sessionCommands, sessionSituations } from '../../lab/api/session-lives.ts';
import { exploreAll } from '../../lab/explored.ts';
import { runs } from '../../lab/properties.ts';

it('whatever clients and machines do with app sessions, the API answers and stores what the decisions say', async () => {
  await fc.assert(
    fc.asyncProperty(sessionCommands(40), (some) => liveSessions(some)),
    { numRuns: runs(30) },
  );
});

// Those nearest to the beginning; `npm run bench -- 14` goes through all of them.
it.each(['mp4', 'none'] as const)(
  'in each situation of a session (%s) nothing happens but what is decided',
  async (format) => {
    expect(await exploreAll(sessionSituations(format), 10)).toMatchObject({ situations: 10 });
  },
);
