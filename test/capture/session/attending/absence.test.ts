/** What is decided about a bot that is in its meeting, four times a second, by what it is shown and for how long. */
import { describe, expect, it } from 'vitest';
import { type Ending, finalPhases, removed } from '../../../../lib/capture/meeting/final-phases.ts';
import { type MeetingPhase, meetingPhases } from '../../../../lib/capture/meeting/view.ts';
import {
  type Absence,
  astrayAfter,
  decide,
  isHeld,
  isOver,
  stuckAfter,
} from '../../../../lib/capture/session/attending/absence.ts';
import { endingInside, failed } from '../../../../lib/capture/session/leaving/ending.ts';
import { consent, type InVain } from '../../../../lib/capture/session/leaving/waits.ts';
import { aView } from '../../../lab/builders/meeting-views.ts';

/** What is shown, and for how many seconds. The last is shown for as long as it takes. `slept`: for how long nobody could look before. */
type Stage = readonly [phase: MeetingPhase, seconds: number, slept?: number];
const lastingSeconds = 120;

/** The first step that is decided, and after how many seconds; nothing where the bot stays. */
const decided = (
  stages: readonly Stage[],
  { inVain, isAnew = false }: { inVain?: InVain; isAnew?: boolean } = {},
): readonly [seconds: number, step: Absence] | undefined => {
  let astray_since_ms: number | undefined;
  let now_ms = 0;
  for (const [index, [phase, seconds, slept = 0]] of stages.entries()) {
    if (stages[index - 1]?.[0] === phase)
      throw new Error('what is shown twice in a row has been shown for as long as both');
    now_ms += slept * 1_000;
    const since_ms = now_ms;
    const until_ms = since_ms + (index === stages.length - 1 ? lastingSeconds : seconds) * 1_000;
    for (let times = 1; now_ms < until_ms; times += 1, now_ms += 250) {
      const held_up_ms = now_ms === since_ms ? slept * 1_000 : 0;
      const look = { view: aView({ phase }), times, since_ms, now_ms, held_up_ms };
      astray_since_ms = astrayAfter(astray_since_ms, look);
      const step = decide({ look, entered_ms: 0, astray_since_ms, stuck_since_ms: undefined, isAnew, inVain });
      if (step) return [now_ms / 1_000, step];
    }
  }
  return undefined;
};

const ends = (ending: Ending | undefined, evidence?: string): Absence => {
  if (!ending) throw new Error('there is no such ending');
  return { kind: 'end', ending, evidence };
};
const loses = (phase: MeetingPhase): Absence => ({ kind: 'lose', why: `the meeting's page turned into ${phase}` });
const unconsented: Absence = {
  kind: 'give_up',
  inVain: { waited_for: consent, ending: failed('capture_lost') },
  evidence: 'consent_asked',
};

describe('a bot that is in its meeting', () => {
  const steps: Partial<Record<MeetingPhase, readonly [seconds: number, step: Absence] | undefined>> = {
    in_meeting: undefined,
    // How long is waited here is said by leaving/waits.ts.
    waiting_room: undefined,
    consent_asked: [60.25, unconsented],
    connecting: [60.25, loses('connecting')],
    loading: [15.25, loses('loading')],
    unknown: [15.25, loses('unknown')],
    pre_join: [15.25, loses('pre_join')],
    asking: [15.25, loses('asking')],
    not_started: [15.25, loses('not_started')],
    authorized_user_absent: [15.25, loses('authorized_user_absent')],
  };
  it.each(meetingPhases.map((phase) => ({ phase })))('stays, or not, while it is shown $phase', ({ phase }) => {
    const isEnd = phase in finalPhases || phase === 'left';
    expect(phase in steps).toBe(!isEnd);
    expect(isOver(phase)).toBe(isEnd);
    const ending = endingInside(phase);
    const expected = isEnd ? [0.25, ends(ending, ending?.sub_type ?? phase)] : steps[phase];
    expect(decided([[phase, lastingSeconds]])).toEqual(expected);
  });

  it('has nothing kept of what is over when it was there for a while', () => {
    const removedAfter = (seconds: number) =>
      decided([
        ['in_meeting', seconds],
        ['removed', 5],
      ]);
    expect(removedAfter(29.5)).toEqual([29.75, ends(removed, 'removed_from_meeting')]);
    expect(removedAfter(30)).toEqual([30.25, ends(removed)]);
  });

  it('is not out by what is shown for one look', () => {
    const stages: Stage[] = [
      ['in_meeting', 10],
      ['ended', 0.25],
      ['in_meeting', 10],
      ['left', 0.25],
      ['in_meeting', 10],
    ];
    expect(decided(stages)).toBeUndefined();
  });

  it('was removed when it waits in vain to be let in again', () => {
    const inVain: InVain = { waited_for: 'to be let in', ending: failed('internal_error') };
    const step: Absence = { kind: 'give_up', inVain: { ...inVain, ending: removed }, evidence: undefined };
    expect(decided([['waiting_room', 5]], { inVain })).toEqual([0, step]);
  });
});

