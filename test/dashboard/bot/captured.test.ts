import type { UseQueryResult } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import type { Followed } from '../../../dashboard/bot/captured.ts';
import { aBotEvent } from '../../lab/builders/records.ts';

vi.stubGlobal('location', { origin: 'https://meetings.example.com' });
const { askedOf, linesAgainMs, mayStillCome, noRecordingOf, ofALink } = await import(
  '../../../dashboard/bot/captured.ts'
);

const minute = 60_000;
/** One whose last event was so long ago. */
const ended = (state: Followed['state'], recording_state: Followed['recording_state'], ago_ms: number): Followed => {
  const created_at = new Date(Date.now() - ago_ms).toISOString();
  return { state, recording_state, events: [aBotEvent({ type: 'fatal_error', sub_type: 'capture_lost', created_at })] };
};

describe('what was asked for', () => {
  const asked = (data: object | null | undefined) =>
    askedOf({ data, isPending: data === undefined, error: null } as UseQueryResult<object | null>, undefined);

  it('is known to be none, or not known yet', () => {
    expect([asked(null).data, asked(undefined).data]).toEqual([null, undefined]);
  });
});

describe('a recording that is not there', () => {
  it.each([
    [
      'is asked for again while what a fault has broken off may be finished',
      ended('fatal_error', 'complete', 0),
      5_000,
    ],
    [
      'is asked for again as long as the API says that it may come',
      ended('fatal_error', 'complete', 119 * minute),
      5_000,
    ],
    ['is none once nobody tries to finish it any more', ended('fatal_error', 'complete', 121 * minute), false],
    ['is none where nothing was recorded until the fault', ended('fatal_error', 'not_started', 0), false],
    ['is none where a bot has ended by itself', ended('ended', 'complete', 0), false],
  ])('%s', (_, one, again) => {
    const { refetchInterval, staleTime } = ofALink(async () => ({}), one);
    const nothing = { state: { data: null } };
    expect(mayStillCome(one)).toBe(again !== false);
    expect(refetchInterval(nothing)).toBe(again);
    expect(staleTime(nothing) === 0).toBe(again !== false);
  });

  it('says why it is not there', () => {
    const said = [0, 121 * minute].map((ago) => noRecordingOf(ended('fatal_error', 'complete', ago)));
    expect(said[0]).toContain('is being finished');
    expect(said[1]).toContain('could not be finished');
    expect(noRecordingOf(ended('ended', 'not_started', 0))).toBe('Nothing was recorded.');
  });

  it('is asked for no more than its link needs once it is there', () => {
    const { refetchInterval, staleTime } = ofALink(async () => ({}), ended('fatal_error', 'complete', 0));
    const there = { state: { data: {} } };
    expect([refetchInterval(there), staleTime(there)]).toEqual([25 * minute, 25 * minute]);
  });
});

describe('the lines of a meeting', () => {
  it.each([
    ['are asked for again while it goes on', ended('joined_recording', 'in_progress', 60 * minute), 1_500],
    ['may come for a while once it is over', ended('ended', 'complete', 4 * minute), 5_000],
    ['are all there after that', ended('ended', 'complete', 6 * minute), false],
    ['may come soon after a fault, too', ended('fatal_error', 'complete', 4 * minute), 5_000],
    [
      'may come for as long as somebody finishes what a fault has broken off, and are asked for more seldom',
      ended('fatal_error', 'complete', 119 * minute),
      60_000,
    ],
    ['are all there after that, too', ended('fatal_error', 'complete', 121 * minute), false],
    [
      'are all there soon where a fault came before any recording',
      ended('fatal_error', 'not_started', 6 * minute),
      false,
    ],
  ])('%s', (_, one, again) => expect(linesAgainMs(one)).toBe(again));
});

describe('what a bot kept of a page', () => {
  it('is not awaited where there is nothing, and renewed before its links are over where there is', () => {
    const { refetchInterval } = ofALink(async () => ({}));
    expect(refetchInterval({ state: { data: null } })).toBe(false);
    expect(refetchInterval({ state: { data: {} } })).toBe(25 * minute);
  });
});
