import { expect, it, vi } from 'vitest';
import { exploreAll } from '../../lab/explored.ts';
import { calendarSituations } from '../../lab/worlds/calendars/calendar-situations.ts';

vi.spyOn(process.stdout, 'write').mockReturnValue(true);

it('a calendar becomes in every situation what the tables say, and a platform is asked nothing once it is disconnected', async () => {
  // Those nearest to the beginning; `npm run bench -- 14` goes through all of them.
  expect(await exploreAll(calendarSituations, 24)).toMatchObject({ situations: 24 });
});
