/** From a page into the meeting, in memory: what a bot does with pages that are slow, and with those that fail. */
import { describe, expect, it } from 'vitest';
import { ElementMissingError } from '../../../lib/capture/meeting/errors.ts';
import type { MeetingPhase, MeetingView } from '../../../lib/capture/meeting/view.ts';
import { aView } from '../../lab/builders/meeting-views.ts';
import { ada, aMeeting, start_ms } from './attended-meeting.ts';

/** `seconds` since the page was loaded, or since it was pressed, of the load with this number. */
type Shown = (seconds: number, load: number) => Partial<MeetingView>;

/**
 * What became of a bot at a page, when it was loaded, and when it was pressed; `away_s`: how long it cannot be had; `fails`: how
 * many presses fail once they were taken.
 */
const joined = async ({
  before = () => ({ phase: 'pre_join' }),
  after,
  away_s = 0,
  fails = 0,
  ...rest
}: {
  before?: Shown;
  after: Shown;
  away_s?: number;
  fails?: number;
  starts_within_ms?: number;
}) => {
  const loads: number[] = [];
  const presses: number[] = [];
  let isPressed = false;
  const meeting = aMeeting({
    ...rest,
    shows(seconds) {
      const since = (isPressed ? presses : loads).at(-1) ?? 0;
      return aView((isPressed ? after : before)(seconds - since, loads.length), [ada]);
    },
    async onAct(act) {
      const seconds = (meeting.clock.now_ms() - start_ms) / 1_000;
      if (act === 'load' || act === 'ask to be let in') isPressed = act !== 'load';
      if (act === 'load') loads.push(seconds);
      if (act === 'load' && seconds < away_s) throw new Error('net::ERR_NAME_NOT_RESOLVED');
      if (act !== 'ask to be let in') return;
      presses.push(seconds);
      if (presses.length <= fails) throw new ElementMissingError('join', '#passcode');
    },
  });
  const end = await meeting.join();
  const ending = end !== 'elsewhere' && 'ending' in end ? end.ending.sub_type : undefined;
  return { isIn: end !== 'elsewhere' && 'view' in end, ending, loads, presses, seconds: meeting.seconds() };
};
const inside: Shown = () => ({ phase: 'in_meeting' });

describe('a page that is slow', () => {
  it.each([25, 55])('is not loaded anew while it comes: its form is pressed after %i s', async (late) => {
    const before: Shown = (seconds) => ({ phase: seconds < late ? 'loading' : 'pre_join' });
    expect(await joined({ before, after: inside })).toMatchObject({ isIn: true, loads: [0], presses: [late] });
  });

  it('has its form pressed as it stands, whatever it showed for a while before', async () => {
    const before: Shown = (seconds) => ({ phase: seconds < 30 ? 'connecting' : 'pre_join' });
    expect(await joined({ before, after: inside })).toMatchObject({ isIn: true, loads: [0], presses: [30] });
  });

  it('is loaded anew once when it does not come at all', async () => {
    const { isIn, ending, loads } = await joined({ before: () => ({ phase: 'loading' }), after: inside });
    expect({ isIn, ending, loads }).toMatchObject({ isIn: false, ending: 'unable_to_connect_to_meeting' });
    expect(loads).toHaveLength(2);
  });

  it('is a page that nobody knows where it goes on showing what it shows while it comes', async () => {
    const page = { page_state: 'T02_splash', evidence: [], overlays: [] };
    const { ending, loads } = await joined({ before: () => ({ phase: 'loading', page }), after: inside });
    expect([ending, loads.length]).toEqual(['unknown_page', 2]);
  });

  it('is left at once by a bot that is told to leave', async () => {
    const meeting = aMeeting({
      shows: () => aView({ phase: 'loading' }),
      asked: (seconds) => (seconds >= 5 ? 'leave' : undefined),
    });
    expect([await meeting.join(), meeting.seconds()]).toEqual([{ ending: { trigger: 'left' } }, 5]);
  });
});

describe('a page that cannot be had', () => {
  it('is asked for again, later and later, and joined once it is there', async () => {
    expect(await joined({ away_s: 20, after: inside })).toMatchObject({ isIn: true, loads: [0, 2, 6, 14, 24] });
  });

  it('is given up after half a minute', async () => {
    const { ending, loads } = await joined({ away_s: 600, after: inside });
    expect([ending, loads]).toEqual(['unable_to_connect_to_meeting', [0, 2, 6, 14, 24, 34]]);
  });
});

/** A page that is not in the meeting yet and says that it cannot come there. */
const failing = (again_times: number, again_after_ms = 10_000): Partial<MeetingView> => ({
  phase: 'connecting',
  page: { page_state: 'T15_connect_fault', evidence: [], overlays: [], again_after_ms, again_times },
});

