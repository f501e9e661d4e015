/** What a bot decides that looks on at its meeting, four times a second, by what it is shown and for how long. */
import { describe, expect, it } from 'vitest';
import { couldNotJoin, finalPhases } from '../../../../lib/capture/meeting/final-phases.ts';
import { type MeetingPhase, meetingPhases } from '../../../../lib/capture/meeting/view.ts';
import {
  type Admission,
  type Again,
  after,
  decide,
  nothingShown,
  type Onlooking,
} from '../../../../lib/capture/session/joining/admission.ts';
import { neverConnected, neverConsented, neverRecognised } from '../../../../lib/capture/session/joining/in-vain.ts';
import { endingOf } from '../../../../lib/capture/session/leaving/ending.ts';
import { createWaits, type InVain, isWait } from '../../../../lib/capture/session/leaving/waits.ts';
import { AutomaticLeaveSettings } from '../../../../lib/domain/bot/settings.ts';
import type { PageState } from '../../../../lib/domain/meeting/page-state.ts';
import { aView } from '../../../lab/builders/meeting-views.ts';

/**
 * What is shown, for how many seconds, and what is known of its page. The last is shown for as long as it takes. `slept`: for how
 * many seconds nobody could look before.
 */
type Stage = readonly [phase: MeetingPhase, seconds: number, page?: Partial<PageState> | undefined, slept?: number];
type Changes = Partial<Onlooking> & { readonly inVain?: InVain; readonly is_young?: boolean };
const lastingSeconds = 120;
const waits = createWaits({ automatic_leave_settings: AutomaticLeaveSettings.parse({}) });

/** The first step that a bot takes, and after how many seconds; nothing where it only looks on. */
const decided = (
  stages: readonly Stage[],
  { inVain, is_young = false, ...changes }: Changes = {},
): readonly [seconds: number, step: Admission] | undefined => {
  const onlooking: Onlooking = {
    hasAsked: true,
    failures: 0,
    refusals: 0,
    wasInside: false,
    begun_ms: 0,
    starts_within_ms: undefined,
    connects_within_ms: undefined,
    ...changes,
  };
  let shown = nothingShown;
  let now_ms = 0;
  for (const [index, [phase, seconds, page, slept = 0]] of stages.entries()) {
    const view = aView({
      phase,
      is_young,
      ...(page && { page: { page_state: 'T01_page', evidence: [], overlays: [], ...page } }),
    });
    const isSame = stages[index - 1]?.[0] === phase;
    if (isSame) throw new Error('what is shown twice in a row has been shown for as long as both');
    now_ms += slept * 1_000;
    const since_ms = now_ms;
    const until_ms = since_ms + (index === stages.length - 1 ? lastingSeconds : seconds) * 1_000;
    for (let times = 1; now_ms < until_ms; times += 1, now_ms += 250) {
      const look = { view, times, since_ms, now_ms, held_up_ms: now_ms === since_ms ? slept * 1_000 : 0 };
      shown = after(shown, look);
      const again_after_ms = isWait(phase) ? waits.againAfterMs(phase, view.page) : undefined;
      const step = decide({ onlooking, shown, look, inVain, again_after_ms });
      if (step) return [now_ms / 1_000, step];
    }
  }
  return undefined;
};
/** The same where one thing is shown for as long as it takes. */
const decidedAt = (phase: MeetingPhase, page?: Partial<PageState>, changes?: Changes) =>
  decided([[phase, lastingSeconds, page]], changes);

const givesUp = (inVain: InVain): Admission => ({ kind: 'give_up', inVain });
const goesBack = (why: Again): Admission => ({ kind: 'go_back', why });

