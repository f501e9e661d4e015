/** What a page that was loaded has come to, and what a bot does then. */
import { describe, expect, it } from 'vitest';
import { type MeetingPhase, meetingPhases } from '../../../../lib/capture/meeting/view.ts';
import {
  type Arrival,
  type Arriving,
  arrivalAt,
  arriveAnew,
  type Onward,
  onwardFrom,
} from '../../../../lib/capture/session/joining/arrival.ts';
import { neverLoaded, neverRecognised } from '../../../../lib/capture/session/joining/in-vain.ts';
import { createPace } from '../../../../lib/capture/session/pace.ts';
import type { PageState } from '../../../../lib/domain/meeting/page-state.ts';
import { aView } from '../../../lab/builders/meeting-views.ts';

const aPage: PageState = { page_state: 'T01_page', evidence: [], overlays: [] };
const lookAt = (phase: MeetingPhase, seconds: number, page?: PageState, is_young = false) =>
  arrivalAt({
    view: aView({ phase, ...(page && { page }), is_young }),
    times: 2,
    since_ms: 0,
    now_ms: seconds * 1_000,
    held_up_ms: 0,
  });

describe('a page that was loaded', () => {
  const passing: Partial<Record<MeetingPhase, number>> = {
    loading: 60,
    connecting: 20,
    consent_asked: 10,
    unknown: 10,
  };
  it.each(Object.entries(passing) as [MeetingPhase, number][])('may show %s for %d s', (phase, seconds) => {
    expect(lookAt(phase, seconds)).toBeUndefined();
    expect(lookAt(phase, seconds + 0.25)).toBe(phase);
  });

  it.each(meetingPhases.filter((phase) => !(phase in passing)))('has come when it shows %s', (phase) => {
    expect(lookAt(phase, 0)).toBe(phase);
  });

  it('has come when it says that it failed', () => {
    expect(lookAt('connecting', 0, { ...aPage, again_after_ms: 5_000 })).toBe('connecting');
  });

  it('is not told yet where what it says does not last so far', () => {
    expect(lookAt('unknown', 0, { ...aPage, again_after_ms: 5_000 })).toBeUndefined();
  });

  it('is given the time of one that loads where it may have only begun to, also where looks are ten seconds apart', () => {
    for (const [phase, seconds] of [
      ['unknown', 60],
      ['connecting', 20],
    ] as const) {
      expect(lookAt(phase, seconds, undefined, true)).toBeUndefined();
      expect(lookAt(phase, seconds + 0.25, undefined, true)).toBe(phase);
    }
  });

  it('is stuck when it is known for one that comes, and does not', () => {
    expect(lookAt('loading', 61, aPage)).toBe('stuck');
  });
});

describe('a bot that has come to a page', () => {
  it.each<[Arrival, Onward, Onward]>([
    ['pre_join', 'press', 'press'],
    ['loading', 'load', neverLoaded],
    ['stuck', 'load', neverRecognised],
    ['not_loaded', neverLoaded, neverLoaded],
    ['unknown', neverRecognised, neverRecognised],
    ['waiting_room', 'look_on', 'look_on'],
    ['in_meeting', 'look_on', 'look_on'],
    ['connecting', 'look_on', 'look_on'],
    ['denied', 'look_on', 'look_on'],
  ])('that shows %s knows how to go on, also when it was loaded twice', (arrival, first, second) => {
    expect([onwardFrom(arrival, 1), onwardFrom(arrival, 2)]).toEqual([first, second]);
  });
});

describe('a page that cannot be had', () => {
  /** What comes of it, and when it was asked for; the bot is told to leave after so long. */
  const askedInVain = async (leaves_ms: number) => {
    let now_ms = 0;
    const asked_ms: number[] = [];
    const bot = {
      get state() {
        return now_ms < leaves_ms ? ('joining' as const) : ('leaving' as const);
      },
      isOver: false,
      onNews: () => () => undefined,
    };
    const pause = async (duration_ms: number): Promise<void> => {
      now_ms += duration_ms;
    };
    const load = async (): Promise<never> => {
      asked_ms.push(now_ms);
      throw new Error('net::ERR_INTERNET_DISCONNECTED');
    };
    const clock = { now_ms: () => now_ms, pause };
    const pace = createPace({ bot, clock, signal: new AbortController().signal });
    const arriving = { bot, meeting: { isLost: false, load }, pace, log: () => undefined } as unknown as Arriving;
    return { arrival: await arriveAnew(arriving), asked_ms, ended_ms: now_ms };
  };

  it('is asked for six times in 34 s, ever more seldom', async () => {
    expect(await askedInVain(Number.POSITIVE_INFINITY)).toEqual({
      arrival: 'not_loaded',
      asked_ms: [0, 2_000, 6_000, 14_000, 24_000, 34_000],
      ended_ms: 34_000,
    });
  });

  it('is not waited for once the bot is told to leave', async () => {
    expect(await askedInVain(3_000)).toEqual({ arrival: 'not_loaded', asked_ms: [0, 2_000], ended_ms: 3_000 });
  });
});

describe('a bot at the form', () => {
  it.each([
    ['mp4', true],
    ['mp3', false],
    ['none', false],
  ] as const)('whose format is %s says before it asks whether it wants pictures: %s', async (format, wants) => {
    const prepared: unknown[] = [];
    const meeting = {
      isLost: false,
      load: async () => undefined,
      look: async () => aView({ phase: 'pre_join' }),
      prepare: async (...how: unknown[]) => void prepared.push(how),
    };
    const bot = { state: 'joining', isOver: false, onNews: () => () => undefined } as const;
    const clock = { now_ms: () => 0, pause: async () => undefined };
    const pace = createPace({ bot, clock, signal: new AbortController().signal });
    const assignment = { bot_name: 'Notes', recording_settings: { format } };
    const recording = { arm: async () => undefined };
    const arriving = { assignment, bot, meeting, pace, recording, log: () => undefined } as unknown as Arriving;
    expect([await arriveAnew(arriving), prepared]).toEqual(['pre_join', [['Notes', wants]]]);
  });
});
