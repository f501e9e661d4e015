/** The steps of docs/extending.md for a new kind of resource, followed once: the shell serves it and needs no change. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { routeHandler } from '../../lib/api/routes.ts';
import { startTimedJob } from '../../lib/local-home/background/timer.ts';
import { createApiFront } from '../../lib/local-home/front-door/api-front.ts';
import { createFunctions, type Functions } from '../../lib/local-home/functions.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import { apiKeyRepository, projectRepository } from '../../lib/storage/projects.ts';
import { createCreateProject } from '../../lib/usecases/access/create-project.ts';
import { memoryQueue } from '../lab/doubles/memory-queue.ts';
import { memoryTable } from '../lab/doubles/memory-table.ts';
import { sweepGreetings } from './toy-resource/greeting.ts';
import { greetingRoutes } from './toy-resource/routes.ts';

const { stores } = vi.hoisted(() => ({ stores: {} as { table: object; queue: object } }));
vi.mock('#adapters/table.ts', () => ({ openTable: () => stores.table }));
vi.mock('#adapters/queue.ts', () => ({ openGreetingQueue: () => stores.queue }));

// Step 1: a prefix.
vi.mock('../../lib/domain/ids.ts', async (original) => {
  const ids = await original<typeof import('../../lib/domain/ids.ts')>();
  Object.assign(ids.idPrefixes, { greeting: 'grt_' });
  return ids;
});
// Step 3: a file of routes, its line, and what is said of them.
vi.mock('../../lib/api/routes.ts', async (original) => {
  const table = await original<typeof import('../../lib/api/routes.ts')>();
  const routes = { ...table.routes, ...(await import('./toy-resource/routes.ts')).greetingRoutes };
  return { ...table, routes, routeNames: Object.keys(routes) };
});
vi.mock('../../lib/api/openapi/route-docs.ts', async (original) => {
  const { routeDocs, ...docs } = await original<typeof import('../../lib/api/openapi/route-docs.ts')>();
  return { ...docs, routeDocs: { ...routeDocs, ...(await import('./toy-resource/routes.ts')).greetingDocs } };
});
vi.mock('../../lib/api/openapi/requests.ts', async (original) => {
  const { requests } = await original<typeof import('../../lib/api/openapi/requests.ts')>();
  return { requests: { ...requests, ...(await import('./toy-resource/routes.ts')).greetingRequests } };
});
vi.mock('../../lib/api/openapi/answers.ts', async (original) => {
  const { answers } = await original<typeof import('../../lib/api/openapi/answers.ts')>();
  return { answers: { ...answers, ...(await import('./toy-resource/routes.ts')).greetingAnswers } };
});

const table = memoryTable(systemClock);
const queue = memoryQueue();
Object.assign(stores, { table, queue });

const newProject = (name: string) =>
  createCreateProject({
    projects: projectRepository(table),
    apiKeys: apiKeyRepository(table),
    secretBox: { seal: async (_, secret) => secret, open: async (_, sealed) => sealed },
    clock: systemClock,
  })(name);

describe('a kind of resource that is a prefix, a repository, routes and their handlers', () => {
  // Whoever is slow finds a connection that he has used before.
  const server = createServer({ keepAliveTimeout: 0 });
  let functions: Functions;
  let mine: string;
  let theirs: string;
  beforeAll(async () => {
    vi.stubEnv('BASE_URL', 'https://api.example.com');
    const { handlers } = await import('./toy-resource/handlers.ts');
    functions = createFunctions(new Map(Object.entries(handlers) as never));
    const front = createApiFront(functions, (error) => {
      throw error;
    });
    server.on('request', (req, res) => void front(req, res));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  beforeEach(async () => {
    mine = (await newProject('mine')).api_key;
    theirs = (await newProject('theirs')).api_key;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    vi.unstubAllEnvs();
  });

  const ask = async (method: string, path: string, key?: string, body?: object) => {
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/greetings${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(key && { authorization: `Token ${key}` }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
  const due_at = '2026-03-02T09:00:00.000Z';

  it('is made, found and listed, by those whose it is', async () => {
    const made = await ask('POST', '', mine, { text: 'Good morning', due_at });
    const { id } = made.body;
    expect(made).toEqual({ status: 201, body: { id: expect.stringMatching(/^grt_/), text: 'Good morning', due_at } });
    expect(await ask('GET', `/${id}`, mine)).toEqual({ status: 200, body: made.body });
    expect(await ask('GET', '', mine)).toEqual({ status: 200, body: { results: [made.body] } });
    expect(await ask('GET', '', theirs)).toEqual({ status: 200, body: { results: [] } });
    expect(await ask('GET', `/${id}`, theirs)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('is refused as everything is: without a key, with a mistake, under the id of something else', async () => {
    expect(await ask('GET', '')).toMatchObject({ status: 401, body: { code: 'not_authenticated' } });
    expect(await ask('POST', '', mine, { text: 'Good night', due: due_at })).toMatchObject({
      status: 400,
      body: { errors: { due: [expect.any(String)], due_at: [expect.any(String)] } },
    });
    expect(await ask('GET', '/bot_01KJNWKZ00ABCDEFGHJKMNPQRS', mine)).toMatchObject({ status: 404 });
  });

  it('has handlers by the names that both homes find them by', async () => {
    const { handlers } = await import('./toy-resource/handlers.ts');
    const found = Object.entries(greetingRoutes).map(([name, route]) => routeHandler(name, route));
    expect(Object.keys(handlers)).toEqual([...found, sweepGreetings.function_name]);
  });

  it('is handed on at its moment, by a job that comes round', async () => {
    const { body } = await ask('POST', '', mine, { text: 'Good evening', due_at });
    using _ = startTimedJob(sweepGreetings, functions, (error) => {
      throw error;
    });
    await expect.poll(() => queue.sent).toContainEqual({ id: body.id });
  });

  it('is in the OpenAPI document', async () => {
    const { openApiDocument } = await import('../../lib/api/openapi/document.ts');
    const { paths, components } = openApiDocument();
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(['/api/v1/greetings', '/api/v1/greetings/{object_id}', '/api/v1/bots']),
    );
    expect(components.parameters).toHaveProperty('greeting_id');
    expect(components.schemas).toHaveProperty('Greeting');
  });
});
