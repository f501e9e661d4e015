/**
 * What becomes of a bot that has come into its meeting, at each look: for each phase, rules in the order in which they count,
 * most of them with a deadline. Where it is in the meeting there are none: it stays. Decides only; attend.ts does what is
 * decided.
 */
import { type Ending, removed } from '../../meeting/final-phases.ts';
import type { MeetingPhase } from '../../meeting/view.ts';
import { endingInside, failed } from '../leaving/ending.ts';
import { consent, consentWithinMs, type InVain } from '../leaving/waits.ts';
import { type Look, lastsSince } from '../pace.ts';
import { firstStep, type Rule as RuleOf, type Rules, settlesWithinMs, timesSeen } from '../rules.ts';

const briefMs = 30_000;
const astrayForMs = 15_000;
/** A page that loads itself anew goes on by itself within moments, or stays at the form to come in by. */
const atFormAnewForMs = 3_000;
/** A meeting that connects again is given the time that platforms take for it. */
const connectsForMs = 60_000;
/** A page that shows one thing after the other is astray as well. */
const restlessForMs = connectsForMs + astrayForMs;

/** What is to be done now. `evidence`: as what that which the meeting shows is kept, for whoever wants to know why. */
export type Absence =
  /** The meeting is over for the bot. */
  | { readonly kind: 'end'; readonly ending: Ending; readonly evidence: string | undefined }
  /** Nothing more is waited for: the bot leaves. */
  | { readonly kind: 'give_up'; readonly inVain: InVain; readonly evidence: string | undefined }
  /** The meeting may still be on: it is to be opened anew. */
  | { readonly kind: 'lose'; readonly why: string };

interface Situation {
  readonly look: Look;
  /** When the bot came in. */
  readonly entered_ms: number;
  /** Since when the meeting shows neither itself nor a wait for it. */
  readonly astray_since_ms: number | undefined;
  /** Since when its page is one that never connects again by itself. */
  readonly stuck_since_ms: number | undefined;
  /** Whether the page was loaded anew since it showed the meeting. */
  readonly isAnew: boolean;
  /** Of a wait that has lasted for as long as it may. */
  readonly inVain: InVain | undefined;
}

type Rule = RuleOf<Situation, Absence>;

const overFor: Rule = ({ look: { view, times, now_ms }, entered_ms }) => {
  const ending = endingInside(view.phase);
  if (!ending || times < timesSeen) return undefined;
  // A bot that is thrown out at once was not wanted, or not where it thought that it was.
  const isBrief = now_ms - entered_ms < briefMs;
  return { kind: 'end', ending, evidence: isBrief ? (ending.sub_type ?? view.phase) : undefined };
};

const notLetInAgain: Rule = ({ inVain }) =>
  inVain && { kind: 'give_up', inVain: { ...inVain, ending: removed }, evidence: undefined };

/** A bot that may not agree does not come back, where it would be asked again. */
const unconsented: Rule = ({ look: { view, since_ms, now_ms } }) => {
  if (now_ms - since_ms <= consentWithinMs) return undefined;
  return { kind: 'give_up', inVain: { waited_for: consent, ending: failed('capture_lost') }, evidence: view.phase };
};

const lost = (view: Look['view']): Absence => ({ kind: 'lose', why: `the meeting's page turned into ${view.phase}` });

const shownForOver =
  (most_ms: number): Rule =>
  ({ look: { view, since_ms, now_ms } }) =>
    now_ms - since_ms > most_ms ? lost(view) : undefined;

const astrayForOver =
  (most_ms: number): Rule =>
  ({ look: { view, now_ms }, astray_since_ms = now_ms }) =>
    now_ms - astray_since_ms > most_ms ? lost(view) : undefined;
const restless = astrayForOver(restlessForMs);

const atFormAnew: Rule = (situation) => (situation.isAnew ? shownForOver(atFormAnewForMs)(situation) : undefined);

/** After how long its table has a page opened anew that never connects again by itself. What fails on the way in is another matter. */
const openedAnewAfterMs = ({ page }: Look['view']): number | undefined =>
  page?.again_times === undefined ? page?.again_after_ms : undefined;

const neverConnects: Rule = ({ look: { view, now_ms }, stuck_since_ms = now_ms }) => {
  const after_ms = openedAnewAfterMs(view);
  return after_ms !== undefined && now_ms - stuck_since_ms > after_ms ? lost(view) : undefined;
};

const over = [overFor, astrayForOver(restlessForMs + settlesWithinMs)];
const astray = [shownForOver(astrayForMs), restless];

const rules: Rules<Situation, Absence> = {
  in_meeting: [],
  waiting_room: [notLetInAgain],
  consent_asked: [unconsented, restless],
  connecting: [neverConnects, shownForOver(connectsForMs), restless],
  loading: astray,
  unknown: astray,
  pre_join: [atFormAnew, ...astray],
  asking: astray,
  not_started: astray,
  authorized_user_absent: astray,
  ended: over,
  removed: over,
  left: over,
  denied: over,
  refused_by_time: over,
  cannot_connect: over,
  not_found: over,
  full: over,
  locked: over,
  registration_required: over,
  login_required: over,
  captcha: over,
  blocked: over,
  passcode_required: over,
};

/** Answers undefined while there is nothing to do but to stay. */
export const decide = (situation: Situation): Absence | undefined => firstStep(rules, situation);

/** Whether the meeting says that it is over for the bot, and be it for a moment. */
export const isOver = (phase: MeetingPhase): boolean => endingInside(phase) !== undefined;

/**
 * Whether nothing of the meeting is kept or passed on while it shows this: somebody has put the bot back into the waiting
 * room, or asks for consent, which may be to being recorded.
 */
export const isHeld = (phase: MeetingPhase): boolean => phase === 'waiting_room' || phase === 'consent_asked';

/** Since when the meeting is astray, with one look more. */
export const astrayAfter = (astray_since_ms: number | undefined, look: Look): number | undefined => {
  const { phase } = look.view;
  return phase === 'in_meeting' || phase === 'waiting_room' ? undefined : lastsSince(astray_since_ms, look);
};

/** Since when its page never connects again by itself, with one look more: it may have tried to until then. */
export const stuckAfter = (stuck_since_ms: number | undefined, look: Look): number | undefined =>
  openedAnewAfterMs(look.view) === undefined ? undefined : lastsSince(stuck_since_ms, look);
