/** Phases after which there is nothing to wait for, and what each means for a bot that was to join. */
import type { BotEventSubType, BotTrigger } from '../../domain/bot/lifecycle.ts';
import type { MeetingPhase } from './view.ts';

/** The trigger that a session ends with. */
export interface Ending {
  readonly trigger: BotTrigger;
  readonly sub_type?: BotEventSubType;
}

export const couldNotJoin = (sub_type: BotEventSubType): Ending => ({ trigger: 'could_not_join', sub_type });
export const endedByHost: Ending = { trigger: 'meeting_ended', sub_type: 'ended_by_host' };

export const removed: Ending = { trigger: 'meeting_ended', sub_type: 'removed_from_meeting' };

/** `left` is not among them: what it means depends on who left (session/leaving/ending.ts). */
export const finalPhases: Partial<Record<MeetingPhase, Ending>> = {
  ended: endedByHost,
  removed,
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

/** What ends the bot there, for whatever reason. */
export const isEnd = (phase: MeetingPhase): boolean => phase in finalPhases || phase === 'left';
