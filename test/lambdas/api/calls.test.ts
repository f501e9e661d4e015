import { randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type RouteName, routeNames, routes } from '../../../lib/api/routes.ts';
import { newId } from '../../../lib/domain/ids.ts';
import { systemClock } from '../../../lib/ports/clock.ts';
import type { Table } from '../../../lib/ports/table.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { apiKeyRepository, projectRepository } from '../../../lib/storage/projects.ts';
import { createCreateProject } from '../../../lib/usecases/access/create-project.ts';
import { goodBodyFor } from '../../lab/api/good-bodies.ts';
import { goodCallOf } from '../../lab/api/good-calls.ts';
import { type Call, callRoute } from '../../lab/api/requests.ts';
import { storeCalendar, storeEvent } from '../../lab/builders/calendars.ts';
import { storeOAuthApp } from '../../lab/builders/connections.ts';
import { aBot } from '../../lab/builders/records.ts';
import { countingTable } from '../../lab/doubles/counting-table.ts';
import { memoryMediaStore } from '../../lab/doubles/memory-media-store.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';

const { shared } = vi.hoisted(() => ({ shared: {} as { table: Table; media: unknown } }));
vi.mock('#adapters/table.ts', () => ({ openTable: () => shared.table }));
vi.mock('#adapters/media-store.ts', () => ({ openMediaStore: () => shared.media }));
vi.mock('#adapters/master-key.ts', () => import('../../lab/doubles/in-process/adapters.ts'));
vi.mock('../../../lib/conferencing/zoom.ts', () => import('../../lab/doubles/in-process/conf.ts'));
vi.mock('../../../lib/net/mp4-address.ts', () => import('../../lab/doubles/in-process/video.ts'));

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

/** After the key was read. What is told of diagnostics lies with the media. */
const expected: Readonly<Record<RouteName, readonly string[]>> = {
  createBot: ['write'],
  listBots: ['query', 'getMany'],
  getBot: ['get'],
  updateBot: ['get', 'write'],
  deleteBot: ['get', 'write'],
  leaveBot: ['update'],
  pauseRecording: ['get', 'write'],
  resumeRecording: ['get', 'write'],
  sendChatMessage: ['get', 'write'],
  outputVideo: ['get', 'get', 'write'],
  updateVoiceAgentSettings: ['get', 'write'],
  updateTranscriptionSettings: ['get', 'write'],
  deleteBotData: ['get', 'write'],
  getTranscript: ['get', 'query'],
  listParticipants: ['get', 'query'],
  listParticipantEvents: ['get', 'query'],
  listChatMessages: ['get', 'query'],
  getRecording: ['get'],
  getDiagnostics: ['get'],
  createAppSession: ['get', 'query', 'write'],
  listAppSessions: ['query', 'getMany'],
  getAppSession: ['get'],
  endStream: ['get', 'update'],
  endAppSession: ['update'],
  deleteAppSessionData: ['get', 'write'],
  getAppSessionMedia: ['get'],
  getAppSessionTranscript: ['get', 'query'],
  listAppSessionParticipantEvents: ['get', 'query'],
  listAppSessionChatMessages: ['get', 'query'],
  // One call more looks for the key that seals, which a warm function has in memory.
  createCalendar: ['query', 'write'],
  listCalendars: ['query', 'getMany'],
  getCalendar: ['getMany'],
  updateCalendar: ['getMany', 'write'],
  deleteCalendar: ['getMany', 'write'],
  // The app, whether the user is connected, and the key that seals.
  createConnection: ['query', 'get', 'query', 'write'],
  listConnections: ['query', 'getMany'],
  getConnection: ['get'],
  deleteConnection: ['get', 'get', 'write', 'get'],
  listCalendarEvents: ['get', 'query', 'getMany'],
  getCalendarEvent: ['get', 'get'],
};

describe('calls to the table', () => {
  let id: string;
  beforeEach(() => {
    id = newId('bot', new Date(), randomBytes(10));
  });

  it.each(routeNames)('of %s are as many as they must be', async (name) => {
    const { query, ...asked } = await goodCallOf(name, stored, { project_id, oauth_app_id });
    const status = name === 'getDiagnostics' ? 404 : routes[name].success;
    const made = await callsOf(name, { query: new URLSearchParams(query).toString(), ...asked }, status);
    expect(made).toEqual(['get', ...expected[name]]);
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