describe('a meeting that is astray', () => {
  it('is lost although it shows one thing after the other', () => {
    const stages: Stage[] = [
      ['in_meeting', 10],
      ['connecting', 50],
      ['loading', 10],
      ['connecting', 10],
      ['unknown', 10],
    ];
    expect(decided(stages)).toEqual([85.25, loses('unknown')]);
  });

  it('is lost as soon as its table says of a page that never connects again by itself, and not of what fails on the way in', () => {
    /** Shown that the page does not connect again so long after it lost its connection. */
    const lostAfter = (again: { readonly again_after_ms?: number; readonly again_times?: number }, tried_ms = 0) => {
      let stuck_since_ms: number | undefined;
      for (let now_ms = 0; ; now_ms += 250) {
        const page = { page_state: 'G19_group_gone', evidence: [], overlays: [], ...(now_ms >= tried_ms && again) };
        const look = { view: aView({ phase: 'connecting', page }), times: 2, since_ms: 0, now_ms, held_up_ms: 0 };
        stuck_since_ms = stuckAfter(stuck_since_ms, look);
        const step = decide({
          look,
          entered_ms: 0,
          astray_since_ms: 0,
          stuck_since_ms,
          isAnew: false,
          inVain: undefined,
        });
        if (step) return [now_ms, step];
      }
    };
    expect(lostAfter({ again_after_ms: 15_000 })).toEqual([15_250, loses('connecting')]);
    expect(lostAfter({ again_after_ms: 15_000 }, 40_000)).toEqual([55_250, loses('connecting')]);
    expect(lostAfter({ again_after_ms: 15_000, again_times: 2 })).toEqual([60_250, loses('connecting')]);
    expect(lostAfter({})).toEqual([60_250, loses('connecting')]);
  });

  it('has the time that is left of it after a sleep', () => {
    const stages: Stage[] = [
      ['connecting', 50],
      ['unknown', 10],
      ['connecting', lastingSeconds, 3_600],
    ];
    expect(decided(stages)).toEqual([3_675.25, loses('connecting')]);
  });

  it('is lost within moments at the form of a page that was loaded anew, and has its time while that loads', () => {
    expect(decided([['pre_join', 5]], { isAnew: true })).toEqual([3.25, loses('pre_join')]);
    expect(decided([['loading', 20]], { isAnew: true })).toEqual([15.25, loses('loading')]);
  });

  it.each(['in_meeting', 'waiting_room'] as const)('has all of its time again after %s', (phase) => {
    const stages: Stage[] = [
      ['connecting', 50],
      ['unknown', 10],
      [phase, 0.25],
      ['connecting', 50],
      ['unknown', 10],
      [phase, lastingSeconds],
    ];
    expect(decided(stages)).toBeUndefined();
  });

  it('has no more time because it asks for consent, or seems to be over for a moment', () => {
    const stages: Stage[] = [
      ['connecting', 50],
      ['ended', 0.25],
      ['consent_asked', 60],
    ];
    expect(decided(stages)).toEqual([75.25, loses('consent_asked')]);
  });

  it('is over when it says so as its time runs out, and lost when that does not last', () => {
    const astray: Stage[] = [
      ['connecting', 60],
      ['unknown', 15.25],
    ];
    expect(decided([...astray, ['ended', 5]])).toEqual([75.5, ends(endingInside('ended'))]);
    const flickering = Array.from({ length: 60 }, (_, index): Stage => [index % 2 ? 'removed' : 'ended', 0.25]);
    expect(decided([...astray, ...flickering])).toEqual([85.25, loses('ended')]);
  });
});

it('holds back what is seen and heard only in a waiting room, and while consent is asked for', () => {
  expect(meetingPhases.filter(isHeld)).toEqual(['consent_asked', 'waiting_room']);
});