describe('a bot that has asked to be let in', () => {
  const steps: Partial<Record<MeetingPhase, readonly [seconds: number, step: Admission] | undefined>> = {
    loading: [60.25, givesUp(neverConnected)],
    connecting: [60.25, givesUp(neverConnected)],
    asking: [60.25, givesUp(neverConnected)],
    consent_asked: [60.25, givesUp(neverConsented)],
    pre_join: [10.25, goesBack('not_taken')],
    unknown: [30.25, givesUp(neverRecognised)],
    left: [10.25, givesUp(neverRecognised)],
    in_meeting: [0.25, { kind: 'come_in' }],
    // How long is waited here is said by leaving/waits.ts.
    waiting_room: undefined,
    not_started: undefined,
    authorized_user_absent: [60.25, goesBack('ask_again')],
    locked: [60.25, goesBack('ask_again')],
  };
  it.each(meetingPhases.map((phase) => ({ phase })))('decides what to do while it is shown $phase', ({ phase }) => {
    const ending = finalPhases[phase];
    const isKnown = phase in steps || ending !== undefined;
    expect(isKnown).toBe(true);
    const expected = phase in steps ? steps[phase] : [0.25, { kind: 'end', ending }];
    expect(decidedAt(phase)).toEqual(expected);
  });

  it.each(['waiting_room', 'not_started', 'authorized_user_absent', 'locked'] as const)(
    'withdraws when it has waited for as long as it may: %s',
    (phase) => {
      expect(decidedAt(phase, undefined, { inVain: neverConnected })).toEqual([
        0,
        { kind: 'withdraw', inVain: neverConnected },
      ]);
    },
  );

  it('is not let in, and not refused, by what is shown for one look', () => {
    const stages: Stage[] = [
      ['in_meeting', 0.25],
      ['waiting_room', 5],
      ['denied', 0.25],
      ['waiting_room', 5],
      ['in_meeting', 5],
    ];
    expect(decided(stages)).toEqual([10.75, { kind: 'come_in' }]);
  });

  it.each([
    ['in_meeting', { kind: 'come_in' }],
    ['denied', { kind: 'end', ending: endingOf('denied') }],
  ] as const)('is told by what shows as its time to connect runs out: %s', (phase, step) => {
    const stages: Stage[] = [
      ['connecting', 60.25],
      [phase, 5],
    ];
    expect(decided(stages)).toEqual([60.5, step]);
  });

  it('gives up where what shows as its time runs out does not last', () => {
    const flickering = Array.from({ length: 60 }, (_, index): Stage => [index % 2 ? 'denied' : 'in_meeting', 0.25]);
    expect(decided([['connecting', 60.25], ...flickering])).toEqual([70.25, givesUp(neverConnected)]);
  });

  it('presses again at once when the door opens in front of which it waited', () => {
    expect(
      decided([
        ['not_started', 20],
        ['pre_join', 20],
      ]),
    ).toEqual([20.25, goesBack('ask_again')]);
  });

  it('does not knock twice where it stood in the waiting room', () => {
    expect(
      decided([
        ['waiting_room', 20],
        ['pre_join', 20],
      ]),
    ).toEqual([30.25, goesBack('not_taken')]);
  });
});

describe('a bot that could not ask yet', () => {
  it.each<[Stage[], number, Again]>([
    [[['pre_join', 1]], 0, 'ready'],
    [
      [
        ['not_started', 20],
        ['pre_join', 1],
      ],
      20,
      'ready',
    ],
    [
      [
        ['waiting_room', 20],
        ['pre_join', 1],
      ],
      30.25,
      'not_taken',
    ],
  ])('goes to the form when it comes, unless it stands in a waiting room: %j', (stages, seconds, why) => {
    expect(decided(stages, { hasAsked: false })).toEqual([seconds, goesBack(why)]);
  });

  it('has no time for a client to start', () => {
    expect(decidedAt('unknown', undefined, { hasAsked: false })).toEqual([10.25, givesUp(neverRecognised)]);
  });

  it('does not give up a page that may have only begun to load before that is known, also where looks are far apart', () => {
    const changes = { hasAsked: false, is_young: true };
    expect(decidedAt('unknown', undefined, changes)).toEqual([60.25, givesUp(neverRecognised)]);
  });
});

