/** How a session ends: what each phase of the meeting means for the bot, and which trigger says so. */
import { type BotEventSubType, type BotState, type BotTrigger, isAllowed } from '../../../domain/bot/lifecycle.ts';
import { ElementMissingError, MeetingLostError } from '../../meeting/errors.ts';
import type { MeetingPhase } from '../../meeting/view.ts';

/** The trigger that a session ends with. */
export interface Ending {
  readonly trigger: BotTrigger;
  readonly sub_type?: BotEventSubType;
}

export const couldNotJoin = (sub_type: BotEventSubType): Ending => ({ trigger: 'could_not_join', sub_type });
export const failed = (sub_type: BotEventSubType): Ending => ({ trigger: 'failed', sub_type });
export const left: Ending = { trigger: 'left' };
const endedByHost: Ending = { trigger: 'meeting_ended', sub_type: 'ended_by_host' };

/** Phases after which there is nothing to wait for. */
const finalPhases: Partial<Record<MeetingPhase, Ending>> = {
  ended: endedByHost,
  removed: { trigger: 'meeting_ended', sub_type: 'removed_from_meeting' },
  left: endedByHost,
  denied: couldNotJoin('request_to_join_denied'),
  refused_by_time: couldNotJoin('waiting_room_timeout_exceeded'),
  cannot_connect: couldNotJoin('unable_to_connect_to_meeting'),
  not_found: couldNotJoin('meeting_not_found'),
  full: couldNotJoin('meeting_full'),
  locked: couldNotJoin('meeting_locked'),
  registration_required: couldNotJoin('registration_required'),
  login_required: couldNotJoin('login_required'),
  captcha: couldNotJoin('blocked_by_captcha'),
  blocked: couldNotJoin('blocked_by_platform'),
  passcode_required: couldNotJoin('passcode_required'),
};
export const endingOf = (phase: MeetingPhase): Ending | undefined => finalPhases[phase];

/** What an unexpected error means for the bot. */
export const endingOfError = (error: unknown): Ending => {
  if (error instanceof ElementMissingError) return failed('ui_element_not_found');
  return failed(error instanceof MeetingLostError ? 'capture_lost' : 'internal_error');
};

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
