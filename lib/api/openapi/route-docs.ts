/** What the OpenAPI document says of each route beyond the route table; the compiler finds the route without it. */
import type * as z from 'zod';
import type { ProblemCode } from '../problem.ts';
import type { Route } from '../routes/route.ts';
import type { RouteName, routes } from '../routes.ts';
import {
  chatMessage,
  endedAppSession,
  endedBot,
  endedConnection,
  endingAppSession,
  erasedAppSession,
  erasedBot,
  gone,
  joined,
  joiningBot,
  leavingBot,
  newSampleCalendar,
  participant,
  pausedBot,
  recordingBot,
  resumedBot,
  revokedCalendar,
  sampleAppSession,
  sampleBot,
  sampleCalendar,
  sampleConnection,
  sampleEvent,
  spoke,
  utterance,
} from './samples.ts';

export const tags = {
  Bots: 'A bot is sent into a meeting, now or at a time. It joins, records, listens, and leaves.',
  'App sessions':
    'A session is made of a real-time stream of the platform, which you forward. Nobody joins the meeting, and nothing can be said or shown in it.',
  Calendars:
    'A calendar of somebody who has consented: its events are listed here, and a bot that is made for one follows it when it is moved or cancelled.',
  Connections:
    'Somebody who has allowed your app at Zoom: bots record the meetings that they host with the permission of the platform, and join others on their behalf.',
  'What was captured':
    'Also while the meeting goes on: each answers with what there is so far, so that you can poll it.',
  Webhooks:
    'Instead of polling, be told. Webhooks follow [Standard Webhooks](https://www.standardwebhooks.com), so its libraries verify them. ' +
    'Answer with a 2xx within 15 seconds; de-duplicate by `idempotency_key`, since every event comes at least once.',
} as const;

type ExampleOf<R extends Route> = {
  readonly summary: string;
  readonly query?: { readonly [K in keyof z.input<R['query']>]?: string };
} & (R extends { body: infer B extends z.ZodType } ? { readonly body: z.input<B> } : { readonly body?: undefined }) &
  (R extends { response: infer A extends z.ZodType }
    ? { readonly response: z.input<A> }
    : { readonly response?: undefined });

export interface RouteDocs<R extends Route = Route> {
  readonly tag: keyof typeof tags;
  readonly summary: string;
  readonly description: string;
  /** Problems of this route alone; what follows from its shape is known anyway. */
  readonly refusals?: readonly ProblemCode[];
  readonly examples: Readonly<Record<string, ExampleOf<R>>>;
}

const pageOf = <T>(...results: T[]) => ({ next: null, previous: null, results });

