/** The decisions about a bot's life, word for word and apart from the code: what the code is tested against. */
import type { BotState, BotTrigger } from '../../lib/domain/bot/lifecycle.ts';

/** Row by row: trigger | from | to | event | sub types. `joined_*` are the four joined states. */
const rows = `
schedule                    | new | scheduled | bot_created |
join_now                    | new | joining | join_requested |
stage_due                   | scheduled | staged | staged |
join_due                    | staged | joining | join_requested |
unstage                     | staged | scheduled | rescheduled |
put_in_waiting_room         | joining | waiting_room | put_in_waiting_room |
admitted                    | joining, waiting_room | joined_recording | joined_meeting |
admitted_without_permission | joining, waiting_room | joined_not_recording | joined_meeting |
permission_granted          | joined_not_recording, joined_recording_permission_denied | joined_recording | recording_permission_granted |
permission_denied           | joined_not_recording, joined_recording, joined_recording_paused | joined_recording_permission_denied | recording_permission_denied | host_denied_permission, request_timed_out, host_client_cannot_grant_permission
pause                       | joined_recording | joined_recording_paused | recording_paused |
resume                      | joined_recording_paused | joined_recording | recording_resumed |
breakout_joining            | joined_* | joining_breakout_room | began_joining_breakout_room |
breakout_joined             | joining_breakout_room | held | joined_breakout_room |
breakout_leaving            | joined_* | leaving_breakout_room | began_leaving_breakout_room |
breakout_left               | leaving_breakout_room | held | left_breakout_room |
leave                       | staged, joining, waiting_room, joined_*, joining_breakout_room, leaving_breakout_room | leaving | leave_requested | user_requested, auto_leave_silence, auto_leave_only_participant_in_meeting, auto_leave_max_uptime_exceeded, event_cancelled
left                        | leaving | post_processing | left_meeting |
meeting_ended               | joining, waiting_room, joined_*, leaving, joining_breakout_room, leaving_breakout_room | post_processing | meeting_ended | ended_by_host, removed_from_meeting
could_not_join              | joining, waiting_room | fatal_error | could_not_join_meeting | request_to_join_denied, waiting_room_timeout_exceeded, meeting_not_found, meeting_not_started_waiting_for_host, login_required, blocked_by_platform, blocked_by_captcha, passcode_required, authorized_user_not_in_meeting_timeout_exceeded, unable_to_connect_to_meeting, meeting_full, meeting_locked, registration_required, platform_not_supported, oauth_app_not_configured, unknown_page
processed                   | post_processing | ended | post_processing_completed |
failed                      | ready, scheduled, staged, joining, waiting_room, joined_*, joining_breakout_room, leaving_breakout_room, leaving, post_processing | fatal_error | fatal_error | capture_not_launched, capture_lost, ui_element_not_found, max_runtime_exceeded, internal_error
delete_data                 | ended, fatal_error | data_deleted | data_deleted |
`;
export const joined: readonly BotState[] = [
  'joined_not_recording',
  'joined_recording',
  'joined_recording_paused',
  'joined_recording_permission_denied',
];
/** The words of a list between commas. */
export const words = (cell = ''): string[] =>
  cell
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);
/** Every row: from which states a trigger leads where, and the event that it leaves behind. */
export const decisions = rows
  .trim()
  .split('\n')
  .map((line) => {
    const [trigger = '', from, to = '', event = '', subTypes] = line.split('|').map((cell) => cell.trim());
    return {
      trigger: trigger as BotTrigger,
      from: words(from).flatMap((state): readonly (BotState | 'new')[] =>
        state === 'joined_*' ? joined : [state as BotState | 'new'],
      ),
      to,
      event,
      subTypes: words(subTypes),
    };
  });
