import { wantsNoBots } from '../../domain/calendar/sync-failures.ts';
import { InvalidTransitionError, NotFoundError } from '../../domain/errors.ts';
import type { BotRepository } from '../../storage/bots/bots.ts';
import type { CalendarEventRepository } from '../../storage/calendars/calendar-events.ts';
import type { FollowerRepository } from '../../storage/calendars/calendar-followers.ts';
import type { CalendarRepository } from '../../storage/calendars/calendars.ts';
import type { CalendarRef } from '../../storage/keys.ts';
import { createDeleteBot } from '../bots/delete-bot.ts';

export interface CleanUpCalendarPorts {
  readonly bots: Pick<BotRepository, 'get' | 'delete'>;
  readonly events: Pick<CalendarEventRepository, 'positions' | 'removeAt'>;
  readonly followers: Pick<FollowerRepository, 'ofCalendar' | 'remove'>;
  readonly calendars: Pick<CalendarRepository, 'removeRest'>;
}

const mostAtOnce = 25;

/** Deletes the bots that are scheduled for events of a calendar. Those that are on their way, or further, stay. Safe to repeat. */
const createDeleteScheduledBots = ({ bots, followers }: Pick<CleanUpCalendarPorts, 'bots' | 'followers'>) => {
  const deleteBot = createDeleteBot({ bots });
  return async (ref: CalendarRef): Promise<void> => {
    for (const { project_id, calendar_event_id, bot_id } of await followers.ofCalendar(ref)) {
      try {
        await deleteBot({ project_id, bot_id });
      } catch (error) {
        if (!(error instanceof NotFoundError || error instanceof InvalidTransitionError)) throw error;
        await followers.remove({ project_id, calendar_event_id }, bot_id);
      }
    }
  };
};

export interface CallOffBotsPorts extends Pick<CleanUpCalendarPorts, 'bots' | 'followers'> {
  readonly calendars: Pick<CalendarRepository, 'record'>;
}

export type CallOffOutcome = 'called off' | 'kept';

/** Deletes the scheduled bots of a calendar that its user has disconnected, unless it is connected again. Safe to repeat. */
export const createCallOffBots = ({ calendars, ...ports }: CallOffBotsPorts) => {
  const deleteScheduledBots = createDeleteScheduledBots(ports);
  return async (ref: CalendarRef): Promise<CallOffOutcome> => {
    const calendar = await calendars.record(ref);
    if (!calendar || !wantsNoBots(calendar)) return 'kept';
    await deleteScheduledBots(ref);
    return 'called off';
  };
};

/**
 * Removes what is left of a calendar that was deleted: its scheduled bots, its events, and what was known of them. Safe to
 * repeat at any time, and cheap when nothing is left.
 */
export const createCleanUpCalendar = (ports: CleanUpCalendarPorts) => {
  const deleteScheduledBots = createDeleteScheduledBots(ports);
  return async (ref: CalendarRef): Promise<void> => {
    await deleteScheduledBots(ref);
    for (;;) {
      const positions = await ports.events.positions(ref, { limit: mostAtOnce });
      if (positions.length === 0) break;
      await ports.events.removeAt(ref.project_id, positions);
    }
    await ports.calendars.removeRest(ref);
  };
};
export type CleanUpCalendar = ReturnType<typeof createCleanUpCalendar>;
