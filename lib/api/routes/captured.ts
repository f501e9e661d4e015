/** What bots bring back from their meetings, also while these go on. */
import * as z from 'zod';
import { ChatMessage, Participant, ParticipantEvent, Utterance } from '../../domain/captured/captured.ts';
import {
  ChatMessagesQuery,
  DiagnosticsBody,
  ParticipantEventsQuery,
  ParticipantsQuery,
  RecordingBody,
  TranscriptQuery,
  transcriptTexts,
} from '../schemas/captured.ts';
import { NoQuery, pageOf } from '../schemas/fields.ts';
import type { Route } from './route.ts';

export const capturedRoutes = {
  getTranscript: {
    method: 'GET',
    path: '/api/v1/bots/{object_id}/transcript',
    of: 'bot',
    caller: 'key',
    success: 200,
    query: TranscriptQuery,
    response: z.array(Utterance),
    texts: transcriptTexts,
  },
  listParticipants: {
    method: 'GET',
    path: '/api/v1/bots/{object_id}/participants',
    of: 'bot',
    caller: 'key',
    success: 200,
    query: ParticipantsQuery,
    response: pageOf(Participant),
  },
  listParticipantEvents: {
    method: 'GET',
    path: '/api/v1/bots/{object_id}/participant_events',
    of: 'bot',
    caller: 'key',
    success: 200,
    query: ParticipantEventsQuery,
    response: pageOf(ParticipantEvent),
  },
  listChatMessages: {
    method: 'GET',
    path: '/api/v1/bots/{object_id}/chat_messages',
    of: 'bot',
    caller: 'key',
    success: 200,
    query: ChatMessagesQuery,
    response: pageOf(ChatMessage),
  },
  getRecording: {
    method: 'GET',
    path: '/api/v1/bots/{object_id}/recording',
    of: 'bot',
    caller: 'key',
    success: 200,
    query: NoQuery,
    response: RecordingBody,
  },
  getDiagnostics: {
    method: 'GET',
    path: '/api/v1/bots/{object_id}/diagnostics',
    of: 'bot',
    caller: 'key',
    success: 200,
    query: NoQuery,
    response: DiagnosticsBody,
  },
} as const satisfies Record<string, Route>;
