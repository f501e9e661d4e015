import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiError, type MeetingBots, meetingBots } from '../../lib/client/index.ts';
import { newId } from '../../lib/domain/ids.ts';
import { botRepository } from '../../lib/storage/bots/bots.ts';
import { capturedRepository } from '../../lib/storage/bots/captured.ts';
import { refOf } from '../../lib/storage/keys.ts';
import { type LocalApi, startLocalApi } from '../lab/api/local-api.ts';
import { aBot, anUtterance } from '../lab/builders/records.ts';

let api: LocalApi;
let client: MeetingBots;
beforeAll(async () => {
  api = await startLocalApi();
  client = meetingBots(api.base_url, api.api_key);
});
afterAll(() => api[Symbol.asyncDispose]());

it.each([
  [undefined, /^the first argument is the address of your service, .* it is missing$/],
  ['bots.example.com', /it is 'bots\.example\.com'$/],
])('says which argument is no address: %j', (address, says) => {
  expect(() => meetingBots(address, api.api_key)).toThrow(says);
});

it.each([undefined, ''])('says that there is no key, before anything is asked: %j', (key) => {
  expect(() => meetingBots(api.base_url, key)).toThrow(/^the second argument is the API key .*: it is missing$/);
});

/** Hands requests on; `isHandedOn` is asked for each, and drops the connection of those that are not. */
const aForwarder = async (to: string, isHandedOn: (method: string) => boolean) => {
  const server = createServer(async ({ method = '', url = '', headers }, response) => {
    if (!isHandedOn(method)) return void response.destroy();
    const answer = await fetch(to + url, { method, headers: { authorization: headers.authorization ?? '' } });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    base_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

const body = { meeting_url: 'https://meet.google.com/abc-defg-hij', bot_name: 'Minutes' };

describe('the generated client', () => {
  it('creates, fetches, updates and deletes a bot', async () => {
    const join_at = new Date(Date.now() + 3_600_000).toISOString();
    const bot = await client.createBot({ body: { ...body, join_at } });
    const path = { object_id: bot.id };
    expect(bot).toMatchObject({ state: 'scheduled', join_at, metadata: {} });
    expect(await client.getBot({ path })).toEqual(bot);
    const updated = await client.updateBot({ path, body: { metadata: { n: 1 } } });
    expect(updated).toEqual({ ...bot, metadata: { n: 1 } });
    expect(await client.deleteBot({ path })).toBeUndefined();
    await expect(client.getBot({ path })).rejects.toMatchObject({ status: 404 });
  });

  it('asks again where a connection was lost, for what is only read', async () => {
    const { id } = await client.createBot({ body });
    const asked: string[] = [];
    await using forwarder = await aForwarder(api.base_url, (method) => asked.push(method) > 1);
    const there = meetingBots(forwarder.base_url, api.api_key);
    expect(await there.getBot({ path: { object_id: id } })).toMatchObject({ id });
    expect(asked).toEqual(['GET', 'GET']);
    asked.length = 0;
    await expect(there.createBot({ body })).rejects.toThrow('fetch failed');
    expect(asked).toEqual(['POST']);
    asked.length = 0;
    // As docs/api.md has it, where the number is smaller.
    const timeout = 600_000;
    there.configure({ timeout });
    await expect(there.deleteBot({ path: { object_id: id } })).rejects.toThrow('fetch failed');
    expect(asked).toEqual(['DELETE']);
  });

  it('follows pages to the end', async () => {
    const other = aBot({ project_id: api.project_id, metadata: {} });
    const ids = Array.from({ length: 7 }, (_, n) => newId('bot', new Date(n), randomBytes(10)));
    for (const id of ids) await botRepository(api.table).create({ ...other, id, state: 'ended' });
    const query = { states: ['ended' as const], page_size: 3 };
    const pages = await Array.fromAsync(client.listBots.pages({ query }));
    expect(pages.flatMap(({ results }) => results.map(({ id }) => id))).toEqual(ids);
    const bots = await Array.fromAsync(client.listBots.items({ query }));
    expect(bots.map(({ id }) => id)).toEqual(ids);
  });

  it.each([
    ['text', '', '.*Maya'],
    ['srt', '', '1\n'],
    ['vtt', 'WEBVTT\n\n', 'WEBVTT\n'],
  ] as const)('has a transcript as text of a kind: %s', async (format, empty, begins) => {
    const silent = await client.createBot({ body });
    const written = (id: string) => client.getTranscript({ path: { object_id: id }, query: { format } });
    expect(await written(silent.id)).toBe(empty);
    const bot = aBot({ id: newId('bot', new Date(), randomBytes(10)), project_id: api.project_id });
    await botRepository(api.table).create(bot);
    const batch = {
      ...refOf(bot),
      captured_kind: 'utterances',
      batch_id: '1',
      created_at: '2026-03-02T09:00:00.000Z',
    } as const;
    await capturedRepository(api.table).add({ ...batch, entries: [anUtterance()] });
    expect(await written(bot.id)).toEqual(expect.stringMatching(`^${begins}`));
  });

  it('throws what the service says', async () => {
    const refused = await client.createBot({ body: { ...body, bot_name: '' } }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({
      status: 400,
      message: 'invalid_input: bot_name: must not be empty',
      body: { errors: { bot_name: ['must not be empty'] } },
    });
    await expect(meetingBots(api.base_url, 'mb_wrong').listBots()).rejects.toThrow('invalid_token: Invalid token.');
  });

  it('sends the key, and nothing about itself', async () => {
    const sent: RequestInit[] = [];
    await client.listBots({}, { headers: { 'x-own': '1' } });
    const spied = meetingBots('https://bots.example.com', 'mb_key');
    spied.configure({
      fetch: async (_, init = {}) => {
        sent.push(init);
        return Response.json({ next: null, previous: null, results: [] });
      },
    });
    await spied.listBots();
    expect(new Headers(sent[0]?.headers)).toEqual(
      new Headers({ accept: 'application/json', authorization: 'Token mb_key' }),
    );
  });
});
