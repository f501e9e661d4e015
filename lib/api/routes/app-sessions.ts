/** App sessions: what is made of a real-time stream that the client forwards. */
import * as z from 'zod';
import { Utterance } from '../../domain/captured/captured.ts';
import {
  AppSessionBody,
  CreateAppSessionBody,
  EndStreamBody,
  ListAppSessionsQuery,
  MediaBody,
} from '../schemas/app-sessions.ts';
import { ChatMessagesQuery, ParticipantEventsQuery, TranscriptQuery, transcriptTexts } from '../schemas/captured.ts';
import { NoQuery, pageOf } from '../schemas/fields.ts';
import { capturedRoutes } from './captured.ts';
import type { Route } from './route.ts';

export const appSessionRoutes = {
  createAppSession: {
    method: 'POST',
    path: '/api/v1/app_sessions',
    of: 'app_session',
    caller: 'key',
    success: 201,
    query: NoQuery,
    body: CreateAppSessionBody,
    response: AppSessionBody,
  },
  listAppSessions: {
    method: 'GET',
    path: '/api/v1/app_sessions',
    of: 'app_session',
    caller: 'key',
    success: 200,
    query: ListAppSessionsQuery,
    response: pageOf(AppSessionBody),
  },
  getAppSession: {
    method: 'GET',
    path: '/api/v1/app_sessions/{object_id}',
    of: 'app_session',
    caller: 'key',
    success: 200,
    query: NoQuery,
    response: AppSessionBody,
  },
  endStream: {
    method: 'POST',
    path: '/api/v1/app_sessions/end',
    of: 'app_session',
    caller: 'key',
    success: 200,
    query: NoQuery,
    body: EndStreamBody,
    response: AppSessionBody,
  },
  endAppSession: {
    method: 'POST',
    path: '/api/v1/app_sessions/{object_id}/end',
    of: 'app_session',
    caller: 'key',
    success: 200,
    query: NoQuery,
    response: AppSessionBody,
  },
  deleteAppSessionData: {
    method: 'POST',
    path: '/api/v1/app_sessions/{object_id}/delete_data',
    of: 'app_session',
    caller: 'key',
    success: 200,
    query: NoQuery,
    response: AppSessionBody,
  },
  getAppSessionMedia: {
    method: 'GET',
    path: '/api/v1/app_sessions/{object_id}/media',
    of: 'app_session',
    caller: 'key',
    success: 200,
    query: NoQuery,
    response: MediaBody,
  },
  getAppSessionTranscript: {
    method: 'GET',
    path: '/api/v1/app_sessions/{object_id}/transcript',
    of: 'app_session',
    caller: 'key',
    success: 200,
    query: TranscriptQuery,
    response: z.array(Utterance),
    texts: transcriptTexts,
  },
  listAppSessionParticipantEvents: {
    method: 'GET',
    path: '/api/v1/app_sessions/{object_id}/participant_events',
    of: 'app_session',
    caller: 'key',
    success: 200,
    query: ParticipantEventsQuery,
    response: capturedRoutes.listParticipantEvents.response,
  },
  listAppSessionChatMessages: {
    method: 'GET',
    path: '/api/v1/app_sessions/{object_id}/chat_messages',
    of: 'app_session',
    caller: 'key',
    success: 200,
    query: ChatMessagesQuery,
    response: capturedRoutes.listChatMessages.response,
  },
} as const satisfies Record<string, Route>;
