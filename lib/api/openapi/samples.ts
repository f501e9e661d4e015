/** One meeting, as the examples of the document tell it. */
import { AutomaticLeaveSettings, RecordingSettings } from '../../domain/bot/settings.ts';
import type { ChatMessage, Participant, ParticipantEvent, Utterance } from '../../domain/captured/captured.ts';
import { defaultTranscriptionSettings } from '../../domain/transcription/transcription-settings.ts';
import type { AppSessionBody } from '../schemas/app-sessions.ts';
import type { BotBody } from '../schemas/bots.ts';
import type { CalendarBody, CalendarEventBody } from '../schemas/calendars.ts';
import type { ConnectionBody } from '../schemas/connections.ts';
import { defaultMeeting } from './introduction.ts';

const maya = {
  participant_name: 'Maya Lindqvist',
  participant_uuid: '5f0c2a8e-4b1d-4c57-9a3e-6d2f8b7c1e90',
  participant_user_uuid: null,
  participant_is_host: true,
};

export const sampleBot = {
  id: 'bot_01KJNWKZ00ABCDEFGHJKMNPQRS',
  meeting_url: defaultMeeting,
  state: 'scheduled',
  events: [{ type: 'bot_created', sub_type: null, created_at: '2026-12-30T16:20:11.482Z' }],
  transcription_state: 'not_started',
  recording_state: 'not_started',
  join_at: '2027-01-01T09:00:00.000Z',
  deduplication_key: 'standup-42',
  metadata: { customer: 'acme' },
  bot_name: 'Minutes',
  recording_settings: { format: 'mp4', view: 'gallery_view', resolution: '720p' },
  transcription_settings: { meeting_closed_captions: { platform_a_language: 'en-US' } },
  automatic_leave_settings: AutomaticLeaveSettings.parse({ waiting_room_timeout_seconds: 300 }),
} satisfies BotBody;

export const joiningBot = {
  ...sampleBot,
  state: 'joining',
  events: [{ type: 'join_requested', sub_type: null, created_at: '2027-01-01T09:00:00.012Z' }],
  join_at: '2027-01-01T09:00:00.012Z',
  deduplication_key: null,
  metadata: {},
  recording_settings: RecordingSettings.parse({}),
  transcription_settings: defaultTranscriptionSettings,
  automatic_leave_settings: AutomaticLeaveSettings.parse({}),
} satisfies BotBody;

const meetingEvents = [
  ...sampleBot.events,
  { type: 'staged', sub_type: null, created_at: '2027-01-01T08:58:00.204Z' },
  { type: 'join_requested', sub_type: null, created_at: '2027-01-01T09:00:00.051Z' },
  { type: 'joined_meeting', sub_type: null, created_at: '2027-01-01T09:00:03.377Z' },
] satisfies BotBody['events'];

export const recordingBot = {
  ...sampleBot,
  state: 'joined_recording',
  events: meetingEvents,
  transcription_state: 'in_progress',
  recording_state: 'in_progress',
} satisfies BotBody;

export const pausedBot = {
  ...sampleBot,
  state: 'joined_recording_paused',
  events: [...meetingEvents, { type: 'recording_paused', sub_type: null, created_at: '2027-01-01T09:10:00.640Z' }],
  transcription_state: 'in_progress',
  recording_state: 'paused',
} satisfies BotBody;

export const resumedBot = {
  ...pausedBot,
  state: 'joined_recording',
  events: [...pausedBot.events, { type: 'recording_resumed', sub_type: null, created_at: '2027-01-01T09:15:00.388Z' }],
  recording_state: 'in_progress',
} satisfies BotBody;

export const leavingBot = {
  ...sampleBot,
  state: 'leaving',
  events: [
    ...meetingEvents,
    { type: 'leave_requested', sub_type: 'user_requested', created_at: '2027-01-01T09:31:02.118Z' },
  ],
  transcription_state: 'in_progress',
  recording_state: 'in_progress',
} satisfies BotBody;

export const endedBot = {
  ...leavingBot,
  state: 'ended',
  events: [
    ...leavingBot.events,
    { type: 'left_meeting', sub_type: null, created_at: '2027-01-01T09:31:03.030Z' },
    { type: 'post_processing_completed', sub_type: null, created_at: '2027-01-01T09:31:07.512Z' },
  ],
  transcription_state: 'complete',
  recording_state: 'complete',
} satisfies BotBody;

