import { expect, it, vi } from 'vitest';
import { releaseCalendars } from '../../../lib/local-home/background/calendar-leases.ts';
import { calendarSyncKey } from '../../../lib/storage/keys.ts';
import { deadlyPorts } from '../../lab/doubles/deadly-ports.ts';
import { aCalendarWorld } from '../../lab/worlds/calendars/calendar-world.ts';

const logged: string[] = [];
vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
  logged.push(String(line));
  return true;
});

it('a calendar that was looked at when the service was killed is looked at once the service is there again', async () => {
  const ports = deadlyPorts();
  await using world = await aCalendarWorld('calendar_provider_a', { each: ports.each });
  await world.settle();
  world.clock.advance(60);
  world.calendar.add({ title: 'Review', start: '2026-03-03T10:00', end: '2026-03-03T11:00' });
  ports.arm(3, true, 'dead');
  await expect(world.work()).rejects.toThrow();
  ports.disarm();
  world.restart();
  world.clock.advance(3);
  expect(await world.work()).toBe('later');
  const unreadable = { project_id: 'prj_1', calendar_id: 'cal_newer' };
  const state = world.table.items().find(({ pk, sk }) => pk === calendarSyncKey(world.ref).pk && sk === 'sync');
  const gsi1_sk = String(state?.gsi1_sk).replace(world.ref.calendar_id, unreadable.calendar_id);
  await world.table.write({ put: { ...state, ...calendarSyncKey(unreadable), gsi1_sk, kind_version: 99 } });
  await releaseCalendars(world.table);
  expect(logged.filter((line) => line.includes('could not be looked at'))).toEqual([
    expect.stringContaining('"calendar_id":"cal_newer"'),
  ]);
  expect(await world.work()).toBe('synced');
  expect(Object.keys(await world.events())).toEqual(['Review']);
});
