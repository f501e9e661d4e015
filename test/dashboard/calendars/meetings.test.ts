import { describe, expect, it } from 'vitest';
import { meetingsOf } from '../../../dashboard/calendars/meetings.ts';
import { presentBot } from '../../../lib/api/present/bot.ts';
import { presentCalendarEvent } from '../../../lib/api/present/calendar.ts';
import type { Bot, CalendarEvent } from '../../../lib/client/generated.ts';
import { aCalendar, anEventOf } from '../../lab/builders/calendars.ts';
import { aBot } from '../../lab/builders/records.ts';

const now = Date.parse('2026-03-02T09:00:00.000Z');
const link = 'https://meet.google.com/abc-defg-hij';

/** From nine to ten, unless it says otherwise. */
const event = (details: Partial<CalendarEvent> = {}): CalendarEvent => ({
  ...presentCalendarEvent(anEventOf(aCalendar(), {}, new Date(now - 3_600_000))),
  meeting_url: link,
  ...details,
});
const bot = (details: Partial<Bot> = {}): Bot => ({
  ...presentBot(aBot()),
  transcription_settings: { meeting_closed_captions: {} },
  meeting_url: link,
  join_at: '2026-03-02T09:00:00.000Z',
  ...details,
});
const botsFor = (one: CalendarEvent, ...bots: Bot[]) => meetingsOf([one], bots, now).map(({ bot }) => bot?.id);

describe('the next meetings of a calendar', () => {
  it('are those that are not over, and were not cancelled', () => {
    const over = event({ end_time: '2026-03-02T09:00:00.000Z' });
    const goesOn = event({ start_time: '2026-03-02T08:00:00.000Z', end_time: '2026-03-02T09:00:00.001Z' });
    expect(meetingsOf([over, event({ is_deleted: true }), goesOn], [], now)).toEqual([
      { event: goesOn, bot: undefined },
    ]);
  });

  it.each([
    ['when it begins', '2026-03-02T09:00:00.000Z'],
    ['half an hour early', '2026-03-02T08:30:00.000Z'],
    ['late', '2026-03-02T09:59:59.999Z'],
  ])('have the bot that joins by their link %s', (_, join_at) => {
    const one = bot({ join_at });
    expect(botsFor(event(), one)).toEqual([one.id]);
  });

  it.each([
    ['in another meeting', { meeting_url: 'https://meet.google.com/xxx-xxxx-xxx' }],
    ['that was there before', { join_at: '2026-03-02T08:29:59.999Z' }],
    ['that comes when it is over', { join_at: '2026-03-02T10:00:00.000Z' }],
  ])('do not have a bot %s', (_, details) => {
    expect(botsFor(event(), bot(details))).toEqual([undefined]);
  });

  it('have the bot that was sent for the event, wherever it was moved to, and none that was sent for another', () => {
    const one = event();
    const far = '2026-03-03T15:00:00.000Z';
    expect(botsFor(one, bot({ id: 'follows', calendar_event_id: one.id, join_at: far }))).toEqual(['follows']);
    expect(botsFor(one, bot({ calendar_event_id: 'cev_of_another' }))).toEqual([undefined]);
  });

  it('have the bot that still goes, rather than one that is over', () => {
    const ended = bot({ id: 'ended', state: 'ended' });
    expect(botsFor(event(), ended, bot({ id: 'goes', state: 'scheduled' }))).toEqual(['goes']);
    expect(botsFor(event(), ended)).toEqual(['ended']);
  });
});
