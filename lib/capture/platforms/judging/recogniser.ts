/** Recognises a platform's page at each look, by its table of signs and by what the bot did, and remembers how it went. */

import { PageMarks, type PageState, type SignView } from '../../../domain/meeting/page-state.ts';
import type { SessionLog } from '../../meeting/log.ts';
import type { BreakoutView, MeetingPhase } from '../../meeting/view.ts';
import type { PageFacts } from './facts.ts';
import { canBe, type Judgement } from './judge.ts';
import { isBeside } from './place.ts';
import { createRest } from './rest.ts';
import type { ElementMatch, History, SignTable, StateRow } from './sign-table.ts';
import { createStanding, judgeNews } from './standing.ts';
import { createTracker, type Tracker } from './tracker.ts';

const mostLooks = 50;
/** So many looks, one after the other, that had no time for all of the page tell nothing; then what they saw has to do. */
const mostCutLooks = 4;

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
  readonly page?: PageState;
  /** It may have only begun to load, and counts for less than it will. */
  readonly is_young?: boolean;
  /** Where the page itself tells of breakout rooms. */
  readonly breakout?: BreakoutView['state'];
  /** How many there may be whom the page tells nothing of, where it tells of nobody. */
  readonly untold?: number;
}

export interface Recogniser {
  /** The page is loaded anew, with what is handed to it. `link_place`: where its link leads (place.ts), which is remembered by nothing else. */
  loaded(given?: Parameters<Tracker['loaded']>[0] & { readonly link_place?: string }): void;
  recognise(facts: PageFacts): Recognised;
  /** What accepts what the page asked for at the last look, where it asked for consent. */
  readonly accepts: readonly ElementMatch[] | undefined;
  /** The page has told its phase itself: what it is called in the table, which is known by that it was told. */
  told(phase: MeetingPhase): Pick<Recognised, 'page'>;
  pressedJoin(): void;
  pressedLeave(): void;
  /** The last looks that told something new, what was known at the last of all, what the bot had done, and what stood before. */
  memory(): {
    readonly looks: readonly RememberedLook[];
    readonly facts: PageFacts | undefined;
    readonly history: History;
    readonly before: readonly string[];
  };
}

/** As it is told to people and programs: `M12_denied`. */
export const pageStateOf = ({ id, name }: Pick<StateRow, 'id' | 'name'>): string => `${id}_${name}`;

const pageOf = ({ row, evidence, overlays }: Judgement): PageState | undefined =>
  row && {
    page_state: pageStateOf(row),
    evidence: [...evidence],
    overlays: overlays.map(pageStateOf),
    ...(row.advice && { advice: row.advice }),
    ...(row.again_s !== undefined && { again_after_ms: row.again_s * 1_000 }),
    ...(row.again_times !== undefined && { again_times: row.again_times }),
    ...PageMarks.parse(row),
  };

const rememberedOf = ({ phase, row, evidence, rivals, overlays }: Judgement, at_ms: number): RememberedLook => ({
  at_ms,
  phase,
  page_state: row ? pageStateOf(row) : null,
  evidence: evidence.map(({ entry }) => entry),
  rivals: rivals.map(pageStateOf),
  overlays: overlays.map(pageStateOf),
});

/** Pages that are nothing to go on from while consent is asked for over them. */
const halted: readonly MeetingPhase[] = ['loading', 'unknown', 'pre_join', 'connecting', 'in_meeting'];

/** As it was judged, but that what asks for consent over a page goes before the page. */
const withConsent = (judgement: Judgement): Judgement => {
  const asking = judgement.overlays.find(({ phase }) => phase === 'consent_asked');
  if (!asking || !halted.includes(judgement.phase)) return judgement;
  return { ...judgement, phase: 'consent_asked', row: asking, evidence: [] };
};

