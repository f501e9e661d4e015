import type { CalendarEvent } from '../../domain/calendar/calendar-event.ts';
import { ValidationError } from '../../domain/errors.ts';
import { cutPage, type Page } from '../../domain/page.ts';
import type { CalendarEventRepository, EventRange } from '../../storage/calendars/calendar-events.ts';
import type { CalendarRepository } from '../../storage/calendars/calendars.ts';
import { type ListPorts, listPage, type PageRequest } from '../list-page.ts';

export interface ListCalendarEventsPorts extends ListPorts {
  readonly calendars: Pick<CalendarRepository, 'record' | 'ids'>;
  readonly events: Pick<CalendarEventRepository, 'positions' | 'at'>;
}

export interface ListCalendarEventsInput extends PageRequest, Pick<EventRange, 'start_after' | 'start_before'> {
  readonly calendar_id?: string | undefined;
  readonly updated_after?: Date | undefined;
}

/**
 * A page of a calendar's events by their start, those that were cancelled in the last days too. The calendar may be left
 * out by a project that has one only.
 * @throws ValidationError for a calendar that the project does not have, and when it must say which
 */
export const createListCalendarEvents = ({ calendars, events, onUnreadable }: ListCalendarEventsPorts) => {
  /** The calendar that is meant; undefined where there is none at all. */
  const calendarOf = async (project_id: string, calendar_id: string | undefined): Promise<string | undefined> => {
    if (calendar_id !== undefined) {
      const isThere = (await calendars.record({ project_id, calendar_id })) !== undefined;
      if (!isThere) throw new ValidationError({ calendar_id: ['no such calendar'] });
      return calendar_id;
    }
    const [only, another] = await calendars.ids(project_id, { limit: 2 });
    if (another !== undefined) {
      throw new ValidationError({ calendar_id: ['is required: the project has several calendars'] });
    }
    return only;
  };

  return async (project_id: string, input: ListCalendarEventsInput): Promise<Page<CalendarEvent>> => {
    const { calendar_id: given, start_after, start_before, updated_after, ...request } = input;
    const calendar_id = await calendarOf(project_id, given);
    if (calendar_id === undefined) return cutPage([], undefined, undefined);
    return listPage(
      {
        positions: (range) => events.positions({ project_id, calendar_id }, { ...range, start_after, start_before }),
        at: (positions) => events.at(project_id, positions, onUnreadable),
        isWanted: updated_after && (({ updated_at }) => Date.parse(updated_at) > updated_after.getTime()),
      },
      request,
    );
  };
};
