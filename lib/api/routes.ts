/**
 * The route table: the HTTP contract as data. CDK's routes and functions, the server of a single machine, the parsing
 * of requests and the tests that every route refuses a missing key derive from it. Each route's handler is
 * `lambdas/api/<name in kebab case>.ts`.
 */
import * as z from 'zod';
import { ChatMessage, Participant, ParticipantEvent, Utterance } from '../domain/captured/captured.ts';
import {
  BotBody,
  ChatMessagesQuery,
  CreateBotBody,
  ListBotsQuery,
  NoQuery,
  OutputVideoBody,
  ParticipantEventsQuery,
  ParticipantsQuery,
  pageOf,
  RecordingBody,
  SendChatMessageBody,
  TranscriptQuery,
  UpdateBotBody,
  UpdateTranscriptionSettingsBody,
  UpdateVoiceAgentSettingsBody,
} from './schemas.ts';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: `/api/v1/${string}`;
  readonly summary: string;
  readonly success: 200 | 201;
  readonly query: z.ZodType;
  /** Absent where the route takes no body. */
  readonly body?: z.ZodType;
  /** Absent where the answer's body is empty. */
  readonly response?: z.ZodType;
}

export const routes = {
  createBot: {
    method: 'POST',
    path: '/api/v1/bots',
    summary: 'Create a bot that joins a meeting, now or at join_at',
    success: 201,
    query: NoQuery,
    body: CreateBotBody,
    response: BotBody,
  },
  listBots: {
    method: 'GET',
    path: '/api/v1/bots',
    summary: 'List bots, oldest first',
    success: 200,
    query: ListBotsQuery,
    response: pageOf(BotBody),
  },
  getBot: {
    method: 'GET',
    path: '/api/v1/bots/{object_id}',
    summary: 'Fetch a bot',
    success: 200,
    query: NoQuery,
    response: BotBody,
  },
  updateBot: {
    method: 'PATCH',
    path: '/api/v1/bots/{object_id}',
    summary: 'Update a bot: its metadata at any time, all else while it is scheduled',
    success: 200,
    query: NoQuery,
    body: UpdateBotBody,
    response: BotBody,
  },
  deleteBot: {
    method: 'DELETE',
    path: '/api/v1/bots/{object_id}',
    summary: 'Delete a bot that is scheduled',
    success: 200,
    query: NoQuery,
  },
  leaveBot: {
    method: 'POST',
    path: '/api/v1/bots/{object_id}/leave',
    summary: 'Ask a bot to leave its meeting',
    success: 200,
    query: NoQuery,
    response: BotBody,
  },
  pauseRecording: {
    method: 'POST',
    path: '/api/v1/bots/{object_id}/pause_recording',
    summary: 'Pause the recording of a bot that stays in its meeting',
    success: 200,
    query: NoQuery,
    response: BotBody,
  },
  resumeRecording: {
    method: 'POST',
    path: '/api/v1/bots/{object_id}/resume_recording',
    summary: 'Resume a paused recording',
    success: 200,
    query: NoQuery,
    response: BotBody,
  },
  sendChatMessage: {
    method: 'POST',
    path: '/api/v1/bots/{object_id}/send_chat_message',
    summary: 'Have a bot write into the chat of its meeting',
    success: 200,
    query: NoQuery,
    body: SendChatMessageBody,
    response: BotBody,
  },
  outputVideo: {
    method: 'POST',
    path: '/api/v1/bots/{object_id}/output_video',
    summary: 'Have a bot play a video into its meeting',
    success: 200,
    query: NoQuery,
    body: OutputVideoBody,
    response: BotBody,
  },
  updateVoiceAgentSettings: {
    method: 'PATCH',
    path: '/api/v1/bots/{object_id}/voice_agent_settings',
    summary: 'Change, or turn off, the website that a bot shows',
    success: 200,
    query: NoQuery,
    body: UpdateVoiceAgentSettingsBody,
    response: BotBody,
  },
  updateTranscriptionSettings: {
    method: 'PATCH',
    path: '/api/v1/bots/{object_id}/transcription_settings',
    summary: 'Change how the speech of a meeting becomes text',
    success: 200,
    query: NoQuery,
    body: UpdateTranscriptionSettingsBody,
    response: BotBody,
  },
  deleteBotData: {
    method: 'POST',
    path: '/api/v1/bots/{object_id}/delete_data',
    summary: 'Remove everything that a bot brought back from its meeting, for good',
    success: 200,
    query: NoQuery,
    response: BotBody,
  },
  getTranscript: {
    method: 'GET',
    path: '/api/v1/bots/{object_id}/transcript',
    summary: 'Fetch what has been said so far',
    success: 200,
    query: TranscriptQuery,
    response: z.array(Utterance),
  },
  listParticipants: {
    method: 'GET',
    path: '/api/v1/bots/{object_id}/participants',
    summary: 'List who is or was in the meeting',
    success: 200,
    query: ParticipantsQuery,
    response: pageOf(Participant),
  },
  listParticipantEvents: {
    method: 'GET',
    path: '/api/v1/bots/{object_id}/participant_events',
    summary: 'List who joined, left, started and stopped speaking',
    success: 200,
    query: ParticipantEventsQuery,
    response: pageOf(ParticipantEvent),
  },
  listChatMessages: {
    method: 'GET',
    path: '/api/v1/bots/{object_id}/chat_messages',
    summary: 'List the chat messages of the meeting',
    success: 200,
    query: ChatMessagesQuery,
    response: pageOf(ChatMessage),
  },
  getRecording: {
    method: 'GET',
    path: '/api/v1/bots/{object_id}/recording',
    summary: 'Get a link to the recording, valid for 30 minutes',
    success: 200,
    query: NoQuery,
    response: RecordingBody,
  },
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;
export const routeNames = Object.keys(routes) as RouteName[];

/** The file of a route's handler, without folder and ending. */
export const handlerFile = (name: RouteName): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
