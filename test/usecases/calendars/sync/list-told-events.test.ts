import { describe, expect, it } from 'vitest';
import type { SyncState } from '../../../../lib/domain/calendar/sync-state.ts';
import type { CalendarPlatformClient } from '../../../../lib/ports/calendar-platform.ts';
import { listToldEvents } from '../../../../lib/usecases/calendars/sync/list-told-events.ts';

const place = { access_token: 'token', platform_uuid: null, zone: null };
const never = { cursor: null, listed_at: null } as SyncState;

/** A list of so many pages, each of which leads to the next one. */
const listed = async (pages: number): Promise<number> => {
  let asked = 0;
  const events: CalendarPlatformClient['events'] = async (_, __, page) => {
    asked += 1;
    const number = Number(page ?? 1);
    return { events: [], unread: [], next: number < pages ? String(number + 1) : undefined, cursor: 'c', zone: null };
  };
  await listToldEvents({ client: { events }, place, goOn: async () => undefined }, never, new Date());
  return asked;
};

describe('a list of events', () => {
  it('is read to its end, of 200 pages', async () => {
    expect(await listed(200)).toBe(200);
  });

  it('is not believed where it has more', async () => {
    await expect(listed(201)).rejects.toMatchObject({ trouble: 'broken_answer', message: 'pages without end' });
  });
});