export const routeDocs: { readonly [N in RouteName]: RouteDocs<(typeof routes)[N]> } = {
  createBot: {
    tag: 'Bots',
    summary: 'Create a bot that joins a meeting, now or at join_at',
    description:
      'Without `join_at` the bot is `joining` at once; with it, it is `scheduled` and asks to be let in within a second of that moment.',
    refusals: ['duplicate_deduplication_key'],
    examples: {
      now: {
        summary: 'Join now',
        body: { meeting_url: sampleBot.meeting_url, bot_name: 'Minutes' },
        response: joiningBot,
      },
      later: {
        summary: 'Join later, with settings',
        body: {
          meeting_url: sampleBot.meeting_url,
          bot_name: 'Minutes',
          join_at: sampleBot.join_at,
          metadata: sampleBot.metadata,
          deduplication_key: sampleBot.deduplication_key,
          recording_settings: { format: 'mp4', view: 'gallery_view', resolution: '720p' },
          transcription_settings: { meeting_closed_captions: { platform_a_language: 'en-US' } },
          automatic_leave_settings: { waiting_room_timeout_seconds: 300 },
          webhooks: [{ url: 'https://hooks.example.com/bots', triggers: ['bot.state_change', 'transcript.update'] }],
        },
        response: sampleBot,
      },
      event: {
        summary: 'Join an event of a calendar',
        body: { calendar_event_id: sampleEvent.id, bot_name: 'Minutes' },
        response: {
          ...joiningBot,
          ...{ state: 'scheduled', events: sampleBot.events, join_at: sampleBot.join_at },
          calendar_event_id: sampleEvent.id,
        },
      },
    },
  },
  listBots: {
    tag: 'Bots',
    summary: 'List bots, oldest first',
    description:
      'Oldest first unless `order` says otherwise; filtered by `join_at`, and by neither link nor key, in the order of `join_at`. A link or a key that is filtered further may give short pages, or empty ones, that still have a `next`.',
    examples: {
      ended: {
        summary: 'Those that have ended',
        query: { states: 'ended', page_size: '100' },
        response: pageOf(endedBot),
      },
      first: { summary: 'All of them', response: pageOf(sampleBot) },
    },
  },
  getBot: {
    tag: 'Bots',
    summary: 'Fetch a bot',
    description: 'Where the bot is in its life, and everything that has happened to it.',
    examples: { bot: { summary: 'A bot', response: endedBot } },
  },
  updateBot: {
    tag: 'Bots',
    summary: 'Update a bot: its metadata at any time, all else while it is scheduled',
    description: '`metadata` can be replaced at any time; everything else only while the bot is `scheduled`.',
    refusals: ['invalid_state'],
    examples: {
      metadata: { summary: 'Other metadata', body: { metadata: sampleBot.metadata }, response: sampleBot },
      time: { summary: 'Another time', body: { join_at: sampleBot.join_at }, response: sampleBot },
    },
  },
  deleteBot: {
    tag: 'Bots',
    summary: 'Delete a bot that is scheduled',
    description: 'Only while it is `scheduled`: a bot that has set out is asked to leave instead.',
    refusals: ['invalid_state'],
    examples: { bot: { summary: 'A scheduled bot' } },
  },
  leaveBot: {
    tag: 'Bots',
    summary: 'Ask a bot to leave its meeting',
    description:
      'The bot leaves, then its recording is finished (`post_processing`), then it has `ended`. Refused when it is leaving, or has left.',
    refusals: ['invalid_state'],
    examples: { bot: { summary: 'A bot in its meeting', response: leavingBot } },
  },
  pauseRecording: {
    tag: 'Bots',
    summary: 'Pause the recording of a bot that stays in its meeting',
    description:
      'The bot stays; nothing is recorded or transcribed until it is resumed, and the recording leaves out what lies between. Refused while it is not recording.',
    refusals: ['invalid_state'],
    examples: { bot: { summary: 'A bot that records', response: pausedBot } },
  },
  resumeRecording: {
    tag: 'Bots',
    summary: 'Resume a paused recording',
    description: 'Refused while the recording is not paused.',
    refusals: ['invalid_state'],
    examples: { bot: { summary: 'A bot that is paused', response: resumedBot } },
  },
  sendChatMessage: {
    tag: 'Bots',
    summary: 'Have a bot write into the chat of its meeting',
    description:
      'It is written within two seconds, in the order in which it was asked for, and once: unless you ask again. A message for one participant who is not there ' +
      'waits a minute for them. Refused while the bot is not in its meeting.',
    refusals: ['invalid_state'],
    examples: {
      everyone: {
        summary: 'To everyone',
        body: { to: 'everyone', message: 'This meeting is being recorded.' },
        response: recordingBot,
      },
      one: {
        summary: 'To one participant',
        body: {
          to: 'specific_user',
          to_user_uuid: participant.participant_uuid,
          message: 'Shall I send you the minutes?',
        },
        response: recordingBot,
      },
    },
  },
  outputVideo: {
    tag: 'Bots',
    summary: 'Have a bot play a video into its meeting',
    description:
      'The video is seen as the camera of the bot and heard as its microphone; at its end its picture is back. Refused while the bot is not in its meeting, ' +
      'while it plays another one, and for an address where there is no MP4.',
    refusals: ['invalid_state'],
    examples: {
      once: {
        summary: 'Once',
        body: { url: 'https://media.example.com/welcome.mp4' },
        response: recordingBot,
      },
    },
  },
  updateVoiceAgentSettings: {
    tag: 'Bots',
    summary: 'Change, or turn off, the website that a bot shows',
    description:
      'One address at a time: it takes the place of what was shown before, an empty one turns its own output off. Only for a bot that was created with ' +
      '`voice_agent_settings.reserve_resources`, and until it leaves.',
    refusals: ['invalid_state'],
    examples: {
      camera: {
        summary: 'Through the camera',
        body: { url: 'https://agent.example.com/' },
        response: recordingBot,
      },
      off: { summary: 'Off', body: { url: '' }, response: recordingBot },
    },
  },
  updateTranscriptionSettings: {
    tag: 'Bots',
    summary: 'Change how the speech of a meeting becomes text',
    description:
      'Replaces the settings of the provider, from now on; what has been said stays as it is. Another provider can be chosen while the bot is `scheduled`. ' +
      'Refused once the bot leaves.',
    refusals: ['invalid_state'],
    examples: {
      language: {
        summary: 'Captions in German',
        body: { meeting_closed_captions: { platform_a_language: 'de-DE' } },
        response: recordingBot,
      },
    },
  },
  deleteBotData: {
    tag: 'Bots',
    summary: 'Remove everything that a bot brought back from its meeting, for good',
    description:
      'Recording, transcript, participants, their events and chat messages are gone for good; the bot, its metadata and its events stay. ' +
      'Safe to repeat. Refused until the bot has ended.',
    refusals: ['invalid_state'],
    examples: { bot: { summary: 'A bot that has ended', response: erasedBot } },
  },
  createAppSession: {
    tag: 'App sessions',
    summary: 'Create an app session from the forwarded payload of a started stream',
    description:
      'Forward the webhook `meeting.rtms_started` as it comes, at once: the platform waits a minute for somebody to connect. A stream has one session: ' +
      'the same stream again answers the same session, which goes on at the servers that are named then.',
    refusals: ['duplicate_deduplication_key'],
    examples: {
      webhook: {
        summary: 'The payload of the webhook',
        body: {
          conf_rtms: {
            meeting_uuid: sampleAppSession.meeting_uuid,
            rtms_stream_id: sampleAppSession.rtms_stream_id,
            server_urls: 'wss://rtms-sjc1.zoom.us:443',
          },
          metadata: sampleAppSession.metadata,
        },
        response: sampleAppSession,
      },
    },
  },
  listAppSessions: {
    tag: 'App sessions',
    summary: 'List app sessions, oldest first',
    description: 'Oldest first unless `order` says otherwise. Bots are in a list of their own.',
    examples: { first: { summary: 'All of them', response: pageOf(endedAppSession) } },
  },
  getAppSession: {
    tag: 'App sessions',
    summary: 'Fetch an app session',
    description: 'Where the session is in its life, and everything that has happened to it.',
    examples: { session: { summary: 'A session', response: endedAppSession } },
  },
  endStream: {
    tag: 'App sessions',
    summary: 'End the app session of a stream',
    description:
      'For the webhook `meeting.rtms_stopped`, which names the stream. A session hears of the end of its stream by itself; this is for those that could not be told. ' +
      'One that is over already stays as it is.',
    // Of the stream that is named in the body.
    refusals: ['not_found'],
    examples: {
      stream: {
        summary: 'By its stream',
        body: { rtms_stream_id: sampleAppSession.rtms_stream_id },
        response: endingAppSession,
      },
      forwarded: {
        summary: 'By what told of its end',
        body: { conf_rtms: { rtms_stream_id: sampleAppSession.rtms_stream_id, stop_reason: 6 } },
        response: endingAppSession,
      },
    },
  },
  endAppSession: {
    tag: 'App sessions',
    summary: 'End an app session',
    description: 'The stream is closed, and the recording finished. One that is over already stays as it is.',
    examples: { session: { summary: 'By its id', response: endingAppSession } },
  },
  deleteAppSessionData: {
    tag: 'App sessions',
    summary: 'Remove everything that an app session has captured, for good',
    description: 'As the data of a bot: only once the session is finished, and for good.',
    refusals: ['invalid_state'],
    examples: { session: { summary: 'A session that has ended', response: erasedAppSession } },
  },
  getAppSessionMedia: {
    tag: 'App sessions',
    summary: 'Get links to what an app session has recorded, valid for 30 minutes',
    description:
      'Only when the session has `ended`, or a `fatal_error` has ended it; a 404 before that, and where nothing was recorded.',
    examples: {
      media: {
        summary: 'A session that has ended',
        response: {
          url: 'https://media.example.com/recording.mp4?signature=3a9f',
          start_timestamp_ms: 1798794001377,
          format: 'mp4',
          duration_ms: 1798623,
          size_bytes: 337241822,
          parts: [{ start_timestamp_ms: 1798794001377, duration_ms: 1798623 }],
          files: [
            {
              kind: 'recording',
              url: 'https://media.example.com/recording.mp4?signature=3a9f',
              format: 'mp4',
              duration_ms: 1798623,
              size_bytes: 337241822,
            },
            {
              kind: 'screen_share',
              url: 'https://media.example.com/screen_share.zip?signature=77c1',
              format: 'zip',
              duration_ms: 421000,
              size_bytes: 8214377,
            },
          ],
        },
      },
    },
  },
  getAppSessionTranscript: {
    tag: 'App sessions',
    summary: 'Fetch what has been said so far in an app session',
    description: 'Also while the session goes on. In the order of speech.',
    refusals: ['answer_too_large'],
    examples: { transcript: { summary: 'What has been said', response: [utterance] } },
  },
  listAppSessionParticipantEvents: {
    tag: 'App sessions',
    summary: 'List who joined, left, started and stopped speaking in an app session',
    description: 'Also while the session goes on. Whoever is there at the end of the meeting leaves then.',
    examples: { events: { summary: 'All of them', response: pageOf(joined, spoke) } },
  },
  listAppSessionChatMessages: {
    tag: 'App sessions',
    summary: 'List the chat messages of an app session',
    description: 'Also while the session goes on.',
    examples: { messages: { summary: 'All of them', response: pageOf(chatMessage) } },
  },
  createCalendar: {
    tag: 'Calendars',
    summary: 'Connect a calendar',
    description:
      'The platform is not asked before the answer: a calendar is `connected` at first, its events are there within seconds, and one whose credentials are ' +
      'refused is `disconnected` a minute later.',
    refusals: ['duplicate_deduplication_key'],
    examples: {
      calendar: {
        summary: "Somebody's primary calendar",
        body: {
          platform: sampleCalendar.platform,
          client_id: sampleCalendar.client_id,
          client_secret: 'your-client-secret',
          refresh_token: 'the-refresh-token-of-the-user',
          metadata: sampleCalendar.metadata,
          deduplication_key: sampleCalendar.deduplication_key,
        },
        response: newSampleCalendar,
      },
    },
  },
  listCalendars: {
    tag: 'Calendars',
    summary: 'List calendars, newest first',
    description: 'Newest first.',
    examples: {
      first: { summary: 'All of them', response: pageOf(sampleCalendar) },
      key: {
        summary: 'The one with a key',
        query: { deduplication_key: sampleCalendar.deduplication_key },
        response: pageOf(sampleCalendar),
      },
    },
  },
  getCalendar: {
    tag: 'Calendars',
    summary: 'Fetch a calendar',
    description: 'Whether the calendar is connected, if not why, and when it was looked at last.',
    examples: { calendar: { summary: 'A calendar', response: revokedCalendar } },
  },
  updateCalendar: {
    tag: 'Calendars',
    summary: 'Give a calendar other credentials, or other metadata',
    description:
      'With a new `refresh_token` or `client_secret` a calendar is `connected` again, and everything in it is listed anew. Its events keep their ids; bots that were ' +
      'deleted when it was disconnected do not come back.',
    examples: {
      credentials: {
        summary: 'Another refresh token',
        body: { refresh_token: 'another-refresh-token-of-the-user' },
        response: sampleCalendar,
      },
      metadata: { summary: 'Other metadata', body: { metadata: sampleCalendar.metadata }, response: sampleCalendar },
    },
  },
  deleteCalendar: {
    tag: 'Calendars',
    summary: 'Disconnect a calendar and forget it',
    description:
      'Its credentials are erased at once; bots that are scheduled for its events are deleted a moment later, and so are its events. Bots that have set out go on.',
    examples: { calendar: { summary: 'A calendar' } },
  },
  listCalendarEvents: {
    tag: 'Calendars',
    summary: 'List the events of a calendar by their start',
    description:
      'Those from yesterday to four weeks ahead, by their start; each occurrence of a series is an event. What was cancelled stays for a week, with `is_deleted`. Filtered by ' +
      '`updated_after`, a page may be short, or empty, and still have a `next`.',
    examples: {
      all: {
        summary: 'All of a calendar',
        query: { calendar_id: sampleCalendar.id },
        response: pageOf(sampleEvent),
      },
      changed: {
        summary: 'What has changed',
        query: { calendar_id: sampleCalendar.id, updated_after: '2026-12-30T16:00:00Z' },
        response: pageOf(sampleEvent),
      },
    },
  },
  getCalendarEvent: {
    tag: 'Calendars',
    summary: 'Fetch an event of a calendar',
    description: 'As the platform last told of it.',
    examples: { event: { summary: 'An event', response: sampleEvent } },
  },
  createConnection: {
    tag: 'Connections',
    summary: 'Connect a user who has allowed your app',
    description:
      'The platform is asked before the answer, for a code is good for minutes only. A user who is connected by the same app already keeps the connection, with what was granted now.',
    refusals: ['code_exchange_failed', 'missing_scopes', 'user_not_active', 'platform_unavailable'],
    examples: {
      user: {
        summary: 'A user who was sent back with a code',
        body: {
          authorization_code: 'the-code-that-the-user-came-back-with',
          redirect_uri: 'https://example.com/zoom/connected',
          is_onbehalf_token_supported: true,
          metadata: sampleConnection.metadata,
        },
        response: sampleConnection,
      },
    },
  },
  listConnections: {
    tag: 'Connections',
    summary: 'List connections, newest first',
    description: 'Newest first.',
    examples: {
      first: { summary: 'All of them', response: pageOf(sampleConnection) },
      state: {
        summary: 'Those whose users must allow the app again',
        query: { state: 'disconnected' },
        response: pageOf(endedConnection),
      },
    },
  },
  getConnection: {
    tag: 'Connections',
    summary: 'Fetch a connection',
    description: 'Whether it is connected, if not why, and when the platform was asked last.',
    examples: { connection: { summary: 'A connection', response: endedConnection } },
  },
  deleteConnection: {
    tag: 'Connections',
    summary: 'End a connection and forget it',
    description:
      'What was granted is erased at once, and the platform is asked to forget it too. Bots that are in meetings stay there.',
    examples: { connection: { summary: 'A connection' } },
  },
  getTranscript: {
    tag: 'What was captured',
    summary: 'Fetch what has been said so far',
    description:
      'All utterances so far, in the order in which they were said, in one answer. With `format` they come as a file: `text` to read, `srt` or `vtt` for players, with times that count from the beginning of the recording. One of many hours is best asked for with `Accept-Encoding: gzip` (`curl --compressed`): an answer has at most 6 MB.',
    refusals: ['answer_too_large'],
    examples: {
      all: { summary: 'All of it', response: [utterance] },
      since: {
        summary: 'What is new',
        query: { updated_after: '2027-01-01T09:00:00Z' },
        response: [utterance],
      },
    },
  },
  listParticipants: {
    tag: 'What was captured',
    summary: 'List who is or was in the meeting',
    description:
      'In the order in which they first came, each once. The bot itself is no participant. Nobody is present once the bot has gone.',
    examples: { all: { summary: 'All of them', response: pageOf(participant, gone) } },
  },
  listParticipantEvents: {
    tag: 'What was captured',
    summary: 'List who joined, left, started and stopped speaking',
    description: 'Oldest first. The bot itself is no participant.',
    examples: {
      first: { summary: 'All of them', response: pageOf(joined, spoke) },
      since: { summary: 'What is new', query: { after: '2027-01-01T09:00:00Z' }, response: pageOf(spoke) },
    },
  },
  listChatMessages: {
    tag: 'What was captured',
    summary: 'List the chat messages of the meeting',
    description:
      'Oldest first. A message that was changed in the meeting is there once, in its place, as it was written last; `updated_after` finds it again. ' +
      'What the bot itself wrote is not listed.',
    examples: {
      first: { summary: 'All of them', response: pageOf(chatMessage) },
      since: {
        summary: 'What is new',
        query: { updated_after: '2027-01-01T09:00:00Z' },
        response: pageOf(chatMessage),
      },
    },
  },
  getRecording: {
    tag: 'What was captured',
    summary: 'Get a link to the recording, valid for 30 minutes',
    description: 'Not found until the recording is finished. The link needs no key: fetch it with a plain GET.',
    examples: {
      recording: {
        summary: 'A finished recording',
        response: {
          url: 'https://media.example.com/recording.mp4?signature=0c5b',
          start_timestamp_ms: 1798794003377,
          format: 'mp4',
          duration_ms: 1859000,
          size_bytes: 184_226_113,
          parts: [
            { start_timestamp_ms: 1798794003377, duration_ms: 1200000 },
            { start_timestamp_ms: 1798795500120, duration_ms: 659000 },
          ],
        },
      },
    },
  },
  getDiagnostics: {
    tag: 'What was captured',
    summary: 'See what the bot last met that it could not go on with',
    description:
      'Why a bot was not let in, was removed, or lost its meeting: the state of the page that it saw, by what it was recognised, what can be done about it, and links to a picture and the ' +
      'trimmed page, in which names, messages and secrets are masked. Not found where the bot met nothing of the kind, and once its data are deleted. The links need no key and hold for 30 minutes.',
    examples: {
      denied: {
        summary: 'A bot that was refused',
        response: {
          created_at: '2027-01-01T09:00:31Z',
          reason: 'request_to_join_denied',
          page_state: 'M12_denied',
          evidence: [
            { class: 'T', entry: 'M12.text.1' },
            { class: 'S', entry: 'M12.again' },
          ],
          advice: 'Ask the host to admit the bot when it asks to join; it is shown under its name.',
          error: null,
          step: null,
          element: null,
          files: [
            { name: 'state.json', url: 'https://media.example.com/state.json?signature=0c5b' },
            { name: 'page.png', url: 'https://media.example.com/page.png?signature=0c5b' },
            { name: 'frame-0.html', url: 'https://media.example.com/frame-0.html?signature=0c5b' },
          ],
        },
      },
    },
  },
};

