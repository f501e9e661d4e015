/** All that is done about calendars by themselves: from a message to what became of it. */
import type { AccessTokens } from '../../oauth/access-tokens.ts';
import type { SecretBox } from '../../ports/secret-box.ts';
import type { Table } from '../../ports/table.ts';
import { botRepository } from '../../storage/bots/bots.ts';
import { channelRepository } from '../../storage/calendar-channels.ts';
import { digestRepository } from '../../storage/calendar-digests.ts';
import { calendarEventRepository } from '../../storage/calendar-events.ts';
import { followerRepository } from '../../storage/calendar-followers.ts';
import { calendarSyncRepository } from '../../storage/calendar-sync.ts';
import { calendarRepository } from '../../storage/calendars.ts';
import { createApplyToldEvents } from './apply-told-events.ts';
import type { CalendarMessage } from './calendar-queue.ts';
import { createCleanUpCalendar } from './clean-up-calendar.ts';
import { createDisconnectCalendar } from './disconnect-calendar.ts';
import { createFollowEvent } from './follow-event.ts';
import { createLookAtEvent, type LookOutcome } from './look-at-event.ts';
import { createOpenCalendar } from './open-calendar.ts';
import { createSyncCalendar, type SyncCalendarPorts, type SyncOutcome } from './sync-calendar.ts';
import { createWatchCalendar, type WatchCalendarPorts } from './watch-calendar.ts';

export interface CalendarWorkPorts
  extends Pick<SyncCalendarPorts, 'clientOf' | 'queue' | 'clock' | 'chance'>,
    Pick<WatchCalendarPorts, 'hookOf'> {
  readonly table: Table;
  readonly secretBox: SecretBox;
  readonly tokens: AccessTokens;
}

export const createCalendarWork = ({ table, secretBox, tokens, ...ports }: CalendarWorkPorts) => {
  const repositories = {
    bots: botRepository(table),
    calendars: calendarRepository(table),
    channels: channelRepository(table),
    digests: digestRepository(table),
    events: calendarEventRepository(table),
    followers: followerRepository(table),
    syncs: calendarSyncRepository(table),
  };
  const all = { ...ports, ...repositories };
  const openCalendar = createOpenCalendar({ ...all, secretBox, tokens });
  const applyToldEvents = createApplyToldEvents({ ...all, followEvent: createFollowEvent(all) });
  const cleanUpCalendar = createCleanUpCalendar(all);
  const syncCalendar = createSyncCalendar({
    ...all,
    openCalendar,
    applyToldEvents,
    cleanUpCalendar,
    watchCalendar: createWatchCalendar(all),
    disconnectCalendar: createDisconnectCalendar(all),
  });
  const lookAtEvent = createLookAtEvent({ ...all, openCalendar, applyToldEvents });

  /** Does what a message asks for. @throws whatever is our own fault: the message comes again then */
  return async (message: CalendarMessage): Promise<SyncOutcome | LookOutcome> => {
    const [project_id = '', calendar_id = '', calendar_event_id, bot_id] = message.id.split('/');
    return calendar_event_id !== undefined && bot_id !== undefined
      ? lookAtEvent({ project_id, calendar_event_id }, bot_id)
      : syncCalendar({ ...message, project_id, calendar_id });
  };
};
