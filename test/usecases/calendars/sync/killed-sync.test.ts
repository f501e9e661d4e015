import { describe, expect, it, vi } from 'vitest';
import { calendarPlatforms } from '../../../../lib/domain/calendar/calendar-platforms.ts';
import { killEachCall } from '../../../lab/worlds/calendars/killed-sync.ts';

vi.spyOn(process.stdout, 'write').mockReturnValue(true);

/** Here every so many-th call is tried, in a small calendar; `npm run bench -- 27` tries them all, in a large one. */
const every = 7;

describe.each(calendarPlatforms)('a run of %s that is killed, or cut off', (platform) => {
  it('before or after any of its calls is simply run again: nothing is lost, nothing doubled', async () => {
    const size = { events: 3, changes: 3, bots: 3 };
    const { unbroken, calls, pages, points, broken } = await killEachCall(platform, size, every);
    expect(unbroken).toMatchObject({
      bots: [{ join_at: '2026-03-04T13:00:00.000Z' }, undefined, { join_at: '2026-03-05T09:00:00.000Z' }],
      told: ['calendar.events_update', 'calendar.events_update'],
      named: [3, 3],
    });
    expect(pages).toBe(platform === 'calendar_provider_a' ? 3 : 2);
    expect(calls).toBeGreaterThan(10);
    expect(points).toBeGreaterThan(5);
    expect(broken).toEqual([]);
  });
});
