/**
 * What a bot that looks on at its meeting, to be let in, does at each look: for each phase, rules in the order in which they
 * count, most of them with a deadline. Decides only; join.ts does what is decided.
 */
import type { Ending } from '../../meeting/final-phases.ts';
import type { MeetingPhase } from '../../meeting/view.ts';
import { endingOf } from '../leaving/ending.ts';
import { consentWithinMs, type InVain, isWait } from '../leaving/waits.ts';
import { type Look, lastsSince } from '../pace.ts';
import { firstStep, type Rule as RuleOf, type Rules, settlesWithinMs, timesSeen } from '../rules.ts';
import { neverConnected, neverConsented, neverRecognised } from './in-vain.ts';

const unknownForMs = 10_000;
/** One that may have only begun to load is known once it has shown the same at some looks, which may be far apart. */
const youngForMs = 60_000;
/** A client may show nothing that anybody knows while it starts its sound and pictures, on a machine that is busy. */
const startWithinMs = 30_000;
/** A press is lost on a page that is not ready for it; one that asks to be let in takes some time to say so. */
const notTakenForMs = 10_000;
const connectWithinMs = 60_000;
/** Servers keep somebody whose connection broke for up to a minute. */
const ghostAgainAfterMs = 15_000;
const ghostTimes = 5;

/** How a bot came to look on. */
export interface Onlooking {
  /** Whether it has pressed; else there was no form to press. */
  readonly hasAsked: boolean;
  /** How often it was here before, and the page failed. */
  readonly failures: number;
  /** How often it was refused before, maybe for a ghost of its own. */
  readonly refusals: number;
  /** Whether it has been in the meeting before, where a ghost of it may be left. */
  readonly wasInside: boolean;
  readonly begun_ms: number;
  /** How long the platform takes at most, where that is known. */
  readonly starts_within_ms: number | undefined;
  readonly connects_within_ms: number | undefined;
}

/** What has been shown so far, as far as it matters still. */
export interface Shown {
  /** What the bot was made to wait for last. */
  readonly waited: MeetingPhase | undefined;
  /** A page from which the bot cannot go on, and since when. An ending is told only once it lasts: that is another page. */
  readonly strange: { readonly page_state: string | undefined; readonly since_ms: number } | undefined;
  /** Since when the meeting shows nothing that one could wait for. */
  readonly astray_since_ms: number | undefined;
}

export const nothingShown: Shown = { waited: undefined, strange: undefined, astray_since_ms: undefined };

/** Why to go back to the form. */
export type Again =
  /** The time to ask again has come, or the door has opened. */
  | 'ask_again'
  /** The page has failed, and its row says that it is to be tried again. */
  | 'failed'
  /** It is refused, maybe for a ghost of its own. */
  | 'refused'
  /** It is, still or again, where one asks to be let in. */
  | 'not_taken'
  /** It has come only now to where one asks. */
  | 'ready';

/** What is to be done now. `withdraw`: to give up, and to take back that it asked to be let in. */
export type Admission =
  | { readonly kind: 'come_in' }
  | { readonly kind: 'end'; readonly ending: Ending }
  | { readonly kind: 'give_up' | 'withdraw'; readonly inVain: InVain }
  | { readonly kind: 'go_back'; readonly why: Again };

interface Situation {
  readonly onlooking: Onlooking;
  readonly shown: Shown;
  readonly look: Look;
  /** Of a wait that has lasted for as long as it may. */
  readonly inVain: InVain | undefined;
  /** After how long it asks again, where it does. */
  readonly again_after_ms: number | undefined;
}

type Rule = RuleOf<Situation, Admission>;

const giveUp = (inVain: InVain): Admission => ({ kind: 'give_up', inVain });
const goBack = (why: Again): Admission => ({ kind: 'go_back', why });
const shownForMs = ({ look }: Situation): number => look.now_ms - look.since_ms;

/** After how long a page that has failed is tried again; undefined where it has not, or was tried as often as its row says. */
const triedAgainAfterMs = ({ onlooking, look }: Situation): number | undefined => {
  const { again_after_ms, again_times = 0 } = look.view.page ?? {};
  return onlooking.failures < again_times ? again_after_ms : undefined;
};

const refused: Rule = (situation) => {
  const { onlooking, look } = situation;
  const mayBeForGhost = onlooking.wasInside && look.view.page?.counts_ghosts === true;
  if (mayBeForGhost && onlooking.refusals < ghostTimes)
    return shownForMs(situation) > ghostAgainAfterMs ? goBack('refused') : undefined;
  const ending = endingOf(look.view.phase);
  if (!ending || triedAgainAfterMs(situation) !== undefined) return undefined;
  return look.times >= timesSeen ? { kind: 'end', ending } : undefined;
};

