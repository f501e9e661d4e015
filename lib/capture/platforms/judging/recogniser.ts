/** Recognises a platform's page at each look, by its table of signs and by what the bot did, and remembers how it went. */
import type { SessionLog } from '../../meeting/log.ts';
import type { BreakoutView, MeetingPhase, PageStateView } from '../../meeting/view.ts';
import type { PageFacts } from './facts.ts';
import { type Judgement, judge } from './judge.ts';
import type { History, SignTable, StateRow } from './signs.ts';
import { createTracker, type Tracker } from './tracker.ts';

const mostLooks = 50;

/** A look that differed from the one before it. */
export interface RememberedLook {
  readonly at_ms: number;
  readonly phase: MeetingPhase;
  readonly page_state: string | null;
  readonly evidence: readonly string[];
  readonly rivals: readonly string[];
  readonly overlays: readonly string[];
}

export interface Recognised {
  readonly phase: MeetingPhase;
  readonly page?: PageStateView;
  /** Where the page itself tells of breakout rooms. */
  readonly breakout?: BreakoutView['state'];
}

export interface Recogniser extends Pick<Tracker, 'loaded'> {
  recognise(facts: PageFacts): Recognised;
  pressedJoin(): void;
  pressedLeave(): void;
  /** The last looks that told something new, what was known at the last of all, and what the bot had done. */
  memory(): {
    readonly looks: readonly RememberedLook[];
    readonly facts: PageFacts | undefined;
    readonly history: History;
  };
}

/** As it is told to people and programs: `M12_denied`. */
export const pageStateOf = ({ id, name }: Pick<StateRow, 'id' | 'name'>): string => `${id}_${name}`;

const pageOf = ({ row, evidence, overlays }: Judgement): PageStateView | undefined =>
  row && {
    page_state: pageStateOf(row),
    evidence: [...evidence],
    overlays: overlays.map(pageStateOf),
    ...(row.advice && { advice: row.advice }),
    ...(row.again_s !== undefined && { again_after_ms: row.again_s * 1_000 }),
  };

const rememberedOf = ({ phase, row, evidence, rivals, overlays }: Judgement, at_ms: number): RememberedLook => ({
  at_ms,
  phase,
  page_state: row ? pageStateOf(row) : null,
  evidence: evidence.map(({ entry }) => entry),
  rivals: rivals.map(pageStateOf),
  overlays: overlays.map(pageStateOf),
});

export const createRecogniser = (table: SignTable, log: SessionLog, now: () => number = Date.now): Recogniser => {
  const tracker = createTracker();
  let looks: RememberedLook[] = [];
  let last: PageFacts | undefined;

  const remember = (look: RememberedLook): void => {
    const { at_ms: _, ...told } = look;
    const { at_ms: __, ...before } = looks.at(-1) ?? { at_ms: 0 };
    if (JSON.stringify(told) === JSON.stringify(before)) return;
    looks = [...looks, look].slice(-mostLooks);
    log('the page is in another state', told);
  };

  return {
    recognise(facts) {
      const now_ms = now();
      const judged = judge(facts, tracker.history(now_ms), table);
      const { phase, judgement } = tracker.look(judged, now_ms);
      last = facts;
      remember(rememberedOf(judgement, now_ms));
      const page = pageOf(judgement);
      const breakout = judgement.row?.breakout;
      return { phase, ...(page && { page }), ...(breakout && { breakout }) };
    },
    loaded: tracker.loaded,
    pressedJoin: () => tracker.pressedJoin(now()),
    pressedLeave: tracker.pressedLeave,
    memory: () => ({ looks, facts: last, history: tracker.history(now()) }),
  };
};
