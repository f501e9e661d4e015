import { expect, it, vi } from 'vitest';
import { exploreAll } from '../../lab/explored.ts';
import { connectionSituations } from '../../lab/worlds/connections/connection-situations.ts';

vi.spyOn(process.stdout, 'write').mockReturnValue(true);

it('a connection becomes in every situation what the tables say, and nothing is asked by one that is disconnected', async () => {
  // Those nearest to the beginning; `npm run bench -- 14` goes through all of them.
  expect(await exploreAll(connectionSituations, 20)).toMatchObject({ situations: 20 });
});
