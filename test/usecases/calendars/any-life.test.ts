import fc from 'fast-check';
import { describe, it, vi } from 'vitest';
import { runs } from '../../lab/properties.ts';
import { calendarLives, liveCalendar } from '../../lab/worlds/calendars/calendar-lives.ts';

vi.spyOn(process.stdout, 'write').mockReturnValue(true);

describe('a calendar, whatever happens to it', () => {
  it('is known as it is in the end, its bots follow, and nothing is asked or kept in vain', async () => {
    await fc.assert(fc.asyncProperty(calendarLives, liveCalendar), { numRuns: runs(10) });
  });
});
