/** How long a bot waits to be let in, for each thing that it can wait for. */
import type { AutomaticLeaveSettings } from '../../../domain/bot/settings.ts';
import type { PageState } from '../../../domain/meeting/page-state.ts';
import { couldNotJoin, type Ending, endedByHost } from '../../meeting/final-phases.ts';
import type { MeetingPhase } from '../../meeting/view.ts';
import type { CaptureAssignment } from '../ports.ts';

interface Wait {
  /** What the bot waits for, as the log says it. */
  readonly name: string;
  /** For how long, in s. */
  seconds(settings: AutomaticLeaveSettings, page: PageState | undefined): number;
  /** After how long it asks again, in s, where the meeting does not say so. */
  readonly again?: (settings: AutomaticLeaveSettings) => number;
  readonly ending: Ending;
}

/** Not sooner than it has to: the host may get a mail from the platform each time that the bot asks. */
const askAgainSeconds = 60;
/** A second try, a minute after the first, is awaited. */
const lockedForSeconds = 75;
/** Whoever it takes for a meeting to go on comes back soon, or has ended it. */
const goesOnWithinMs = 90_000;
/** People whose pages do not come back by themselves have to see so first. */
export const gatherMs = 5 * 60_000;

const waitPhases = {
  waiting_room: {
    name: 'to be let in',
    seconds: (settings) => settings.waiting_room_timeout_seconds,
    ending: couldNotJoin('waiting_room_timeout_exceeded'),
  },
  not_started: {
    name: 'for the meeting to begin',
    seconds: (
      { wait_for_host_to_start_meeting_timeout_seconds: begins, waiting_room_timeout_seconds: lets_in },
      page,
    ) => (page?.is_lobby ? Math.max(begins, lets_in) : begins),
    ending: couldNotJoin('meeting_not_started_waiting_for_host'),
  },
  authorized_user_absent: {
    name: 'for the user on whose behalf it joins',
    seconds: (settings) => settings.authorized_user_not_in_meeting_timeout_seconds,
    // Whoever gives it less time has it ask a few times all the same.
    again: (settings) => Math.min(askAgainSeconds, settings.authorized_user_not_in_meeting_timeout_seconds / 4),
    ending: couldNotJoin('authorized_user_not_in_meeting_timeout_exceeded'),
  },
  locked: {
    name: 'for the meeting to be unlocked',
    // Where a platform is known to be asked again and again, it is like a waiting room.
    seconds: (settings, page) =>
      page?.again_after_ms === undefined ? lockedForSeconds : settings.waiting_room_timeout_seconds,
    again: () => askAgainSeconds,
    ending: couldNotJoin('meeting_locked'),
  },
} as const satisfies Partial<Record<MeetingPhase, Wait>>;

type WaitPhase = keyof typeof waitPhases;
export const isWait = (phase: MeetingPhase): phase is WaitPhase => phase in waitPhases;

/** A wait that was in vain. */
export interface InVain {
  readonly waited_for: string;
  readonly ending: Ending;
  /** By when the bot is done with its meeting, where it was known beforehand until when it waits. */
  readonly by_ms?: number;
}

/** It is told within five seconds that a wait is over, also where the meeting hangs: one of them is for the telling. */
export const lateForMs = 4_000;

/** Whoever asks for what a bot may not agree to may take the question away. */
export const consentWithinMs = 60_000;
export const consent = 'for consent, which the operator has not allowed bots to give';

/** What a meeting showed, as far as a wait goes by it. */
interface Shown {
  readonly phase: MeetingPhase;
  readonly page?: PageState | undefined;
}

export interface Waits {
  /** The meeting shows that the bot has to wait; answers how it ends when it has waited for long enough. */
  look(phase: WaitPhase, now_ms: number, page?: PageState): InVain | undefined;
  /** The same of a meeting that shows nothing any more, by what it showed last. */
  lookBack(last: Shown, now_ms: number): InVain | undefined;
  /** By when a meeting has to show something again that has shown this; undefined where the bot does not wait. */
  answerBy(last: Shown): number | undefined;
  /** After how long of what the meeting shows the bot asks again; undefined where it only waits. */
  againAfterMs(phase: WaitPhase, page?: PageState): number | undefined;
  /** The bot was let in: when it has to wait again, that is another wait. */
  over(): void;
  /** The meeting that the bot is in does not show itself: what its page shows in its place says how it is lost. */
  lost(page: PageState | undefined): void;
  /** Others have lost it too, and the bot has not been let in since. */
  readonly isLostByAll: boolean;
  /** Everybody was put out with the bot, which has not been let in since. */
  readonly isEmptied: boolean;
}

