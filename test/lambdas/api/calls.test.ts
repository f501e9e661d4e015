import { randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type RouteName, routeNames } from '../../../lib/api/routes.ts';
import { newId } from '../../../lib/domain/ids.ts';
import { systemClock } from '../../../lib/ports/clock.ts';
import type { Table } from '../../../lib/ports/table.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { apiKeyRepository, projectRepository } from '../../../lib/storage/projects.ts';
import { createCreateProject } from '../../../lib/usecases/access/create-project.ts';
import { goodBodyFor } from '../../lab/api/bad-bodies.ts';
import { type Call, callRoute } from '../../lab/api/requests.ts';
import { hasId, kindOf } from '../../lab/api/resources.ts';
import { storeAppSession } from '../../lab/builders/app-sessions.ts';
import { storeCalendar, storeEvent } from '../../lab/builders/calendars.ts';
import { storeConnection, storeOAuthApp } from '../../lab/builders/connections.ts';
import { aBot, aRecording } from '../../lab/builders/records.ts';
import { countingTable } from '../../lab/doubles/counting-table.ts';
import { memoryMediaStore } from '../../lab/doubles/memory-media-store.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';

const { shared } = vi.hoisted(() => ({ shared: {} as { table: Table; media: unknown } }));
vi.mock('#adapters/table.ts', () => ({ openTable: () => shared.table }));
vi.mock('#adapters/media-store.ts', () => ({ openMediaStore: () => shared.media }));
vi.mock('#adapters/master-key.ts', () => import('../../lab/doubles/in-process-adapters.ts'));
vi.mock('../../../lib/conferencing/zoom.ts', () => import('../../lab/doubles/in-process-conf.ts'));
vi.mock('../../../lib/net/mp4-address.ts', () => import('../../lab/doubles/in-process-video.ts'));

const stored = memoryTable();
const { table, calls } = countingTable(stored);
let api_key: string;
let project_id: string;
let oauth_app_id: string;

beforeAll(async () => {
  shared.table = table;
  shared.media = memoryMediaStore();
  vi.stubEnv('BASE_URL', undefined);
  const newProject = createCreateProject({
    projects: projectRepository(stored),
    apiKeys: apiKeyRepository(stored),
    secretBox: { seal: async (_, secret) => secret, open: async (_, sealed) => sealed },
    clock: systemClock,
  });
  ({ api_key, project_id } = await newProject('mine'));
  ({ id: oauth_app_id } = await storeOAuthApp(stored, { project_id }));
  // From now on the functions have the project's key in memory.
  await callsOf('createCalendar', { body: goodBodyFor('createCalendar') }, 201);
  await callsOf('createConnection', { body: { ...goodBodyFor('createConnection'), authorization_code: 'warm' } }, 201);
});

const callsOf = async (name: RouteName, call: Call, status: number): Promise<string[]> => {
  calls();
  const answer = await callRoute(name, { ...call, headers: { authorization: `Token ${api_key}` } });
  expect([answer.status, answer.text]).toEqual([status, expect.anything()]);
  return calls();
};

const recording = aRecording();
const finished = { state: 'ended', recording } as const;
const body = { meeting_url: 'https://meet.google.com/abc-defg-hij', bot_name: 'Notes' };
const later = new Date(Date.now() + 3_600_000).toISOString();

