/** What each state of a bot means: in words, which no function has to load. */
import type { BotState } from '../../domain/bot/lifecycle.ts';

export const stateMeanings: Readonly<Record<BotState, string>> = {
  ready: 'accepted but not yet acted on; never seen by a client',
  scheduled: 'waiting for its join_at',
  staged: 'its capture task is being started so that it can join exactly at join_at',
  joining: 'attempting to join',
  waiting_room: 'waiting to be admitted',
  joined_not_recording: 'in the meeting, waiting for permission to record',
  joined_recording: 'in the meeting and recording',
  joined_recording_paused: 'in the meeting, recording paused',
  joined_recording_permission_denied: 'in the meeting, not allowed to record',
  joining_breakout_room: 'moving into a breakout room',
  leaving_breakout_room: 'moving back from a breakout room',
  leaving: 'leaving the meeting',
  post_processing: 'processing the recording and the transcript',
  ended: 'the meeting is over and all data is available',
  fatal_error: 'an error the bot could not recover from; what was captured before stays readable',
  data_deleted: 'everything captured was removed',
};
