/** How long a bot may stay in each state before the state's timer trigger is due. */

import type { OperatedTimes } from '../transcription/transcription-server.ts';
import { transcriptWaitSeconds } from '../transcription/transcription-times.ts';
import type { Bot, BotEvent } from './bot.ts';
import { type BotState, botStates, isTimed, type TimedState } from './lifecycle.ts';

/** A scheduled bot's capture task is started this long before `join_at`, unless too many others are. */
export const stagingLeadSeconds = 120;
/** A capture task that was ordered is at work after so long at most: its image is pulled, and Chromium starts. */
const launchAllowanceSeconds = 300;
/** The worker ends each wait itself, in time. The execution gives it so much longer before it steps in. */
const graceSeconds = 120;
const longestMeetingSeconds = 24 * 3600;
const roomChangeSeconds = 300;
const leavingSeconds = 90;
const finishingSeconds = 780;

/** What times of a life depend on besides the bot. */
export interface LifeTimes extends OperatedTimes {
  /** How long before `join_at` the bot is staged, where it is not the usual time. */
  readonly staging_lead_seconds?: number | undefined;
}

type Subject = Pick<Bot, 'join_at' | 'automatic_leave_settings' | 'transcription_settings' | 'was_heard'>;

/** While it joins as in the waiting room, a bot may wait for its meeting to begin, to be unlocked, or to be let in. */
const untilLetIn = ({ automatic_leave_settings: leave }: Subject): number =>
  Math.max(leave.wait_for_host_to_start_meeting_timeout_seconds, leave.waiting_room_timeout_seconds);

const untilJoin = (bot: Subject, at: Date): number => (Date.parse(bot.join_at) - at.getTime()) / 1000;

const allowances: Readonly<Record<TimedState, (bot: Subject, enteredAt: Date, times: LifeTimes) => number>> = {
  scheduled: (bot, at, { staging_lead_seconds = stagingLeadSeconds }) => untilJoin(bot, at) - staging_lead_seconds,
  // Also asked for before the state is entered, maybe months before: `join_at` is then further away than the lead.
  staged: (bot, at, { staging_lead_seconds = stagingLeadSeconds }) =>
    Math.min(staging_lead_seconds, Math.max(0, untilJoin(bot, at))) + launchAllowanceSeconds,
  joining: (bot) =>
    untilLetIn(bot) +
    bot.automatic_leave_settings.authorized_user_not_in_meeting_timeout_seconds +
    launchAllowanceSeconds,
  waiting_room: (bot) => untilLetIn(bot) + graceSeconds,
  joined_not_recording: () => longestMeetingSeconds,
  joined_recording: () => longestMeetingSeconds,
  joined_recording_paused: () => longestMeetingSeconds,
  joined_recording_permission_denied: () => longestMeetingSeconds,
  joining_breakout_room: () => roomChangeSeconds,
  leaving_breakout_room: () => roomChangeSeconds,
  leaving: () => leavingSeconds,
  // The recording is finished while the rest of the transcript is waited for.
  post_processing: (bot, _, operated) =>
    Math.max(finishingSeconds, transcriptWaitSeconds(bot, operated)) + graceSeconds,
};

/** Whole seconds, at least one, that a bot entering `state` at a moment may stay in it; undefined where nothing is due. */
export const allowanceSeconds = (
  bot: Subject,
  state: BotState,
  enteredAt: Date,
  times: LifeTimes,
): number | undefined => {
  if (!isTimed(state)) return undefined;
  return Math.max(1, Math.ceil(allowances[state](bot, enteredAt, times)));
};

/** The allowance of every state with a timer, for a bot whose execution starts in the state of its newest event. */
export const allowancesOf = (bot: Subject, startedAt: Date, times: LifeTimes): Partial<Record<BotState, number>> =>
  Object.fromEntries(
    botStates.flatMap((state) => {
      const allowance = allowanceSeconds(bot, state, startedAt, times);
      return allowance === undefined ? [] : [[state, allowance]];
    }),
  );

/** When the state that an event led to is over, unless something happens before. */
export const deadlineOf = (bot: Subject, { state, created_at }: BotEvent, times: LifeTimes): Date | undefined => {
  const enteredAt = new Date(created_at);
  const allowance = allowanceSeconds(bot, state, enteredAt, times);
  if (allowance === undefined) return undefined;
  const deadline = enteredAt.getTime() + allowance * 1000;
  // The event that it follows may have put its `join_at` off since.
  const afterJoin = state === 'staged' ? Date.parse(bot.join_at) + launchAllowanceSeconds * 1000 : 0;
  return new Date(Math.max(deadline, afterJoin));
};