export const erasedBot = {
  ...endedBot,
  state: 'data_deleted',
  events: [...endedBot.events, { type: 'data_deleted', sub_type: null, created_at: '2027-02-01T10:00:00.000Z' }],
} satisfies BotBody;

export const utterance: Utterance = {
  speaker_name: maya.participant_name,
  speaker_uuid: maya.participant_uuid,
  speaker_user_uuid: null,
  speaker_is_host: true,
  timestamp_ms: 1798794067250,
  duration_ms: 2140,
  transcription: { transcript: 'Good morning, shall we start with the budget?' },
};

export const participant: Participant = {
  ...maya,
  joined_at_ms: 1798794005120,
  left_at_ms: null,
  is_present: true,
};

export const gone: Participant = {
  ...participant,
  participant_name: 'Jonas Weber',
  participant_uuid: 'c2b8a8f4-6d0e-4f2b-8d0c-0e5a7f3b9d21',
  participant_is_host: false,
  joined_at_ms: 1798794031880,
  left_at_ms: 1798795270412,
  is_present: false,
};

export const joined: ParticipantEvent = {
  id: 'evt_01KJNWKZ00ABCDEFGHJKMNPQRT',
  ...maya,
  event_type: 'join',
  event_data: {},
  timestamp_ms: 1798794005120,
};

export const spoke: ParticipantEvent = {
  ...joined,
  id: 'evt_01KJNWKZ00ABCDEFGHJKMNPQRV',
  event_type: 'speech_start',
  timestamp_ms: 1798794067250,
};

export const chatMessage: ChatMessage = {
  id: 'msg_01KJNWKZ00ABCDEFGHJKMNPQRW',
  text: 'Here is the agenda: https://example.com/agenda',
  timestamp: 1798794121,
  timestamp_ms: '1798794121408',
  to: 'everyone',
  sender_name: maya.participant_name,
  sender_uuid: maya.participant_uuid,
  sender_user_uuid: null,
  additional_data: {},
};

export const sampleAppSession = {
  id: 'app_01KJNWKZ00ABCDEFGHJKMNPQRS',
  state: 'joining',
  events: [{ type: 'join_requested', sub_type: null, created_at: '2027-01-01T09:00:00.012Z' }],
  transcription_state: 'not_started',
  recording_state: 'not_started',
  meeting_uuid: 'aDYlohsHRtCd4ii1uC2+hA==',
  rtms_stream_id: '609340fb2a7946909659956c8aa9250c',
  conf_oauth_app_id: 'coa_01KJNWKZ00ABCDEFGHJKMNPQRS',
  deduplication_key: null,
  metadata: { customer: 'acme' },
  created_at: '2027-01-01T09:00:00.012Z',
  updated_at: '2027-01-01T09:00:00.012Z',
} satisfies AppSessionBody;

const sessionEvents = [
  ...sampleAppSession.events,
  { type: 'joined_meeting', sub_type: null, created_at: '2027-01-01T09:00:01.377Z' },
] satisfies AppSessionBody['events'];

export const endingAppSession = {
  ...sampleAppSession,
  state: 'leaving',
  events: [
    ...sessionEvents,
    { type: 'leave_requested', sub_type: 'user_requested', created_at: '2027-01-01T09:30:00.000Z' },
  ],
  transcription_state: 'in_progress',
  recording_state: 'in_progress',
  updated_at: '2027-01-01T09:30:00.000Z',
} satisfies AppSessionBody;

export const stoppedAppSession = {
  ...endingAppSession,
  state: 'post_processing',
  events: [
    ...sessionEvents,
    { type: 'meeting_ended', sub_type: 'ended_by_host', created_at: '2027-01-01T09:30:00.000Z' },
  ],
} satisfies AppSessionBody;

export const endedAppSession = {
  ...sampleAppSession,
  state: 'ended',
  events: [
    ...sessionEvents,
    { type: 'meeting_ended', sub_type: 'ended_by_host', created_at: '2027-01-01T09:30:00.000Z' },
    { type: 'post_processing_completed', sub_type: null, created_at: '2027-01-01T09:30:04.120Z' },
  ],
  transcription_state: 'complete',
  recording_state: 'complete',
  updated_at: '2027-01-01T09:30:04.120Z',
} satisfies AppSessionBody;

