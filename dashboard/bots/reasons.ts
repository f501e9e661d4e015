/** What happened to a bot and why, in words for people: for the pages of one bot, not for the list. */
import { subTypeMeanings } from '../../lib/api/openapi/sub-types.ts';
import type { BotEvent, BotEventType } from '../../lib/client/generated.ts';

/** A sentence of the interface's documents without its marks. */
const plain = (text: string): string => text.replaceAll('`', '');

/** Where people say it otherwise than programs. */
const said: Partial<Record<NonNullable<BotEvent['sub_type']>, string>> = {
  user_requested: 'somebody asked it to',
  auto_leave_silence: 'nobody was heard for a long time',
  auto_leave_only_participant_in_meeting: 'nobody else was there',
  auto_leave_max_uptime_exceeded: 'it had been there for as long as it may',
  waiting_room_timeout_exceeded: 'nobody let it in from the waiting room',
  meeting_not_started_waiting_for_host: 'the meeting did not begin in time',
  authorized_user_not_in_meeting_timeout_exceeded: 'the user on whose behalf it joins did not come',
};

/** Why something happened, if it is known. */
export const reasonOf = ({ sub_type }: BotEvent): string | undefined =>
  sub_type ? (said[sub_type] ?? plain(subTypeMeanings[sub_type])) : undefined;

const events: Partial<Record<BotEventType, string>> = {
  bot_created: 'Scheduled',
  join_requested: 'Asked to join',
  staged: 'Set out',
  rescheduled: 'Moved to another time',
  put_in_waiting_room: 'Came to the waiting room',
  joined_meeting: 'Joined',
  recording_permission_granted: 'Was allowed to record',
  recording_permission_denied: 'Was not allowed to record',
  recording_paused: 'Paused',
  recording_resumed: 'Went on recording',
  leave_requested: 'Began to leave',
  left_meeting: 'Left',
  meeting_ended: 'The meeting ended',
  could_not_join_meeting: 'Did not get in',
  post_processing_completed: 'Everything is ready',
  fatal_error: 'Failed',
  data_deleted: 'Data deleted',
};
export const eventWord = ({ type }: BotEvent): string => events[type] ?? plain(type).replaceAll('_', ' ');

/** What can be done about what kept a bot out, where the page that it saw says nothing better. */
const advice: Partial<Record<NonNullable<BotEvent['sub_type']>, string>> = {
  request_to_join_denied: 'Tell the host under which name the bot asks to join, and send it again.',
  waiting_room_timeout_exceeded:
    'Ask the host to let the bot in when it knocks, or give it more time in the waiting room.',
  meeting_not_found: 'Check the link: open it yourself, then send the bot again.',
  meeting_not_started_waiting_for_host: 'Send the bot again when the host is there, or give it more time.',
  login_required: 'Allow guests in the settings of the meeting or, in Google Meet, have the bot join with an account.',
  passcode_required: 'Copy the whole link of the invitation: it holds the passcode.',
  meeting_full: 'Ask the host for room, or for a larger meeting.',
  meeting_locked: 'Ask the host to unlock the meeting while the bot joins.',
  registration_required: 'Register the bot for the meeting, and use the link that registrants get.',
  platform_not_supported: 'Ask your operator to list the host of this meeting again.',
  unable_to_connect_to_meeting:
    'Try again; if it stays so, open the link yourself to see whether the platform answers.',
  internal_error:
    'Send another one. If it fails again, tell whoever runs the service, with the id of the bot that stands below.',
  capture_lost: 'Send another one. If it fails again, the machine that bots run on may be short of memory.',
  max_runtime_exceeded: 'Send another one if the meeting goes on, or have the operator allow bots to stay for longer.',
  capture_not_launched:
    'There was no room for another bot. Try again in a moment, or ask your operator for more places.',
};
export const adviceFor = ({ sub_type }: BotEvent): string =>
  (sub_type && advice[sub_type]) ?? 'Open the link yourself, see what it shows, and send the bot again.';
