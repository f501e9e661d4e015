import { openCalendarQueue } from '#adapters/queue.ts';
import { openTable } from '#adapters/table.ts';
import { calendarClient } from '../../lib/calendars/index.ts';
import { askJson } from '../../lib/net/ask-json.ts';
import { accessTokens } from '../../lib/oauth/access-tokens.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import { meetingHosts, platformsOff } from '../../lib/process/environment/meetings.ts';
import { calendarServices } from '../../lib/process/environment/services.ts';
import { environment } from '../../lib/process/environment.ts';
import { log } from '../../lib/process/log.ts';
import { pause } from '../../lib/process/pause.ts';
import { CalendarMessage } from '../../lib/usecases/calendars/calendar-queue.ts';
import { createCalendarWork } from '../../lib/usecases/calendars/sync/calendar-work.ts';
import { eachMessage } from '../events/batch.ts';
import { openSecretBox } from '../wiring/secrets.ts';

const table = openTable();
const { calendarAddresses, calendarHookUrl, ...places } = environment(meetingHosts, platformsOff, calendarServices);
const asking = { ask: askJson(), clock: systemClock, pause, chance: Math.random };

const work = createCalendarWork({
  table,
  queue: openCalendarQueue(),
  secretBox: openSecretBox(table),
  tokens: accessTokens(systemClock),
  clientOf: (platform, how) => calendarClient(platform, { ...asking, ...how }, places, calendarAddresses),
  hookOf: ({ platform }, channel) => calendarHookUrl && `${calendarHookUrl}/hooks/${platform}?channel=${channel}`,
  clock: systemClock,
  chance: Math.random,
});

export const handler = eachMessage(CalendarMessage, async (message) => {
  const start = performance.now();
  const outcome = await work(message);
  log.info('calendar', { id: message.id, outcome, duration_ms: Math.round(performance.now() - start) });
});
