/** The schemas of what clients get, by the names that they have in the OpenAPI document. */
import * as z from 'zod';
import { ChatMessage, Participant, ParticipantEvent, Utterance, Word } from '../../domain/captured/captured.ts';
import { problemCodeNames } from '../problem.ts';
import { routes } from '../routes.ts';
import { AppSessionBody, MediaBody } from '../schemas/app-sessions.ts';
import { BotBody } from '../schemas/bots.ts';
import { CalendarBody, CalendarEventBody } from '../schemas/calendars.ts';
import { DiagnosticsBody, RecordingBody } from '../schemas/captured.ts';
import { ConnectionBody, ConnectionFailureData } from '../schemas/connections.ts';
import { type Described, described, named } from './json-schema.ts';
import { requests } from './requests.ts';
import { stateMeanings } from './states.ts';
import { subTypeMeanings } from './sub-types.ts';

const inMarkdown = (rows: Readonly<Record<string, string>>): string =>
  Object.entries(rows)
    .map(([name, meaning]) => `- \`${name}\`: ${meaning}`)
    .join('\n');

const statesExplained = inMarkdown(stateMeanings);
const speaker = {
  name: 'As the meeting shows it.',
  uuid: 'The same person in the same meeting has the same one.',
  user_uuid: "The person's lasting id on the platform, where there is one.",
  is_host: 'Whether this person is a host of the meeting.',
};

const pageFields = {
  next: 'The URL of the next page; null when there is none.',
  previous: 'The URL of the page before; null on the first one.',
  results: 'What is on this page, in the order of the list.',
};

/** Problem details as they are sent. */
export const ProblemBody = z.object({
  type: z.literal('about:blank'),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.enum(problemCodeNames),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  request_id: z.string().optional(),
});

