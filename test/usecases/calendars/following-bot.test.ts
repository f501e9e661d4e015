import { describe, expect, it } from 'vitest';
import { platformWarnings } from '../../../lib/domain/bot/platform-limits.ts';
import type { CalendarEvent } from '../../../lib/domain/calendar/calendar-event.ts';
import { ValidationError } from '../../../lib/domain/errors.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { calendarEventRepository } from '../../../lib/storage/calendars/calendar-events.ts';
import { refOfCalendar } from '../../../lib/storage/calendars/calendar-item.ts';
import { calendarRepository } from '../../../lib/storage/calendars/calendars.ts';
import { refOf } from '../../../lib/storage/keys.ts';
import { createCreateBot } from '../../../lib/usecases/bots/create-bot.ts';
import { createDeleteBot } from '../../../lib/usecases/bots/delete-bot.ts';
import type { CreateBotInput } from '../../../lib/usecases/bots/new-bot-input.ts';
import { createUpdateBot } from '../../../lib/usecases/bots/update-bot.ts';
import { createDeleteCalendar } from '../../../lib/usecases/calendars/delete-calendar.ts';
import { storeCalendar, storeEvent } from '../../lab/builders/calendars.ts';
import { aBotInput } from '../../lab/builders/records.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { memoryMediaStore } from '../../lab/doubles/memory-media-store.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';

const setUp = async (details: Partial<CalendarEvent> = {}) => {
  const clock = aClock();
  const table = memoryTable(clock);
  const calendar = await storeCalendar(table, {}, clock.now());
  const event = await storeEvent(table, calendar, details, clock.now());
  const ports = {
    bots: botRepository(table),
    events: calendarEventRepository(table),
    clock,
    hosts: {},
    platforms_off: [],
    checkAddress: () => undefined,
    openMedia: async () => memoryMediaStore(),
    hasCustomTranscription: false,
  };
  const { meeting_url: _, join_at: __, ...input } = aBotInput();
  const create = createCreateBot(ports);
  return {
    ...ports,
    table,
    calendar,
    event,
    createBot: (calendar_event_id = event.id, project_id = calendar.project_id, more: Partial<CreateBotInput> = {}) =>
      create(project_id, { ...input, ...more, calendar_event_id }),
    followers: () => table.items().filter(({ kind }) => kind === 'calendar_follower'),
  };
};

const refusal = (sentence: string) => new ValidationError({ calendar_event_id: [sentence] });

describe('a bot for an event', () => {
  it('has its link and its start, is listed with the event, and makes it due before the bot joins', async () => {
    const { createBot, event, followers } = await setUp();
    const bot = await createBot();
    expect(bot).toMatchObject({
      state: 'scheduled',
      meeting_url: event.meeting_url,
      platform: 'google_meet',
      join_at: '2026-03-02T10:00:00.000Z',
      follows: { calendar_event_id: event.id, calendar_id: event.calendar_id, pinned: [] },
    });
    expect(followers()).toMatchObject([
      { bot_id: bot.id, gsi1_sk: expect.stringMatching(/^2026-03-02T09:56:00.000Z#/) },
    ]);
  });

  it('joins at once where the event has begun', async () => {
    const { createBot } = await setUp({ start_time: '2026-03-02T08:50:00.000Z' });
    expect(await createBot()).toMatchObject({ state: 'joining', join_at: '2026-03-02T09:00:00.000Z' });
  });

  it.each<[string, Partial<CalendarEvent>]>([
    ['was cancelled', { is_deleted: true }],
    ['lasts whole days: give meeting_url and join_at instead', { is_all_day: true }],
    ['has no link to a supported meeting platform', { meeting_url: null, meeting_platform: null }],
    ['is over', { start_time: '2026-03-02T07:00:00.000Z', end_time: '2026-03-02T09:00:00.000Z' }],
    ['begins more than 360 days ahead', { start_time: '2027-03-02T09:00:00Z', end_time: '2027-03-02T10:00:00Z' }],
  ])('is refused when that %s', async (sentence, details) => {
    const { createBot, followers } = await setUp(details);
    await expect(createBot()).rejects.toThrow(refusal(`the event ${sentence}`));
    expect(followers()).toEqual([]);
  });

  it('is made, and warned of, where it is to greet people to whom bots cannot write where the event takes place', async () => {
    const { createBot, event } = await setUp();
    const bot = await createBot(event.id, undefined, {
      bot_chat_message: { to: 'everyone_but_host', message: 'Good morning' },
    });
    expect(platformWarnings(bot).join()).toContain('its first message will not be sent');
  });

  it('is refused alike for the event of others, of a deleted calendar, and for what is no event', async () => {
    const { createBot, calendar, event, table, clock } = await setUp();
    const unknown = refusal('no such calendar event');
    await expect(createBot(event.id, 'prj_other')).rejects.toThrow(unknown);
    await expect(createBot('cev_nonsense')).rejects.toThrow(unknown);
    await createDeleteCalendar({ calendars: calendarRepository(table), clock })(refOfCalendar(calendar));
    await expect(createBot()).rejects.toThrow(unknown);
  });

  it('is refused where the operator has switched off the platform of its meeting', async () => {
    const { calendar, event, ...ports } = await setUp();
    const { meeting_url: _, join_at: __, ...input } = aBotInput();
    const create = createCreateBot({ ...ports, platforms_off: ['google_meet'] });
    await expect(create(calendar.project_id, { ...input, calendar_event_id: event.id })).rejects.toThrow(
      refusal(
        'the meeting of the event is of google_meet, which the operator has switched off (PLATFORMS_OFF, or platformsOff where it is deployed)',
      ),
    );
  });

  it('keeps for itself what the client changes, and does not follow any more when it is deleted', async () => {
    const { createBot, followers, ...ports } = await setUp();
    const ref = refOf(await createBot());
    await createUpdateBot(ports)(ref, { bot_name: 'Minutes' });
    expect((await ports.bots.get(ref))?.follows?.pinned).toEqual([]);
    await createUpdateBot(ports)(ref, { join_at: '2026-03-02T11:00:00.000Z' });
    expect((await ports.bots.get(ref))?.follows?.pinned).toEqual(['join_at']);
    expect(followers()).toMatchObject([{ join_at: '2026-03-02T11:00:00.000Z' }]);
    await createDeleteBot(ports)(ref);
    expect(followers()).toEqual([]);
  });
});
