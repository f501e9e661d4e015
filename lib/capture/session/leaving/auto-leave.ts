/** When a bot leaves a meeting by itself. Pure: what it knows of the meeting is given. */
import type { AutomaticLeaveSettings } from '../../../domain/bot/settings.ts';

export type LeaveReason =
  | 'auto_leave_max_uptime_exceeded'
  | 'auto_leave_only_participant_in_meeting'
  | 'auto_leave_silence';

/** What the rules need to know. */
export interface MeetingFacts {
  readonly now_ms: number;
  /** When the bot first came into the meeting, with whichever worker. */
  readonly joined_ms: number;
  /** Since when there has been nobody who counts as company; undefined while there is somebody. */
  readonly alone_since_ms: number | undefined;
  /** Since when nobody has been heard; undefined while nobody listens. */
  readonly silent_since_ms: number | undefined;
}

type Settings = Pick<
  AutomaticLeaveSettings,
  | 'max_uptime_seconds'
  | 'only_participant_in_meeting_timeout_seconds'
  | 'silence_timeout_seconds'
  | 'silence_activate_after_seconds'
>;

/** Why the bot should leave at this moment; undefined when it should stay. */
export const leaveReason = (settings: Settings, facts: MeetingFacts): LeaveReason | undefined => {
  const hasLasted = (since_ms: number | undefined, seconds: number | null): boolean =>
    since_ms !== undefined && seconds !== null && facts.now_ms - since_ms >= seconds * 1000;

  if (hasLasted(facts.joined_ms, settings.max_uptime_seconds)) return 'auto_leave_max_uptime_exceeded';
  if (hasLasted(facts.alone_since_ms, settings.only_participant_in_meeting_timeout_seconds))
    return 'auto_leave_only_participant_in_meeting';
  const isArmed = hasLasted(facts.joined_ms, settings.silence_activate_after_seconds);
  if (isArmed && hasLasted(facts.silent_since_ms, settings.silence_timeout_seconds)) return 'auto_leave_silence';
  return undefined;
};