type ParameterName = { [N in RouteName]: keyof z.input<(typeof routes)[N]['query']> }[RouteName];

/** What each parameter of a query means, on every route that has it. */
export const parameterMeanings: Readonly<Record<ParameterName, string>> = {
  cursor: 'Which page: taken from `next` or `previous`.',
  page_size: 'How many to a page.',
  meeting_url: 'Only bots for this meeting.',
  deduplication_key: 'Only the bots that have or had this key, or the calendar that has it.',
  states: 'Only bots in one of these states. Repeat it, as `states` or as `states[]`, or put commas between.',
  join_at_after: 'Only bots that join after this moment.',
  join_at_before: 'Only bots that join before this moment.',
  order: 'Which end of the list comes first.',
  updated_after: 'Only what was stored after this moment: the time of your last poll misses nothing.',
  format: 'As what: `json`, or a file of text, SRT or WebVTT.',
  after: 'Only what was stored after this moment: the time of your last poll misses nothing.',
  before: 'Only what was stored before this moment.',
  calendar_id: 'The calendar whose events are listed. It may be left out by a project that has one only.',
  user_id: 'Only connections of this user of the platform.',
  state: 'Only connections in this state.',
  start_after: 'Only events that start after this moment.',
  start_before: 'Only events that start before this moment.',
};
