import type { KnownCalendar } from '../../domain/calendar/calendar.ts';
import type { Page } from '../../domain/page.ts';
import type { CalendarRepository } from '../../storage/calendars/calendars.ts';
import { type ListPorts, listPage, type PageRequest } from '../list-page.ts';

export interface ListCalendarsInput extends PageRequest {
  readonly deduplication_key?: string | undefined;
}

/** A page of a project's calendars, newest first; or the one that holds a key. */
export const createListCalendars = ({
  calendars,
  onUnreadable,
}: ListPorts & {
  readonly calendars: Pick<CalendarRepository, 'ids' | 'at' | 'holderOf'>;
}) => {
  const holder = async (projectId: string, key: string): Promise<string[]> => {
    const id = await calendars.holderOf(projectId, key, onUnreadable);
    return id === undefined ? [] : [id];
  };

  return (projectId: string, { deduplication_key, ...request }: ListCalendarsInput): Promise<Page<KnownCalendar>> =>
    listPage(
      {
        isNewestFirst: true,
        positions: async (range) => {
          if (deduplication_key === undefined) return calendars.ids(projectId, range);
          return range.after === undefined ? holder(projectId, deduplication_key) : [];
        },
        at: (ids) => calendars.at(projectId, ids, onUnreadable),
      },
      request,
    );
};