describe('a bot that comes back to a meeting that it was in', () => {
  const page = { counts_ghosts: true } as const;

  it('asks again, five times, where it may be refused for being there still', () => {
    for (const refusals of [0, 4])
      expect(decidedAt('full', page, { refusals, wasInside: true })).toEqual([15.25, goesBack('refused')]);
    const ends: Admission = { kind: 'end', ending: couldNotJoin('meeting_full') };
    expect(decidedAt('full', page, { refusals: 5, wasInside: true })).toEqual([0.25, ends]);
    expect(decidedAt('full', page)).toEqual([0.25, ends]);
  });

  it('counts that apart from pages that fail', () => {
    expect(decidedAt('full', page, { failures: 5, wasInside: true })).toEqual([15.25, goesBack('refused')]);
    const failing = { again_after_ms: 5_000, again_times: 2 };
    expect(decidedAt('connecting', failing, { refusals: 5 })).toEqual([5.25, goesBack('failed')]);
  });

  it('is refused at once by whatever else refuses it', () => {
    for (const phase of ['denied', 'full'] as const)
      expect(decidedAt(phase, {}, { wasInside: true })).toEqual([0.25, { kind: 'end', ending: endingOf(phase) }]);
  });
});

describe('a page that has failed', () => {
  const failing = { again_after_ms: 5_000, again_times: 2 };

  it.each(['connecting', 'unknown', 'consent_asked', 'pre_join'] as const)(
    'is tried again when and as often as its row says: %s',
    (phase) => {
      for (const failures of [0, 1])
        expect(decidedAt(phase, failing, { failures })).toEqual([5.25, goesBack('failed')]);
      expect(decidedAt(phase, failing, { failures: 2 })).toEqual(decidedAt(phase, {}));
    },
  );

  it.each(['login_required', 'not_found'] as const)('ends the bot once it was tried as often: %s', (phase) => {
    for (const failures of [0, 1]) expect(decidedAt(phase, failing, { failures })).toEqual([5.25, goesBack('failed')]);
    expect(decidedAt(phase, failing, { failures: 2 })).toEqual([0.25, { kind: 'end', ending: endingOf(phase) }]);
  });

  it('is not pressed before', () => {
    expect(decidedAt('pre_join', failing, { hasAsked: false })).toEqual([5.25, goesBack('failed')]);
  });

  it('is one that nobody knows where it makes a bot wait, and was tried as often', () => {
    expect(decidedAt('not_started', failing, { failures: 1 })).toEqual([5.25, goesBack('failed')]);
    expect(decidedAt('not_started', failing, { failures: 2 })).toEqual([5.25, givesUp(neverRecognised)]);
  });

  it('is told from one that is asked again for as long as the bot waits', () => {
    const page = { again_after_ms: 15_000 };
    expect(decidedAt('not_started', page, { failures: 9 })).toEqual([15.25, goesBack('ask_again')]);
  });
});

describe('what has a time of its own', () => {
  it('is a connection, however often the page shows something else meanwhile', () => {
    const stages: Stage[] = [
      ['connecting', 25],
      ['loading', 25],
      ['asking', 20],
    ];
    expect(decided(stages)).toEqual([60.25, givesUp(neverConnected)]);
  });

  it('is a connection after each wait', () => {
    const stages: Stage[] = [
      ['connecting', 50],
      ['waiting_room', 1],
      ['connecting', 70],
    ];
    expect(decided(stages)).toEqual([111.25, givesUp(neverConnected)]);
  });

  it('is each page from which nothing leads on', () => {
    const stages: Stage[] = [
      ['unknown', 8, { page_state: 'T01_splash' }],
      ['left', 8, { page_state: 'T02_out' }],
      ['unknown', 20, { page_state: 'T02_out' }],
    ];
    expect(decided(stages)).toEqual([18.25, givesUp(neverRecognised)]);
  });

  it('is no longer by a sleep, nor shorter', () => {
    const page = { page_state: 'T02_out' };
    const connecting: Stage[] = [
      ['connecting', 25],
      ['loading', lastingSeconds, undefined, 3_600],
    ];
    expect(decided(connecting)).toEqual([3_660.25, givesUp(neverConnected)]);
    const strange: Stage[] = [
      ['unknown', 8, page],
      ['left', 20, page, 3_600],
    ];
    expect(decided(strange)).toEqual([3_610.25, givesUp(neverRecognised)]);
  });

  it('is what the platform is known to take', () => {
    expect(decidedAt('unknown', undefined, { starts_within_ms: 15_000 })).toEqual([15.25, givesUp(neverRecognised)]);
    expect(decidedAt('connecting', undefined, { connects_within_ms: 90_000 })).toEqual([
      90.25,
      givesUp(neverConnected),
    ]);
  });
});