const expected: Record<RouteName, [Parameters<typeof aBot>[0], Call, number, string[]]> = {
  createBot: [{}, { body: { ...body, deduplication_key: 'k' } }, 201, ['write']],
  listBots: [{}, { query: '' }, 200, ['query', 'getMany']],
  getBot: [{}, {}, 200, ['get']],
  updateBot: [{ state: 'scheduled' }, { body: { join_at: later } }, 200, ['get', 'write']],
  deleteBot: [{ state: 'scheduled' }, {}, 200, ['get', 'write']],
  leaveBot: [{ state: 'joined_recording' }, {}, 200, ['update']],
  pauseRecording: [{ state: 'joined_recording' }, {}, 200, ['get', 'write']],
  resumeRecording: [{ state: 'joined_recording_paused' }, {}, 200, ['get', 'write']],
  sendChatMessage: [{ state: 'joined_recording' }, { body: { message: 'Hello' } }, 200, ['get', 'write']],
  outputVideo: [
    { state: 'joined_recording' },
    { body: { url: 'https://example.com/a.mp4' } },
    200,
    ['get', 'get', 'write'],
  ],
  updateVoiceAgentSettings: [
    { state: 'joined_recording', voice_agent_settings: { reserve_resources: true } },
    { body: { url: 'https://example.com/agent' } },
    200,
    ['get', 'write'],
  ],
  updateTranscriptionSettings: [
    { state: 'joined_recording' },
    { body: { meeting_closed_captions: { platform_a_language: 'de-DE' } } },
    200,
    ['get', 'write'],
  ],
  deleteBotData: [finished, {}, 200, ['get', 'write']],
  getTranscript: [{}, {}, 200, ['get', 'query']],
  listParticipants: [{}, {}, 200, ['get', 'query']],
  listParticipantEvents: [{}, {}, 200, ['get', 'query']],
  listChatMessages: [{}, {}, 200, ['get', 'query']],
  getRecording: [finished, {}, 200, ['get']],
  // What is told lies with the media.
  getDiagnostics: [finished, {}, 404, ['get']],
  createAppSession: [{}, { body: goodBodyFor('createAppSession') }, 201, ['get', 'query', 'write']],
  listAppSessions: [{}, { query: '' }, 200, ['query', 'getMany']],
  getAppSession: [{}, {}, 200, ['get']],
  endStream: [{}, { body: goodBodyFor('endStream') }, 200, ['get', 'update']],
  endAppSession: [{}, {}, 200, ['update']],
  deleteAppSessionData: [finished, {}, 200, ['get', 'write']],
  getAppSessionMedia: [finished, {}, 200, ['get']],
  getAppSessionTranscript: [{}, {}, 200, ['get', 'query']],
  listAppSessionParticipantEvents: [{}, {}, 200, ['get', 'query']],
  listAppSessionChatMessages: [{}, {}, 200, ['get', 'query']],
  // One call more looks for the key that seals, which a warm function has in memory.
  createCalendar: [{}, { body: goodBodyFor('createCalendar') }, 201, ['query', 'write']],
  listCalendars: [{}, { query: '' }, 200, ['query', 'getMany']],
  getCalendar: [{}, {}, 200, ['getMany']],
  updateCalendar: [{}, { body: { metadata: {} } }, 200, ['getMany', 'write']],
  deleteCalendar: [{}, {}, 200, ['getMany', 'write']],
  // The app, whether the user is connected, and the key that seals.
  createConnection: [{}, { body: goodBodyFor('createConnection') }, 201, ['query', 'get', 'query', 'write']],
  listConnections: [{}, { query: '' }, 200, ['query', 'getMany']],
  getConnection: [{}, {}, 200, ['get']],
  deleteConnection: [{}, {}, 200, ['get', 'get', 'write', 'get']],
  listCalendarEvents: [{}, { query: 'calendar_id=CALENDAR' }, 200, ['get', 'query', 'getMany']],
  getCalendarEvent: [{}, {}, 200, ['get', 'get']],
};

describe('calls to the table', () => {
  let id: string;
  beforeEach(() => {
    id = newId('bot', new Date(), randomBytes(10));
  });

  it.each(routeNames)('of %s are as many as they must be', async (name) => {
    const [details, { query, ...call }, status, after] = expected[name];
    await botRepository(stored).create(aBot({ id, project_id, ...details }));
    const calendar = await storeCalendar(stored, { project_id });
    const event = await storeEvent(stored, calendar);
    const app_session = await storeAppSession(stored, project_id, details === finished ? finished : {});
    const connection = (await storeConnection(stored, { project_id, oauth_app_id })).id;
    const ids = { bot: id, connection, calendar: calendar.id, calendar_event: event.id, app_session };
    const asked = { query: query?.replace('CALENDAR', calendar.id), ...(hasId(name) && { id: ids[kindOf(name)] }) };
    const made = await callsOf(name, { ...asked, ...call }, status);
    expect(made).toEqual(['get', ...after]);
  });

  it('of a bot for an event are one more, which reads the event', async () => {
    const { id: calendar_event_id } = await storeEvent(stored, await storeCalendar(stored, { project_id }));
    const made = await callsOf('createBot', { body: { calendar_event_id, bot_name: 'Notes' } }, 201);
    expect(made).toEqual(['get', 'get', 'write']);
  });

  it('of other credentials read those before, and how far the calendar is known', async () => {
    const { id: other } = await storeCalendar(stored, { project_id });
    await callsOf('updateCalendar', { id: other, body: goodBodyFor('updateCalendar') }, 200);
    const made = await callsOf('updateCalendar', { id: other, body: goodBodyFor('updateCalendar') }, 200);
    expect(made).toEqual(['get', 'getMany', 'get', 'get', 'query', 'write']);
  });

  it('of a list are four at most, whatever one state, or none, it is filtered by', async () => {
    await botRepository(stored).create(aBot({ id, project_id }));
    const filters = ['meeting_url=https://meet.example.com/room/daily', 'deduplication_key=k', 'states=joining'];
    const times = ['join_at_after=2020-01-01T00:00:00Z', 'join_at_before=2030-01-01T00:00:00Z'];
    const all = [...filters, ...times];
    for (let chosen = 0; chosen < 2 ** all.length; chosen += 1) {
      const query = all.filter((_, i) => chosen & (1 << i)).join('&');
      const made = await callsOf('listBots', { query }, 200);
      // One request in ten tells the others of its project's requests, besides.
      expect(made.filter((method) => method !== 'update').length).toBeLessThanOrEqual(4);
    }
  });

  it('of a list filtered by several states are two for each, and two more', async () => {
    await botRepository(stored).create(aBot({ id, project_id }));
    const query = 'states=joining&states=leaving&states=ended';
    expect((await callsOf('listBots', { query }, 200)).length).toBe(1 + 3 * 2 + 1);
  });

  it('of a refused leave are as few', async () => {
    await botRepository(stored).create(aBot({ id, project_id, state: 'ended' }));
    expect(await callsOf('leaveBot', { id }, 400)).toEqual(['get', 'update']);
    const unknown = newId('bot', new Date(), randomBytes(10));
    expect(await callsOf('leaveBot', { id: unknown }, 404)).toEqual(['get', 'update']);
  });
});
