/** What is said of the routes about app sessions, and what they have captured. */
import type { appSessionRoutes } from '../../routes/app-sessions.ts';
import {
  chatMessage,
  endedAppSession,
  endingAppSession,
  erasedAppSession,
  joined,
  sampleAppSession,
  stoppedAppSession,
  utterance,
} from '../samples.ts';
import { type DocsOf, pageOf } from './docs-of-route.ts';

export const appSessionDocs: DocsOf<typeof appSessionRoutes> = {
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
      'The `stop_reason` of the webhook says how the session ends: without one it is by your request; after a fault of the platform it goes on trying to have the stream anew. ' +
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
        response: stoppedAppSession,
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
    summary: 'List who joined and left an app session',
    description:
      'Oldest first, also while the session goes on. Whoever is there at the end of the meeting leaves then. Who spoke when is in the transcript, and told by webhooks.',
    examples: { events: { summary: 'All of them', response: pageOf(joined) } },
  },
  listAppSessionChatMessages: {
    tag: 'App sessions',
    summary: 'List the chat messages of an app session',
    description: 'Also while the session goes on.',
    examples: { messages: { summary: 'All of them', response: pageOf(chatMessage) } },
  },
};
