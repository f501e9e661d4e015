import type { BotEventSubType } from '../../domain/bot/lifecycle.ts';

/** What each sub type of an event tells a client. */
export const subTypeMeanings: Readonly<Record<BotEventSubType, string>> = {
  host_denied_permission: 'the host refused the recording, or took the permission back',
  request_timed_out: 'nobody answered when the bot asked to record',
  host_client_cannot_grant_permission: "the host's client cannot permit a recording",
  user_requested: 'by `POST …/leave`',
  auto_leave_silence: 'nobody was heard for `silence_timeout_seconds`',
  auto_leave_only_participant_in_meeting:
    'nobody who counts as company was there for `only_participant_in_meeting_timeout_seconds`',
  auto_leave_max_uptime_exceeded: 'it had been in the meeting for `max_uptime_seconds`',
  event_cancelled: 'the calendar event of the meeting was cancelled, is over, or was put off too far or too often',
  ended_by_host: 'the meeting was ended for everybody',
  removed_from_meeting: 'somebody removed the bot',
  request_to_join_denied: 'a host refused to let the bot in',
  waiting_room_timeout_exceeded: 'nobody let it in for `waiting_room_timeout_seconds`',
  meeting_not_found: 'there is no meeting at this link',
  meeting_not_started_waiting_for_host:
    'the meeting did not begin within `wait_for_host_to_start_meeting_timeout_seconds`',
  login_required: 'only people who are signed in to the platform may join',
  blocked_by_platform: 'the platform keeps the bot out',
  blocked_by_captcha: 'the platform asks for proof that a person is joining',
  passcode_required: 'the meeting has a passcode, and the link does not hold the right one',
  authorized_user_not_in_meeting_timeout_exceeded:
    'the user on whose behalf it joins did not come within `authorized_user_not_in_meeting_timeout_seconds`',
  unable_to_connect_to_meeting: 'the page did not load, or did not get into the meeting',
  meeting_full: 'there are as many participants as the meeting may have',
  meeting_locked: 'a host has locked the meeting',
  registration_required: 'participants must register before they join',
  platform_not_supported:
    'the operator took the host of this meeting off the list of those that bots may go to, or switched its platform off',
  oauth_app_not_configured: 'the project has no OAuth app for this platform yet',
  unknown_page: 'the platform showed a page that the bot does not know',
  capture_not_launched: 'no capture task could be started',
  capture_lost:
    'the capture task was lost, and so was the one that took its place; or the meeting was lost by a fault, and did not come back',
  ui_element_not_found: "something that the bot needs is missing on the platform's page",
  max_runtime_exceeded: 'it was there for longer than any bot may be',
  internal_error: 'a fault of the service',
};
