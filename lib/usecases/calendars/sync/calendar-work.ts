/** All that is done about calendars by themselves: from a message to what became of it. */
import type { AccessTokens } from '../../../oauth/access-tokens.ts';
import type { SecretBox } from '../../../ports/secret-box.ts';
import type { Table } from '../../../ports/table.ts';
import { botRepository } from '../../../storage/bots/bots.ts';
import { channelRepository } from '../../../storage/calendars/calendar-channels.ts';
import { digestRepository } from '../../../storage/calendars/calendar-digests.ts';
import { calendarEventRepository } from '../../../storage/calendars/calendar-events.ts';
import { farewellRepository } from '../../../storage/calendars/calendar-farewells.ts';
import { followerRepository } from '../../../storage/calendars/calendar-followers.ts';
import { calendarSyncRepository } from '../../../storage/calendars/calendar-sync.ts';
import { calendarRepository } from '../../../storage/calendars/calendars.ts';
import { dueIn } from '../../../storage/calendars/due-calendars.ts';
import type { CalendarMessage } from '../calendar-queue.ts';
import { type CallOffOutcome, createCallOffBots, createCleanUpCalendar } from '../clean-up-calendar.ts';
import { createApplyToldEvents } from './apply-told-events.ts';
import { createDisconnectCalendar } from './disconnect-calendar.ts';
import { createEndChannels, type FarewellOutcome } from './end-channels.ts';
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
    farewells: farewellRepository(table),
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

  const endChannels = createEndChannels({ ...all, openCalendar });
  const callOffBots = createCallOffBots(all);

  /** Does what a message asks for. @throws whatever is our own fault: the message comes again then */
  return async (message: CalendarMessage): Promise<SyncOutcome | LookOutcome | FarewellOutcome | CallOffOutcome> => {
    const { isFarewell, isOfBots, calendar, look } = dueIn(message.id);
    if (isFarewell) return endChannels(calendar);
    if (isOfBots) return callOffBots(calendar);
    return look
      ? lookAtEvent({ project_id: calendar.project_id, calendar_event_id: look.calendar_event_id }, look.bot_id)
      : syncCalendar({ ...message, ...calendar });
  };
};