/** Where the bot is in regard to breakout rooms, for as long as no page tells otherwise. */
const createRoom = () => {
  let room: Recognised['breakout'];
  return {
    /** What the page tells of it. */
    look({ row }: Judgement): Recognised['breakout'] {
      if (row?.breakout || (row?.phase === 'in_meeting' && !row.keeps_room)) room = row.breakout;
      return row?.breakout ?? (row?.keeps_room && room === 'inside' ? room : undefined);
    },
    forget(): void {
      room = undefined;
    },
  };
};

/** By a look that had no time for all of the page: what says that the bot still waits may be the rest of it. */
const isHastyEntry = ({ lacked_time }: PageFacts, { phase, evidence }: Judgement, { admitted }: History): boolean =>
  lacked_time === true && phase === 'in_meeting' && !admitted && evidence.every((sign) => sign.class !== 'N');

export const createRecogniser = (table: SignTable, log: SessionLog, now: () => number = Date.now): Recogniser => {
  const tracker = createTracker();
  const standing = createStanding();
  const rest = createRest();
  const room = createRoom();
  let looks: RememberedLook[] = [];
  let last: PageFacts | undefined;
  let cut = 0;
  let before: Recognised = { phase: 'loading' };
  let accepts: Recogniser['accepts'];
  let link_place: string | undefined;
  const historyAt = (now_ms: number): History => {
    const history = tracker.history(now_ms);
    return isBeside(last?.address ?? '', history.link_host, link_place) ? { ...history, beside_link: true } : history;
  };

  const remember = (look: RememberedLook): void => {
    const { at_ms: _, ...told } = look;
    const { at_ms: __, ...before } = looks.at(-1) ?? { at_ms: 0 };
    if (JSON.stringify(told) === JSON.stringify(before)) return;
    looks = [...looks, look].slice(-mostLooks);
    log('the page is in another state', told);
  };

  return {
    recognise(found) {
      const now_ms = now();
      cut = found.is_whole ? 0 : cut + 1;
      // What speaks against a state may be what the look has not come to.
      const isCut = cut > 0 && cut <= mostCutLooks;
      const facts = isCut ? found : rest.look(found, now_ms);
      last = facts;
      if (isCut) return before;
      const history = historyAt(now_ms);
      const first = judgeNews(facts, history, table, standing.before);
      if (!history.pressed_join && first.phase === 'pre_join') standing.note(facts);
      if (isHastyEntry(facts, first, history)) return before;
      const judgement = withConsent(first);
      const phase = tracker.look(judgement, now_ms);
      accepts = phase === 'consent_asked' ? judgement.row?.accepts : undefined;
      remember(rememberedOf(judgement, now_ms));
      const page = pageOf(judgement);
      const breakout = room.look(judgement);
      const untold = judgement.row?.people_untold && { untold: 1 };
      const young = facts.is_young && { is_young: true };
      before = { phase, ...(page && { page }), ...young, ...(breakout && { breakout }), ...untold };
      return before;
    },
    get accepts() {
      return accepts;
    },
    told(phase) {
      const now_ms = now();
      const rows = table.states.filter((state) => state.phase === phase && !state.overlay);
      const row = rows.find((one) => canBe(one, tracker.history(now_ms))) ?? rows[0];
      const evidence: SignView[] = row ? [{ class: 'N', entry: `${row.id}.told` }] : [];
      const judgement: Judgement = { phase, ...(row && { row }), evidence, rivals: [], overlays: [] };
      tracker.look(judgement, now_ms);
      remember(rememberedOf(judgement, now_ms));
      const page = pageOf(judgement);
      return page ? { page } : {};
    },
    loaded({ link_place: place, ...given } = {}) {
      link_place = place;
      before = { phase: 'loading' };
      accepts = undefined;
      cut = 0;
      standing.forget();
      rest.forget();
      room.forget();
      tracker.loaded(given);
    },
    pressedJoin: () => tracker.pressedJoin(now()),
    pressedLeave: tracker.pressedLeave,
    memory: () => ({ looks, facts: last, history: historyAt(now()), before: standing.texts() }),
  };
};
