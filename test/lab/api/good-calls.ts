/** For each route a request that succeeds, with what it is about stored before. */
import type { RouteName } from '../../../lib/api/routes.ts';
import type { Bot } from '../../../lib/domain/bot/bot.ts';
import type { Table } from '../../../lib/ports/table.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { aBotStream, storeAppSession } from '../builders/app-sessions.ts';
import { storeCalendar, storeEvent } from '../builders/calendars.ts';
import { storeConnection } from '../builders/connections.ts';
import { aBot, aRecording } from '../builders/records.ts';
import { goodBodyFor } from './good-bodies.ts';
import { anIdOf, hasId, kindOf } from './resources.ts';

interface Asking {
  /** What must be true of the bot, or the session, that it is about. */
  readonly of?: Partial<Pick<Bot, 'state' | 'recording' | 'voice_agent_settings'>>;
  readonly body?: object;
}

const later = (): string => new Date(Date.now() + 3_600_000).toISOString();
const scheduled = { state: 'scheduled' } as const;
const recording = { state: 'joined_recording' } as const;
const finished = { state: 'ended', recording: aRecording() } as const;

const askings: Readonly<Record<RouteName, Asking>> = {
  createBot: {
    body: { meeting_url: 'https://meet.google.com/abc-defg-hij', bot_name: 'Notes', deduplication_key: 'k' },
  },
  listBots: {},
  getBot: {},
  updateBot: { of: scheduled, body: { join_at: later() } },
  deleteBot: { of: scheduled },
  leaveBot: { of: recording },
  pauseRecording: { of: recording },
  resumeRecording: { of: { state: 'joined_recording_paused' } },
  sendChatMessage: { of: recording, body: { message: 'Hello' } },
  outputVideo: { of: recording, body: { url: 'https://example.com/a.mp4' } },
  updateVoiceAgentSettings: {
    of: { ...recording, voice_agent_settings: { reserve_resources: true } },
    body: { url: 'https://example.com/agent' },
  },
  updateTranscriptionSettings: { of: recording, body: { meeting_closed_captions: { platform_a_language: 'de-DE' } } },
  deleteBotData: { of: finished },
  getTranscript: {},
  listParticipants: {},
  listParticipantEvents: {},
  listChatMessages: {},
  getRecording: { of: finished },
  getDiagnostics: { of: finished },
  createAppSession: { body: { ...goodBodyFor('createAppSession') } },
  listAppSessions: {},
  getAppSession: {},
  endStream: {},
  endAppSession: {},
  deleteAppSessionData: { of: finished },
  getAppSessionMedia: { of: finished },
  getAppSessionTranscript: {},
  listAppSessionParticipantEvents: {},
  listAppSessionChatMessages: {},
  createCalendar: { body: { ...goodBodyFor('createCalendar') } },
  listCalendars: {},
  getCalendar: {},
  updateCalendar: { body: { metadata: {} } },
  deleteCalendar: {},
  createConnection: { body: { ...goodBodyFor('createConnection') } },
  listConnections: {},
  getConnection: {},
  deleteConnection: {},
  listCalendarEvents: {},
  getCalendarEvent: {},
};

export interface GoodCall {
  readonly id?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** Stores what a route is about in a project with an app at the platform; answers what to ask. */
export const goodCallOf = async (
  name: RouteName,
  table: Table,
  { project_id, oauth_app_id }: { readonly project_id: string; readonly oauth_app_id: string },
): Promise<GoodCall> => {
  const { of = {}, body: wanted } = askings[name];
  const bot = aBot({ id: anIdOf('bot'), project_id, ...of });
  await botRepository(table).create(bot);
  const calendar = await storeCalendar(table, { project_id });
  // What is ended by its stream is the session that has it, and no other has this one.
  const stream = aBotStream({ rtms_stream_id: `stream-of-${bot.id}` });
  const ids = {
    bot: bot.id,
    calendar: calendar.id,
    calendar_event: (await storeEvent(table, calendar)).id,
    connection: (await storeConnection(table, { project_id, oauth_app_id })).id,
    app_session: await storeAppSession(table, project_id, { stream, ...(of === finished && finished) }),
  };
  const body = name === 'endStream' ? { rtms_stream_id: stream.rtms_stream_id } : wanted;
  return {
    ...(hasId(name) && { id: ids[kindOf(name)] }),
    ...(name === 'listCalendarEvents' && { query: { calendar_id: calendar.id } }),
    ...(body && { body }),
  };
};