/**
 * Waiting times add up when a page broke or a worker was lost. Only of a wait in the waiting room is it known when an
 * earlier worker began it. Any other wait of a bot that was not let in yet is taken to have begun when it was asked to join, and
 * to be for what the meeting shows first now; but a locked meeting is tried twice by each worker. A meeting that the bot was in,
 * and that nobody is in now, is waited for more briefly, and has ended then.
 */
export const createWaits = ({
  automatic_leave_settings: settings,
  waiting_since,
  asked_at,
  joined_at,
}: Pick<CaptureAssignment, 'automatic_leave_settings' | 'waiting_since' | 'asked_at' | 'joined_at'>): Waits => {
  const since_ms = new Map<WaitPhase, number>();
  if (waiting_since) since_ms.set('waiting_room', waiting_since.getTime());
  let wasInside = joined_at !== undefined;
  let isLostByAll = false;
  let isEmptied = false;
  let earlier_ms = wasInside ? undefined : asked_at?.getTime();

  const beginOf = (phase: WaitPhase, now_ms: number): number => {
    const earlier = phase === 'waiting_room' || phase === 'locked' ? undefined : earlier_ms;
    earlier_ms = undefined;
    return since_ms.get(phase) ?? earlier ?? now_ms;
  };

  /** Whether it waits for a meeting to go on that nobody is in. */
  const isDeserted = ({ phase, page }: Shown): boolean =>
    (wasInside && page?.nobody_inside === true) || (isEmptied && (phase === 'not_started' || phase === 'locked'));

  const lastsForMs = (phase: WaitPhase, page: PageState | undefined): number => {
    if (!isDeserted({ phase, page })) return waitPhases[phase].seconds(settings, page) * 1000;
    const begins_ms = settings.wait_for_host_to_start_meeting_timeout_seconds * 1000;
    return Math.min(begins_ms, isLostByAll ? gatherMs : goesOnWithinMs);
  };

  const untilWhen = ({ phase, page }: Shown): number | undefined => {
    if (!isWait(phase)) return undefined;
    const began_ms = since_ms.get(phase);
    return began_ms === undefined ? undefined : began_ms + lastsForMs(phase, page);
  };

  const lookBack: Waits['lookBack'] = (last, now_ms) => {
    const { phase, page } = last;
    const until_ms = untilWhen(last);
    if (until_ms === undefined || now_ms < until_ms || !isWait(phase)) return undefined;
    const { name, ending } = waitPhases[phase];
    const by_ms = until_ms + lateForMs;
    if (isDeserted(last)) return { waited_for: name, ending: endedByHost, by_ms };
    return { waited_for: name, ending: page?.or_not_found ? couldNotJoin('meeting_not_found') : ending, by_ms };
  };

  return {
    look(phase, now_ms, page) {
      // What has a waiting room has begun: where that is waited for once more, it is another wait.
      if (phase === 'waiting_room') since_ms.delete('not_started');
      since_ms.set(phase, beginOf(phase, now_ms));
      return lookBack({ phase, page }, now_ms);
    },
    lookBack,
    answerBy(last) {
      const until_ms = untilWhen(last);
      return until_ms === undefined ? undefined : until_ms + lateForMs;
    },
    againAfterMs(phase, page) {
      const { again }: Wait = waitPhases[phase];
      return page?.again_after_ms ?? (again && again(settings) * 1000);
    },
    over() {
      since_ms.clear();
      earlier_ms = undefined;
      wasInside = true;
      isLostByAll = false;
      isEmptied = false;
    },
    lost(page) {
      isLostByAll ||= page?.lost_by_all === true;
      isEmptied ||= page?.emptied === true;
    },
    get isLostByAll() {
      return isLostByAll;
    },
    get isEmptied() {
      return isEmptied;
    },
  };
};
