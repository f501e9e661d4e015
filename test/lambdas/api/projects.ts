/** The API's functions, called in this process by two projects, on a table in memory. */
import { randomBytes } from 'node:crypto';
import { type RouteName, routeNames, routes } from '../../../lib/api/routes.ts';
import type { Bot } from '../../../lib/domain/bot/bot.ts';
import { newId, sortableId } from '../../../lib/domain/ids.ts';
import { systemClock } from '../../../lib/ports/clock.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { capturedRepository } from '../../../lib/storage/bots/captured.ts';
import { apiKeyRepository, projectRepository } from '../../../lib/storage/projects.ts';
import { createCreateProject } from '../../../lib/usecases/access/create-project.ts';
import { goodBodyFor } from '../../lab/api/good-bodies.ts';
import { type Call, callRoute } from '../../lab/api/requests.ts';
import { hasId, kindOf, storedFor } from '../../lab/api/resources.ts';
import { storeOAuthApp } from '../../lab/builders/connections.ts';
import { aBot, aChatMessage, anUtterance, aParticipantEvent } from '../../lab/builders/records.ts';
import { ownStores } from '../../lab/doubles/in-process/adapters.ts';

export const { table, media } = ownStores;

export const newProject = createCreateProject({
  projects: projectRepository(table),
  apiKeys: apiKeyRepository(table),
  secretBox: { seal: async (_, secret) => secret, open: async (_, sealed) => sealed },
  clock: systemClock,
});
export const mine = await newProject('mine');
export const theirs = await newProject('theirs');
await storeOAuthApp(table, { project_id: mine.project_id });

export const call = (name: RouteName, { headers, ...more }: Call = {}, key = mine.api_key) =>
  callRoute(name, { headers: { authorization: `Token ${key}`, ...headers }, ...more });

export const anId = () => newId('bot', new Date(), randomBytes(10));
/** What is stored, but for the counts of requests. */
export const storedItems = () => table.items().filter(({ kind }) => kind !== 'requests');

const withAgent = { voice_agent_settings: { reserve_resources: true } };
/** A bot of mine with something captured. */
export const someBot = async (details: Partial<Bot> = {}) => {
  const bot = aBot({ id: anId(), project_id: mine.project_id, recording: recordingOf('k'), ...withAgent, ...details });
  await botRepository(table).create(bot);
  const captured = capturedRepository(table);
  const created_at = '2026-03-02T09:00:00.000Z';
  const batch_id = sortableId(new Date(created_at), new Uint8Array(10));
  const batch = { project_id: mine.project_id, bot_id: bot.id, created_at, batch_id };
  await captured.add({ ...batch, captured_kind: 'utterances', entries: [anUtterance()] });
  await captured.add({
    ...batch,
    captured_kind: 'participant_events',
    entries: [1, 2, 3].map((n) => aParticipantEvent({ id: `${n}` })),
  });
  await captured.add({
    ...batch,
    captured_kind: 'chat_messages',
    entries: [1, 2, 3].map((n) => aChatMessage({ id: `${n}` })),
  });
  return bot;
};
export const recordingOf = (key: string) => ({
  key,
  format: 'mp4' as const,
  start_timestamp_ms: 1_772_442_000_000,
  duration_ms: 30_000,
  size_bytes: 12_345,
  parts: [{ start_timestamp_ms: 1_772_442_000_000, duration_ms: 30_000 }],
});

export const good = { meeting_url: 'https://meet.example.com/room/daily', bot_name: 'Notes' };
export const scheduled = { ...good, join_at: new Date(Date.now() + 3_600_000).toISOString() };
/** The id of something of mine that a route is about. */
export const someId = async (name: RouteName): Promise<string> =>
  kindOf(name) === 'bot' ? (await someBot()).id : storedFor(name, table, mine.project_id);
/** A body that each route takes, where it takes one. */
export const bodyFor = (name: RouteName) => (name === 'createBot' ? good : goodBodyFor(name));
export const withId = routeNames.filter(hasId);
export const withBody = routeNames.filter((name) => 'body' in routes[name]);

export const problem = (status: number, title: string, code: string, detail: unknown, errors?: unknown) => ({
  type: 'about:blank',
  title,
  status,
  detail,
  code,
  ...(errors !== undefined && { errors }),
});
/** Of up to three fields; of more it has a sentence of its own. */
export const refusal = (errors: Record<string, string[]>) => {
  const detail = Object.entries(errors).map(([field, faults]) => `${field}: ${faults[0]}`);
  return problem(400, 'Bad Request', 'invalid_input', detail.join('; '), errors);
};