export const erasedAppSession = {
  ...endedAppSession,
  state: 'data_deleted',
  events: [...endedAppSession.events, { type: 'data_deleted', sub_type: null, created_at: '2027-01-08T09:00:00.000Z' }],
  updated_at: '2027-01-08T09:00:00.000Z',
} satisfies AppSessionBody;

export const stateChange = {
  new_state: 'ended',
  old_state: 'post_processing',
  event_type: 'post_processing_completed',
  event_sub_type: null,
  created_at: '2027-01-01T09:31:07.512Z',
  sequence: 7,
} as const;

export const sampleCalendar = {
  id: 'cal_01KJNWKZ00ABCDEFGHJKMNPQRX',
  platform: 'calendar_provider_a',
  client_id: '407408718192.apps.example.com',
  platform_uuid: null,
  state: 'connected',
  metadata: { user: 'maya' },
  deduplication_key: 'maya-work',
  connection_failure_data: null,
  created_at: '2026-12-30T16:18:40.120000Z',
  updated_at: '2026-12-30T16:18:40.120000Z',
  last_successful_sync_at: '2026-12-30T16:18:41.902Z',
  last_attempted_sync_at: '2026-12-30T16:18:41.377Z',
} satisfies CalendarBody;

export const newSampleCalendar = {
  ...sampleCalendar,
  last_successful_sync_at: null,
  last_attempted_sync_at: null,
} satisfies CalendarBody;

export const revokedCalendar = {
  ...sampleCalendar,
  state: 'disconnected',
  connection_failure_data: {
    error: 'invalid_grant',
    message:
      'the platform takes the refresh_token no more: have the user connect the calendar again, and PATCH the new refresh_token',
    timestamp: '2027-01-04T07:31:12.640Z',
  },
  updated_at: '2027-01-04T07:31:12.640000Z',
} satisfies CalendarBody;

export const sampleEvent = {
  id: 'cev_01KJNWKZ00ABCDEFGHJKMNPQRY',
  calendar_id: sampleCalendar.id,
  platform_uuid: '4d0kbq2m1v0e7q3s9c8a6t5u1f',
  recurring_platform_uuid: null,
  ical_uid: '4d0kbq2m1v0e7q3s9c8a6t5u1f@example.com',
  occurrence_uid: '0b6a1d7c52e94f08a3c1be7d6f2480e5',
  meeting_url: sampleBot.meeting_url,
  start_time: sampleBot.join_at,
  end_time: '2027-01-01T09:30:00.000Z',
  is_all_day: false,
  is_deleted: false,
  self_response: 'accepted',
  name: 'Budget for the new year',
  attendees: [{ email: 'maya@example.com', name: maya.participant_name }],
  organizer_email: 'maya@example.com',
  created_at: '2026-12-30T16:18:41.760Z',
  updated_at: '2026-12-30T16:18:41.760Z',
} satisfies CalendarEventBody;

export const sampleConnection = {
  id: 'con_01KJNWKZ00ABCDEFGHJKMNPQRZ',
  conf_oauth_app_id: 'coa_01KJNWKZ00ABCDEFGHJKMNPQR0',
  user_id: 'KDcuGIm1QgePTO8WbOqwIQ',
  account_id: 'EPjfyjxHQrOhZr4VPeBzTQ',
  state: 'connected',
  metadata: { user: 'maya' },
  is_local_recording_token_supported: true,
  is_onbehalf_token_supported: true,
  connection_failure_data: null,
  created_at: '2026-12-30T16:18:40.120Z',
  updated_at: '2026-12-30T16:18:40.120Z',
  last_successful_sync_at: '2026-12-30T16:18:40.120Z',
  last_attempted_sync_at: '2026-12-30T16:18:40.120Z',
} satisfies ConnectionBody;

export const endedConnection = {
  ...sampleConnection,
  state: 'disconnected',
  connection_failure_data: {
    error: 'access_revoked',
    message:
      'the user has taken the app away: have the user allow the app again, and create the connection anew with the new authorization_code',
    timestamp: '2027-01-04T07:31:12.640Z',
  },
  updated_at: '2027-01-04T07:31:12.640Z',
} satisfies ConnectionBody;
