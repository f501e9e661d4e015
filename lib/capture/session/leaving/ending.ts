/** How a session ends: what each phase of the meeting means for the bot, and which trigger says so. */
import { type BotEventSubType, type BotState, isAllowed } from '../../../domain/bot/lifecycle.ts';
import { ElementMissingError, MeetingLostError } from '../../meeting/errors.ts';
import { type Ending, endedByHost, finalPhases } from '../../meeting/final-phases.ts';
import type { MeetingPhase } from '../../meeting/view.ts';

export const failed = (sub_type: BotEventSubType): Ending => ({ trigger: 'failed', sub_type });
export const left: Ending = { trigger: 'left' };

/** How the session ends when its meeting shows a phase; undefined while there is something to wait for. */
export const endingOf = (phase: MeetingPhase): Ending | undefined => finalPhases[phase];

/** The same for a bot that is in the meeting: it did not press leave, so whoever did was no participant. */
export const endingInside = (phase: MeetingPhase): Ending | undefined =>
  phase === 'left' ? endedByHost : endingOf(phase);

/** What an unexpected error means for the bot. */
export const endingOfError = (error: unknown): Ending => {
  if (error instanceof ElementMissingError) return failed('ui_element_not_found');
  return failed(error instanceof MeetingLostError ? 'capture_lost' : 'internal_error');
};

/** By these a meeting keeps out who was in it. It may be full only of those who are back, and what else fails says nothing of it. */
const keepOut: readonly Ending['sub_type'][] = [
  'meeting_locked',
  'meeting_not_found',
  'passcode_required',
  'login_required',
  'request_to_join_denied',
];

/** What an ending is to a bot that comes back to a meeting out of which everybody was put: where it is kept out, that is over. */
export const endingOnceEmptied = (ending: Ending): Ending =>
  ending.trigger === 'could_not_join' && keepOut.includes(ending.sub_type) ? endedByHost : ending;

/**
 * The trigger that tells an ending to a bot in its present state. A bot that was leaving has left, whatever the ending is.
 * A bot that was in the meeting before its worker was lost cannot fail to join any more: if the meeting is not found now,
 * it has ended; if it does not let the bot in again, the capture is lost.
 */
export const applicable = (ending: Ending, state: BotState): Ending => {
  if (isAllowed(state, ending.trigger)) return ending;
  if (isAllowed(state, 'left')) return left;
  if (ending.sub_type === 'meeting_not_found' && isAllowed(state, 'meeting_ended')) return endedByHost;
  if (ending.trigger === 'could_not_join' && isAllowed(state, 'meeting_ended')) return failed('capture_lost');
  return failed('internal_error');
};
