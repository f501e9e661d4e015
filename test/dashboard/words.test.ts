import { describe, expect, it } from 'vitest';
import { eventWord, standOf } from '../../dashboard/app-sessions/words.ts';
import { isInMeeting, meetingName, stateOf } from '../../dashboard/bots/words.ts';
import { presentBot } from '../../lib/api/present/bot.ts';
import type { Bot } from '../../lib/domain/bot/bot.ts';
import { botStates, isInMeeting as isInMeetingByTable } from '../../lib/domain/bot/lifecycle.ts';
import { aBot, aBotEvent } from '../lab/builders/records.ts';

describe('a meeting', () => {
  it.each([
    ['https://meet.google.com/abc-defg-hij', 'abc-defg-hij'],
    ['https://us02web.zoom.us/j/82345678901?pwd=abc', '823 4567 8901'],
    ['https://us02web.zoom.us/j/8234567890', '823 456 7890'],
    ['https://teams.microsoft.com/meet/2461873920411?p=Abc', '246 187 392 041 1'],
    ['https://teams.microsoft.com/l/meetup-join/19%3ameeting_x@thread.v2/0?context=%7b%7d', 'Teams meeting'],
    ['https://meet.example.com/Board%20meeting', 'Board meeting'],
    ['https://meet.example.com/%E0%A4%A', '%E0%A4%A'],
    ['https://meet.example.com/', 'meet.example.com'],
  ])('is called as people know it: %s', (link, name) => expect(meetingName(link)).toBe(name));
});

describe('the state of a bot', () => {
  const wordOf = (details: Partial<Bot>) => stateOf(presentBot(aBot(details)) as Parameters<typeof stateOf>[0])[0];
  const refused = aBotEvent({ type: 'could_not_join_meeting', sub_type: 'request_to_join_denied' });

  it.each(['ended', 'fatal_error'] as const)('says that it did not get in, whether it is %s', (state) => {
    expect(wordOf({ state, events: [aBotEvent(), refused] })).toBe('Did not get in');
  });

  it('says that it failed where it was in its meeting, and nothing but that its data is gone once it is', () => {
    const events = [
      aBotEvent({ type: 'joined_meeting' }),
      aBotEvent({ type: 'fatal_error', sub_type: 'internal_error' }),
    ];
    expect(wordOf({ state: 'fatal_error', events })).toBe('Failed');
    expect(wordOf({ state: 'data_deleted', events: [refused] })).toBe('Data deleted');
  });
});

it.each(botStates)('a bot is in its meeting, or not, as the table of states has it: %s', (state) => {
  expect(isInMeeting({ state })).toBe(isInMeetingByTable(state));
});

describe('an app session', () => {
  const wordOf = (details: Partial<Bot>) =>
    standOf(presentBot(aBot(details)) as unknown as Parameters<typeof standOf>[0]);
  const refused = aBotEvent({ type: 'could_not_join_meeting', sub_type: 'oauth_app_not_configured' });

  it('is said to have got no stream, where a bot did not get in', () => {
    expect(eventWord(refused)).toBe('Got no stream');
    expect(wordOf({ state: 'ended', events: [refused] })).toEqual(['Got no stream', 'failed']);
    expect(wordOf({ state: 'joining' })).toEqual(['Opening the stream', 'waiting']);
    expect(wordOf({ state: 'ended' })).toEqual(['Ended', 'done']);
  });
});