const letIn: Rule = ({ look }) => (look.times >= timesSeen ? { kind: 'come_in' } : undefined);

const unrecognised: Rule = ({ onlooking, shown, look: { view, now_ms } }) => {
  const startsWithinMs = onlooking.hasAsked ? (onlooking.starts_within_ms ?? startWithinMs) : 0;
  const showsNothing = view.phase === 'unknown' && view.page === undefined;
  const isStarting = showsNothing && now_ms - onlooking.begun_ms <= startsWithinMs;
  const mostMs = view.is_young ? youngForMs : unknownForMs;
  const strangeForMs = now_ms - (shown.strange?.since_ms ?? now_ms);
  return !isStarting && strangeForMs > mostMs ? giveUp(neverRecognised) : undefined;
};

const unconsented: Rule = (situation) => (shownForMs(situation) > consentWithinMs ? giveUp(neverConsented) : undefined);

const waitedInVain: Rule = ({ inVain }) => inVain && { kind: 'withdraw', inVain };

const timeToAskAgain: Rule = (situation) => {
  const { page } = situation.look.view;
  const { again_after_ms } = situation;
  if (again_after_ms === undefined || shownForMs(situation) <= again_after_ms) return undefined;
  if (page?.again_times === undefined) return goBack('ask_again');
  return situation.onlooking.failures < page.again_times ? goBack('failed') : giveUp(neverRecognised);
};

const failed: Rule = (situation) => {
  const again_ms = triedAgainAfterMs(situation);
  return again_ms !== undefined && shownForMs(situation) > again_ms ? goBack('failed') : undefined;
};

const atTheForm: Rule = (situation) => {
  const { onlooking, shown, look } = situation;
  // A form that has failed is not pressed, but loaded anew when it is time for that.
  if (triedAgainAfterMs(situation) !== undefined) return undefined;
  // Who has knocked is not to knock twice: the host may still open.
  const hasKnocked = shown.waited === 'waiting_room';
  if (!onlooking.hasAsked && !hasKnocked) return goBack('ready');
  // The door has opened while the bot waited in front of it.
  if (shown.waited && !hasKnocked && look.times >= timesSeen) return goBack('ask_again');
  return shownForMs(situation) > notTakenForMs ? goBack('not_taken') : undefined;
};

const notConnected =
  (grace_ms: number): Rule =>
  ({ onlooking, shown, look: { now_ms } }) => {
    const astrayForMs = now_ms - (shown.astray_since_ms ?? now_ms);
    const within_ms = (onlooking.connects_within_ms ?? connectWithinMs) + grace_ms;
    return astrayForMs > within_ms ? giveUp(neverConnected) : undefined;
  };
const unconnected = notConnected(0);
const unsettled = notConnected(settlesWithinMs);

const waiting = [waitedInVain, timeToAskAgain];
const onTheWay = [failed, unconnected];
const strange = [unrecognised, ...onTheWay];
const settling = [failed, unsettled];
const over = [refused, ...settling];

const rules: Rules<Situation, Admission> = {
  loading: onTheWay,
  connecting: onTheWay,
  asking: onTheWay,
  consent_asked: [unconsented, ...onTheWay],
  pre_join: [failed, atTheForm, unconnected],
  waiting_room: waiting,
  not_started: waiting,
  authorized_user_absent: waiting,
  locked: waiting,
  in_meeting: [letIn, ...settling],
  unknown: strange,
  left: strange,
  ended: over,
  removed: over,
  denied: over,
  refused_by_time: over,
  cannot_connect: over,
  not_found: over,
  full: over,
  registration_required: over,
  login_required: over,
  captcha: over,
  blocked: over,
  passcode_required: over,
};

/** Answers undefined while there is nothing to do but to look on. */
export const decide = (situation: Situation): Admission | undefined => firstStep(rules, situation);

const strangeAfter = ({ strange: before }: Shown, look: Look): Shown['strange'] => {
  const { phase, page } = look.view;
  if (phase !== 'unknown' && phase !== 'left') return undefined;
  const page_state = page?.page_state;
  const isSame = before !== undefined && before.page_state === page_state;
  return { page_state, since_ms: lastsSince(isSame ? before.since_ms : undefined, look) };
};

/** What has been shown, with one look more. */
export const after = (shown: Shown, look: Look): Shown => {
  const { phase } = look.view;
  return {
    waited: isWait(phase) ? phase : shown.waited,
    strange: strangeAfter(shown, look),
    astray_since_ms: isWait(phase) ? undefined : lastsSince(shown.astray_since_ms, look),
  };
};