describe('a page that fails before the bot is let in', () => {
  it('is tried again as often as its row says, that long after it failed', async () => {
    const after: Shown = (_, load) => (load > 2 ? { phase: 'in_meeting' } : failing(2));
    const { isIn, presses } = await joined({ after });
    expect({ isIn, presses: presses.map(Math.round) }).toEqual({ isIn: true, presses: [0, 10, 21] });
  });

  it('is tried no oftener, whatever else it says, and is given up after a minute', async () => {
    const after: Shown = (_, load) => failing(load === 1 ? 1 : 2);
    const { ending, presses, seconds } = await joined({ after });
    expect({ ending, presses: presses.map(Math.round) }).toEqual({
      ending: 'unable_to_connect_to_meeting',
      presses: [0, 10, 21],
    });
    expect(seconds).toBeLessThan(85);
  });

  it('is tried again too where it failed before it could be pressed', async () => {
    const before: Shown = (_, load) => (load > 1 ? { phase: 'pre_join' } : failing(2));
    const { isIn, loads } = await joined({ before, after: inside });
    expect({ isIn, loads: loads.map(Math.round) }).toEqual({ isIn: true, loads: [0, 10] });
  });

  it('is waited for when it says so for a moment only', async () => {
    const after: Shown = (seconds) => (seconds < 9 ? failing(2) : { phase: 'in_meeting' });
    expect(await joined({ after })).toMatchObject({ isIn: true, loads: [0] });
  });
});

const starts =
  (page?: MeetingView['page']): Shown =>
  (seconds) =>
    seconds < 20 ? { phase: 'unknown', ...(page && { page }) } : { phase: 'in_meeting' };

describe('a client that starts after the press', () => {
  it('has half a minute to show something', async () => {
    expect(await joined({ after: starts() })).toMatchObject({ isIn: true, loads: [0] });
    expect(await joined({ after: () => ({ phase: 'unknown' }) })).toMatchObject({ ending: 'unknown_page' });
  });

  it('is told why it was refused, however late', async () => {
    const page = { page_state: 'T11_denied', evidence: [], overlays: [] };
    const after: Shown = (seconds) => {
      if (seconds < 20) return { phase: 'unknown' };
      return seconds < 20.5 ? { phase: 'unknown', page } : { phase: 'denied', page };
    };
    expect(await joined({ after })).toMatchObject({ ending: 'request_to_join_denied' });
  });

  it('has no such time where its page is known for one that leads nowhere', async () => {
    const page = { page_state: 'M26_left_unasked', evidence: [], overlays: [] };
    const { ending, seconds } = await joined({ after: starts(page) });
    expect({ ending, seconds: Math.round(seconds) }).toEqual({ ending: 'unknown_page', seconds: 10 });
  });

  it('has no such time where the platform is known to be done by then', async () => {
    const { ending, seconds } = await joined({ after: starts(), starts_within_ms: 10_000 });
    expect({ ending, seconds: Math.round(seconds) }).toEqual({ ending: 'unknown_page', seconds: 10 });
  });
});

describe('a press that fails', () => {
  const letsInAfter =
    (phase: MeetingPhase): Shown =>
    (seconds) => ({ phase: seconds < 4 ? phase : 'in_meeting' });

  it.each<MeetingPhase>(['in_meeting', 'waiting_room', 'asking', 'not_started'])(
    'once the meeting has taken it is not made again: it shows %s',
    async (phase) => {
      expect(await joined({ fails: 1, after: letsInAfter(phase) })).toMatchObject({
        isIn: true,
        loads: [0],
        presses: [0],
      });
    },
  );

  it('is not made again where it was refused, which is told once it lasts', async () => {
    const after: Shown = (seconds) => ({ phase: seconds < 0.5 ? 'unknown' : 'denied' });
    expect(await joined({ fails: 1, after })).toMatchObject({ ending: 'request_to_join_denied', presses: [0] });
  });

  it.each<MeetingPhase>(['pre_join', 'unknown', 'connecting', 'passcode_required'])(
    'is made again at the page loaded anew where that shows: %s',
    async (phase) => {
      const after: Shown = (_, load) => ({ phase: load === 1 ? phase : 'in_meeting' });
      const { isIn, loads, presses } = await joined({ fails: 1, after });
      expect({ isIn, loads: loads.length, presses: presses.length }).toEqual({ isIn: true, loads: 2, presses: 2 });
    },
  );

  it('for the last time is no failure either once it was taken', async () => {
    const after: Shown = (_, load) => ({ phase: load < 3 ? 'pre_join' : 'in_meeting' });
    expect((await joined({ fails: 3, after })).isIn).toBe(true);
  });
});