export const answers = {
  Bot: described(BotBody, 'A bot, and how far it is.', {
    id: 'Identifies the bot.',
    meeting_url: 'The meeting that it joins, in normal form.',
    state: 'What it is doing.',
    events: 'What has happened to it, oldest first.',
    transcription_state: 'How far the transcript is.',
    recording_state:
      'How far the recording is: `paused` also while it is not permitted, `complete` once a bot that has recorded is over. Of one that never recorded it is `not_started`, also at the end.',
    join_at: 'When it joins, or was told to join.',
    deduplication_key: 'As it was given, else null.',
    metadata: 'As it was given, else `{}`.',
    bot_name: 'The name by which it joins.',
    recording_settings: 'How it records.',
    transcription_settings:
      'By whom what is said is written down. What `custom_async` was given for your own server is not told again.',
    automatic_leave_settings: 'When it goes by itself.',
    bot_chat_message: 'What it writes into the chat once it is in the meeting; absent when that is nothing.',
    conf_settings: 'How it joins a Zoom meeting, and on whose behalf; absent when nothing was said of that.',
    calendar_event_id: 'The event of a calendar that it follows; absent when that is none.',
    warnings:
      'What its client should know. In every answer: when sound, pictures or captions of the meeting did not reach the bot, so that they are missing from what was captured; what was asked for and the platform does not carry out; and which messages did not appear in the chat. Until it is over, and only in answers to requests that make, fetch or update one bot: settings that were taken, but that as things are do not do what they say (also where those of its transcription are updated); and, where there is room for so many bots at a time only, that it waits for its turn, or may have to.',
  }),
  BotRecordingSettings: requests.RecordingSettings,
  BotTranscriptionSettings: requests.TranscriptionSettings,
  BotDeepgramSettings: requests.DeepgramSettings,
  BotOpenAiSettings: requests.OpenAiSettings,
  BotCaptionSettings: requests.CaptionSettings,
  BotCustomTranscriptionSettings: {
    ...requests.CustomTranscriptionSettings,
    description: 'Empty: what it holds may be a secret.',
  },
  BotAutomaticLeaveSettings: requests.AutomaticLeaveSettings,
  BotFirstMessage: requests.BotChatMessage,
  BotConfSettings: requests.ConfSettings,
  BotOnBehalfToken: requests.OnBehalfToken,
  BotState: named(BotBody.shape.state, statesExplained),
  BotEvent: described(BotBody.shape.events.element, 'Something that has happened to a bot.', {
    type: 'What happened.',
    sub_type: 'Why, or by whom; null where there is nothing to add.',
    created_at: 'When it happened.',
  }),
  BotEventType: named(BotBody.shape.events.element.shape.type, 'What can happen to a bot.'),
  BotEventSubType: named(BotBody.shape.events.element.shape.sub_type.unwrap(), inMarkdown(subTypeMeanings)),
  BotPage: described(routes.listBots.response, 'A page of bots.', pageFields),
  Utterance: described(Utterance, 'What somebody said without a pause.', {
    speaker_name: speaker.name,
    speaker_uuid: speaker.uuid,
    speaker_user_uuid: speaker.user_uuid,
    speaker_is_host: speaker.is_host,
    timestamp_ms: 'When it began, in Unix ms.',
    duration_ms: 'How long it took, in ms.',
    transcription: 'What was said.',
  }),
  Transcription: described(Utterance.shape.transcription, 'The text of an utterance.', {
    transcript: 'The text.',
    words: 'Each word with its time, from providers that time words.',
    languages: 'What was spoken, from providers that tell: codes of languages.',
    error_code:
      'Why what was said here could not be transcribed, after every attempt; `transcript` is empty then. A stable word: `credentials_not_found`, `credentials_invalid`, `quota_exhausted`, `rate_limit_exceeded` and so on. `captions_not_available`, of no speaker, is the only entry of a transcript that is empty because there were no captions.',
    error_message: 'The same in a sentence, with what the provider said and its request id.',
  }),
  Word: described(Word, 'A word, in seconds from the start of its utterance.', {
    word: 'The word.',
    start: 'When it starts.',
    end: 'When it ends.',
  }),
  Participant: described(Participant, 'Somebody who is or was in the meeting. Never the bot itself.', {
    participant_name: speaker.name,
    participant_uuid: speaker.uuid,
    participant_user_uuid: speaker.user_uuid,
    participant_is_host: speaker.is_host,
    joined_at_ms: 'When they first came, in Unix ms.',
    left_at_ms: 'When they last left, in Unix ms; null while they are there, and when they stayed longer than the bot.',
    is_present: 'Whether they are there now, as far as the bot sees.',
  }),
  ParticipantPage: described(routes.listParticipants.response, 'A page of participants.', pageFields),
  ParticipantEvent: described(
    ParticipantEvent,
    'Somebody joined, left, began or stopped speaking. Never the bot itself.',
    {
      id: 'Identifies the event.',
      participant_name: speaker.name,
      participant_uuid: speaker.uuid,
      participant_user_uuid: speaker.user_uuid,
      participant_is_host: speaker.is_host,
      event_type: 'What happened.',
      event_data: 'Nothing yet.',
      timestamp_ms: 'When it happened, in Unix ms.',
    },
  ),
  ParticipantEventPage: described(routes.listParticipantEvents.response, 'A page of participant events.', pageFields),
  ChatMessage: described(ChatMessage, 'A message in the chat of the meeting.', {
    id: 'Identifies the message.',
    text: 'What it says; after a change, what it says now.',
    timestamp: 'When it was sent, in Unix seconds.',
    timestamp_ms: 'The same in ms, as a string.',
    to: 'Who it was for: `everyone`, `everyone_but_host` or `specific_user`.',
    sender_name: speaker.name,
    sender_uuid: speaker.uuid,
    sender_user_uuid: speaker.user_uuid,
    additional_data: 'Whatever else the platform tells; `edited_at_ms` after a change.',
  }),
  ChatMessagePage: described(routes.listChatMessages.response, 'A page of chat messages.', pageFields),
  Recording: described(RecordingBody, 'A finished recording.', {
    url: 'Where it can be fetched for the next 30 minutes, without a key.',
    start_timestamp_ms: 'When it starts, in Unix ms.',
    format: 'What kind of file it is.',
    duration_ms: 'How long it is, in ms.',
    size_bytes: 'How large it is.',
    parts:
      'The unbroken stretches that it is made of, in order and one behind the other in the file. What is between them was paused or lost.',
  }),
  RecordingPart: described(RecordingBody.shape.parts.element, 'An unbroken stretch of a recording.', {
    start_timestamp_ms: 'When it starts, in Unix ms.',
    duration_ms: 'How long it is, in ms.',
  }),
  Diagnostics: described(DiagnosticsBody, 'What a bot last met that it could not go on with.', {
    created_at: 'When it was kept.',
    reason: 'Why: a sub type of an event, or what was wrong with the meeting.',
    page_state:
      'The state of the page, by a name that stays; null where no rule recognised it. docs/platforms/states.md lists them.',
    evidence: 'The signs by which the page was recognised.',
    advice: 'What the operator or the host can do, where there is something.',
    error: 'What went wrong, where that was an error.',
    step: 'What was to be done when something was missing in the page.',
    element: 'What was missing for it.',
    files: 'What was kept: how the page was judged, a picture of it, its frames.',
  }),
  DiagnosticsSign: described(DiagnosticsBody.shape.evidence.element, 'A sign by which a page was recognised.', {
    class: 'T words, S structure, U address, N wire, H what the bot did before.',
    entry: "Its entry in the platform's table.",
  }),
  DiagnosticsFile: described(DiagnosticsBody.shape.files.element, 'A file that was kept of a page.', {
    name: 'What it is called.',
    url: 'Where it can be fetched for the next 30 minutes, without a key.',
  }),
  AppSession: described(AppSessionBody, 'What is made of a real-time stream, without anybody joining the meeting.', {
    id: 'Identifies the session. Its webhooks carry it as `app_session_id`, and as `bot_id`.',
    state: 'Where it is in its life: that of a bot, without what only somebody in a meeting can be.',
    events: 'Everything that has happened to it, oldest first.',
    transcription_state: 'Whether speech has become text.',
    recording_state: 'Whether it is being recorded.',
    meeting_uuid: 'The meeting, as the platform calls it.',
    rtms_stream_id: 'The stream, as the platform calls it.',
    conf_oauth_app_id: 'The app with which the stream is opened; null where the project had none.',
    deduplication_key: 'As it was given, else null.',
    metadata: 'As it was given, else `{}`.',
    created_at: 'When it was made.',
    updated_at: 'When anything last happened to it.',
    warnings:
      'What its client should know: settings that were taken, but that as things are do not do what they say, in the answer to the request that sent them; and when something of the meeting did not reach the session, as where the scopes of its app do not allow it.',
  }),
  AppSessionPage: described(routes.listAppSessions.response, 'A page of app sessions.', pageFields),
  Media: described(MediaBody, 'What a session has recorded.', {
    url: 'Where the recording can be fetched for the next 30 minutes, without a key.',
    start_timestamp_ms: 'When it starts, in Unix ms.',
    format: 'What kind of file it is.',
    duration_ms: 'How long it is, in ms.',
    size_bytes: 'How large it is.',
    parts: 'The unbroken stretches that it is made of, as those of a bot.',
    files: 'All files of the session.',
  }),
  MediaFile: described(MediaBody.shape.files.element, 'A file of a session.', {
    kind: '`recording`: as above. `screen_share`: a shared screen that Zoom sent as still pictures, a ZIP of JPEGs that are named by the moments at which they were shown.',
    url: 'Where it can be fetched for the next 30 minutes, without a key.',
    format: 'What kind of file it is.',
    duration_ms: 'How long it is, in ms; of stills, from the first to the last.',
    size_bytes: 'How large it is.',
  }),
  Calendar: described(CalendarBody, 'A calendar of somebody who has consented. Its secrets are never answered.', {
    id: 'Identifies the calendar.',
    platform: 'Whose calendar it is: `calendar_provider_a` is Google, `calendar_provider_b` Microsoft.',
    client_id: 'Your app, to which the user has consented.',
    platform_uuid: "The calendar's id on its platform; null for the primary one.",
    state: 'Whether it is looked at. `disconnected` until you PATCH other credentials.',
    metadata: 'As it was given, else `{}`.',
    deduplication_key: 'As it was given, else null.',
    connection_failure_data: 'Why it is disconnected; null while it is connected.',
    created_at: 'When it was connected first.',
    updated_at: 'When this record was last changed.',
    last_successful_sync_at: 'When all that there was to learn of its events was last learnt; null before that.',
    last_attempted_sync_at: 'When it was last looked at; null before that.',
  }),
  ConnectionFailure: described(
    CalendarBody.shape.connection_failure_data.unwrap(),
    'Why a platform does not take credentials any more.',
    {
      error: 'The same word for the same kind of failure, for ever.',
      message: 'What to do, in a sentence.',
      timestamp: 'When it was found out.',
    },
  ),
  CalendarPage: described(routes.listCalendars.response, 'A page of calendars.', pageFields),
  CalendarEvent: described(CalendarEventBody, 'An event of a calendar, or one occurrence of a series.', {
    id: 'Identifies the event, for good: `calendar_event_id` of a bot that is to join it.',
    calendar_id: 'The calendar that it is in.',
    platform_uuid: "The event's id on its platform.",
    recurring_platform_uuid: 'The id of its series; null for an event by itself.',
    ical_uid: 'The id by which other calendars know the same event, where the platform tells it.',
    occurrence_uid:
      'Names this one meeting, alike in every calendar of the same platform that has it, wherever it is moved: a `deduplication_key` for its bot. Each occurrence of a series has its own; null where the platform does not tell enough.',
    meeting_url: 'The first link in it to a meeting that a bot can join, in normal form; null where there is none.',
    start_time: 'When it starts.',
    end_time: 'When it ends.',
    is_all_day: 'Whether it lasts whole days. No bot joins such an event.',
    first_day:
      'The first of the whole days that it lasts, as the calendar names it; absent of other events. `start_time` is when that day begins in the zone of the calendar, and may be on another day where you are.',
    is_deleted: 'Whether it was cancelled, or deleted.',
    self_response: 'What the owner of the calendar has answered; null for whoever was not invited.',
    name: 'Its title.',
    attendees: 'Who is invited: the first 50.',
    organizer_email: 'Who invites.',
    created_at: 'When it was first seen.',
    updated_at: 'When it was last seen to have changed.',
  }),
  Attendee: described(CalendarEventBody.shape.attendees.element, 'Somebody who is invited.', {
    email: 'Their address.',
    name: 'Their name, where it is known.',
  }),
  CalendarEventPage: described(routes.listCalendarEvents.response, 'A page of events.', pageFields),
  Connection: described(ConnectionBody, 'A user who has allowed your app. What was granted is never answered.', {
    id: 'Identifies the connection; it stays when the user allows the app again.',
    conf_oauth_app_id: 'The app that was allowed.',
    user_id: 'Who it is, at the platform: `conf_oauth_connection_user_id` of a bot that joins on their behalf.',
    account_id: 'Their account, at the platform.',
    state: '`disconnected` once the platform takes what was granted no more.',
    metadata: 'As you gave it.',
    is_local_recording_token_supported: 'Whether tokens are fetched for bots that record meetings that the user hosts.',
    is_onbehalf_token_supported: 'Whether tokens are fetched for bots that join on behalf of the user.',
    connection_failure_data: 'Why it is disconnected; null while it is connected.',
    created_at: 'When the user was connected first.',
    updated_at: 'When the connection changed last.',
    last_successful_sync_at: 'When the platform last said that all is well.',
    last_attempted_sync_at: 'When it was last asked.',
  }),
  AccessFailure: described(ConnectionFailureData, 'Why a connection to the conferencing platform is disconnected.', {
    error: 'The same word for the same reason, for ever.',
    message: 'What to do, in a sentence.',
    timestamp: 'When it was disconnected.',
  }),
  ConnectionPage: described(routes.listConnections.response, 'A page of connections.', pageFields),
  Problem: described(
    ProblemBody,
    'Why a request was refused, as [RFC 9457](https://www.rfc-editor.org/rfc/rfc9457) has it.',
    {
      type: 'Always `about:blank`: `code` tells problems apart.',
      title: 'The name of the status.',
      status: 'The status of the response.',
      detail: 'What to change, in a sentence.',
      code: 'The same word for the same kind of problem, for ever. What each means is said under Errors.',
      errors:
        'With `invalid_input`, and `unsupported_media_type` where there is more to correct: what to change, by the path of the field.',
      request_id: 'With `internal`: quote it when you ask.',
    },
  ),
} satisfies Record<string, Described>;
