/**
 * Follows what a page is from look to look: a finding counts when it lasts. Pure but for what it remembers; the time is
 * handed in.
 */
import { isEnd } from '../../meeting/final-phases.ts';
import type { MeetingPhase } from '../../meeting/view.ts';
import type { Judgement } from './judge.ts';
import type { History } from './sign-table.ts';

/** A state that ends the bot has to be there for this long, at two looks and at each between them. */
const finalAfterMs = 500;
/** A meeting whose signs are gone may only have hidden them; then it may come back. */
const hiddenForMs = 5_000;
const backWithinMs = 60_000;

export interface Tracker {
  /** The phase that the page is in, as it was judged now and before. */
  look(judgement: Pick<Judgement, 'phase' | 'row'>, now_ms: number): MeetingPhase;
  /** What the bot has done, as far as it is known. */
  history(now_ms: number): History;
  /** The page is loaded anew, with what is handed to it. */
  loaded(given?: Pick<History, 'signed_in' | 'sent_passcode' | 'sent_token' | 'link_host'>): void;
  pressedJoin(now_ms: number): void;
  pressedLeave(): void;
}

/** Whoever was seen in one of these has waited in front of a meeting. */
const inFront: readonly MeetingPhase[] = ['waiting_room', 'not_started'];

export const createTracker = (): Tracker => {
  let given: History = {};
  let asked_ms: number | undefined;
  let admitted_ms: number | undefined;
  let waited = false;
  let glimpsed = false;
  let pressed_leave = false;
  let began_in_time = false;
  /** The state as it was at the last look, and since when. */
  let shown: { readonly id: string | undefined; readonly phase: MeetingPhase; readonly since_ms: number } | undefined;
  let times = 0;
  let gone_since_ms: number | undefined;

  const phaseOf = (phase: MeetingPhase, since_ms: number, now_ms: number): MeetingPhase => {
    if (isEnd(phase)) return now_ms - since_ms >= finalAfterMs ? phase : 'unknown';
    if (admitted_ms === undefined || (phase !== 'unknown' && phase !== 'loading')) {
      gone_since_ms = undefined;
      return phase;
    }
    gone_since_ms ??= now_ms;
    const gone_ms = now_ms - gone_since_ms;
    return gone_ms >= hiddenForMs && gone_ms < hiddenForMs + backWithinMs ? 'connecting' : 'unknown';
  };

  return {
    look({ phase, row }, now_ms) {
      began_in_time = row?.gate?.admitted_at_most_ms_ago !== undefined;
      const isSame = shown?.phase === phase && shown.id === row?.id;
      times = isSame ? times + 1 : 1;
      shown = isSame && shown ? shown : { id: row?.id, phase, since_ms: now_ms };
      if (phase === 'in_meeting' && times >= 2) admitted_ms ??= shown.since_ms;
      if (phase === 'in_meeting') glimpsed = true;
      if (inFront.includes(phase)) waited = true;
      return phaseOf(phase, shown.since_ms, now_ms);
    },
    history: (now_ms) => ({
      ...given,
      waited,
      glimpsed,
      pressed_leave,
      ...(began_in_time && { began_in_time }),
      pressed_join: asked_ms !== undefined,
      admitted: admitted_ms !== undefined,
      ...(asked_ms !== undefined && { asked_ms_ago: now_ms - asked_ms }),
      ...(admitted_ms !== undefined && { admitted_ms_ago: now_ms - admitted_ms }),
    }),
    loaded(now = {}) {
      given = now;
      asked_ms = undefined;
      admitted_ms = undefined;
      waited = false;
      glimpsed = false;
      pressed_leave = false;
      began_in_time = false;
      shown = undefined;
      times = 0;
      gone_since_ms = undefined;
    },
    pressedJoin(now_ms) {
      asked_ms = now_ms;
    },
    pressedLeave() {
      pressed_leave = true;
    },
  };
};
