/** The MCP server as its hosts have it: by the SDK's own client, over a process's input and output and over HTTP, against the API of one machine. */
import { spawnSync } from 'node:child_process';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { botStates } from '../../lib/domain/bot/lifecycle.ts';
import { type McpOverHttp, serveMcpOverHttp } from '../../lib/mcp/http.ts';
import manifest from '../../package.json' with { type: 'json' };
import { playedAt, theJoiningBot } from '../examples/played-bot.ts';
import { type LocalApi, startLocalApi } from '../lab/api/local-api.ts';
import { longestMs } from '../lab/until.ts';

const entry = fileURLToPath(new URL('../../bin/mcp.ts', import.meta.url));
const meeting_url = 'https://meet.google.com/abc-defg-hij';
/** The library's own limit is a minute, in which a busy machine may not have started the server. */
const patient = { timeout: longestMs };
const Answer = z.object({ content: z.tuple([z.object({ text: z.string() })]), isError: z.boolean().optional() });

const held = new AsyncDisposableStack();
let api: LocalApi;
let served: McpOverHttp;
beforeAll(async () => {
  api = held.use(await startLocalApi());
  served = held.use(await serveMcpOverHttp({ base_url: api.base_url, port: 0, host: '127.0.0.1', names: [] }));
});
afterAll(() => held.disposeAsync());

const overStdio = (API_KEY: string) =>
  new StdioClientTransport({
    command: process.execPath,
    args: [entry],
    env: { BASE_URL: api.base_url, API_KEY, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '' },
    stderr: 'pipe',
  });
const overHttp = (key: string) =>
  // Its optional members are typed otherwise than the interface that it implements.
  new StreamableHTTPClientTransport(new URL(served.url), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  }) as unknown as Transport;

const aHost = async (transport: Transport) => {
  const client = new Client({ name: 'a test', version: '1' });
  await client.connect(transport, patient);
  return {
    client,
    call: async (name: string, args: Record<string, unknown> = {}) => {
      const { content, isError = false } = Answer.parse(
        await client.callTool({ name, arguments: args }, undefined, patient),
      );
      return { text: content[0].text, isError };
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
};

describe.each([
  ['over input and output', overStdio],
  ['over HTTP', overHttp],
])('the MCP server %s', (_, transportFor) => {
  it('says what there is, and which of it acts or deletes', async () => {
    await using host = await aHost(transportFor(api.api_key));
    const { tools } = await host.client.listTools(undefined, patient);
    const hints = tools.map(({ name, annotations = {} }) => [
      name,
      annotations.readOnlyHint,
      annotations.destructiveHint,
    ]);
    expect(hints).toEqual([
      ['send_bot', false, false],
      ['get_bot', true, false],
      ['list_bots', true, false],
      ['leave', false, false],
      ['cancel', false, true],
      ['get_transcript', true, false],
      ['search_transcripts', true, false],
      ['get_recording', true, false],
      ['diagnostics', true, false],
    ]);
    for (const { description, inputSchema } of tools) {
      expect(description).toMatch(/\.$/);
      expect(inputSchema).toMatchObject({ type: 'object' });
    }
  });

  it('sends a bot, watches it, and reads and finds what was said', async () => {
    await using host = await aHost(transportFor(api.api_key));
    const sent = await host.call('send_bot', { meeting_url });
    const bot = await theJoiningBot(api);
    expect(sent).toEqual({
      text: expect.stringContaining(`${bot.id} (Minutes) is joining: ${meeting_url}`),
      isError: false,
    });
    expect((await host.call('get_transcript', { bot_id: bot.id })).text).toBe('Nothing is written down yet.');
    await bot.bringHome();
    expect((await host.call('get_bot', { bot_id: bot.id })).text).toContain('leave_requested (user_requested)');
    expect((await host.call('list_bots', { states: ['ended'], limit: 1 })).text).toContain(
      `${bot.id} (Minutes) is ended (user_requested): ${meeting_url}, join_at ${sent.text.match(/join_at (\S+)/)?.[1]}`,
    );
    expect((await host.call('get_transcript', { bot_id: bot.id })).text).toBe(
      '[00:00:00] Maya: Good morning Jonas, thanks for making the time today.\n[00:01:01] Jonas: We ship on Thursday.',
    );
    const part = await host.call('get_transcript', { bot_id: bot.id, lines: 1 });
    expect(part.text).toMatch(/^\[00:00:00\] Maya: .*\nLines 1 to 1 of 2: go on with first_line 2\.$/);
    const past = await host.call('get_transcript', { bot_id: bot.id, first_line: 3 });
    expect(past.text).toBe('There is no line 3: line 2 is the last so far.');
    const found = await host.call('search_transcripts', { query: 'thursday JONAS', meetings: 1 });
    expect(found.text).toMatch(new RegExp(`^${bot.id}, .*:\n  \\[00:01:01\\] Jonas: We ship on Thursday\\.$`));
    expect((await host.call('search_transcripts', { query: 'nobody said' })).text).toContain('No line of the newest');
    const recording = await host.call('get_recording', { bot_id: bot.id });
    const [, link = ''] = /^mp4, 0:01:02, 21 bytes; for 30 minutes: (\S+)$/.exec(recording.text) ?? [];
    expect((await fetch(link)).status).toBe(200);
  });

  it('counts times as the file of the recording does, in what is read and in what is found', async () => {
    await using host = await aHost(transportFor(api.api_key));
    await host.call('send_bot', { meeting_url });
    const bot = await theJoiningBot(api);
    await bot.bringHome([
      { start_timestamp_ms: playedAt - 5_000, duration_ms: 20_000 },
      { start_timestamp_ms: playedAt + 40_000, duration_ms: 42_000 },
    ]);
    const { text } = await host.call('get_transcript', { bot_id: bot.id });
    expect(text.match(/^\[.*?\] \w+/gm)).toEqual(['[00:00:05] Maya', '[00:00:41] Jonas']);
    const found = await host.call('search_transcripts', { query: 'thursday', meetings: 1 });
    expect(found.text).toContain('[00:00:41] Jonas');
  });

  it('cancels a bot that is scheduled, which cannot leave', async () => {
    await using host = await aHost(transportFor(api.api_key));
    const join_at = new Date(Date.now() + 24 * 3600_000).toISOString();
    const [bot_id = ''] = /bot_\w+/.exec((await host.call('send_bot', { meeting_url, join_at })).text) ?? [];
    const left = await host.call('leave', { bot_id });
    expect(left).toEqual({ text: expect.stringContaining('the bot is scheduled: delete it'), isError: true });
    expect(await host.call('cancel', { bot_id })).toEqual({
      text: `${bot_id} is cancelled, and will not join.`,
      isError: false,
    });
    expect((await host.call('get_bot', { bot_id })).text).toContain('not_found');
  });

  it('lists bots by each of their states', async () => {
    await using host = await aHost(transportFor(api.api_key));
    expect((await host.call('list_bots', { states: [...botStates] })).isError).toBe(false);
  });

  it('searches the meetings that have been, however many are to come', async () => {
    await using host = await aHost(transportFor(api.api_key));
    await host.call('send_bot', { meeting_url });
    await (await theJoiningBot(api)).bringHome();
    const join_at = new Date(Date.now() + 24 * 3600_000).toISOString();
    for (let sent = 0; sent < 3; sent += 1) await host.call('send_bot', { meeting_url, join_at });
    const found = await host.call('search_transcripts', { query: 'thursday', meetings: 2 });
    expect(found.text).toContain('Jonas: We ship on Thursday.');
  });

  it('says what a search leaves out, in a meeting and of older ones', async () => {
    await using host = await aHost(transportFor(api.api_key));
    const ids: string[] = [];
    for (let sent = 0; sent < 2; sent += 1) {
      await host.call('send_bot', { meeting_url });
      const bot = await theJoiningBot(api);
      await bot.bringHome();
      ids.unshift(bot.id);
    }
    const search = async (limit: number) =>
      (await host.call('search_transcripts', { query: 'jonas', meetings: 2, limit })).text.split('\n');
    const advice = 'Ask with more words, or for more lines with limit (200 at most).';
    const heading = (id: string | undefined) => expect.stringMatching(`^${id}, .*:$`);
    const lines = [expect.stringContaining('Maya: Good morning Jonas'), expect.stringContaining('Jonas: We ship')];
    const older = 'older meetings (1)';
    expect(await search(1)).toEqual([
      ...[heading(ids[0]), lines[0]],
      `Left out: lines of ${ids[0]} (1) and ${older}. ${advice}`,
    ]);
    expect(await search(2)).toEqual([heading(ids[0]), ...lines, `Left out: ${older}. ${advice}`]);
    expect(await search(4)).toEqual([heading(ids[0]), ...lines, heading(ids[1]), ...lines]);
  });

  it('says that there are older bots than it lists, and how to find them', async () => {
    await using host = await aHost(transportFor(api.api_key));
    expect((await host.call('list_bots', { limit: 1 })).text).toMatch(
      /\nThere are older ones: ask for more with limit\.$/,
    );
  });

  it('is of the version of its package', async () => {
    await using host = await aHost(transportFor(api.api_key));
    expect(host.client.getServerVersion()).toMatchObject({ name: 'meeting-bots', version: manifest.version });
  });

  it('says in words what cannot be done', async () => {
    await using host = await aHost(transportFor(api.api_key));
    const bare = await host.call('send_bot', { meeting_url: 'abc-defg' });
    expect(bare).toEqual({ text: expect.stringMatching(/^invalid_input: .*meeting_url: /s), isError: true });
    const wrong = await host.call('send_bot', { meeting_url: 'https://example.com/nothing', bot_name: 'B' });
    expect(wrong).toEqual({ text: expect.stringMatching(/^invalid_input: .*meeting_url: /s), isError: true });
    expect(await host.call('get_bot', { bot_id: 'bot_1' })).toEqual({
      text: expect.stringContaining('not_found'),
      isError: true,
    });
    expect(await host.call('diagnostics', { bot_id: 'bot_1' })).toMatchObject({ isError: true });
    expect((await host.call('send_bot', {})).isError).toBe(true);
    await using stranger = await aHost(transportFor('mb_wrong'));
    expect(await stranger.call('list_bots')).toEqual({ text: expect.stringContaining('invalid_token'), isError: true });
  });
});

describe('over HTTP', () => {
  const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  /** Answers the status: `fetch` does not let its caller say by which name it asks. */
  const ask = (headers: Record<string, string>, { path = '/mcp', method = 'POST' } = {}): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const accept = 'application/json, text/event-stream';
      const options = { method, headers: { accept, 'content-type': 'application/json', ...headers } };
      request(new URL(path, served.url), options, (answer) => resolve(answer.resume().statusCode))
        .on('error', reject)
        .end(method === 'POST' ? ping : undefined);
    });

  it.each<[number, string, Record<string, string>, { path?: string; method?: string }]>([
    [200, 'a key', { authorization: 'Bearer mb_key' }, {}],
    [
      200,
      'a key as the API takes it, by another name of this machine',
      { authorization: 'Token mb_key', host: 'localhost' },
      {},
    ],
    [401, 'no key', {}, {}],
    [403, 'another name', { authorization: 'Bearer mb_key', host: 'evil.example.com' }, {}],
    [403, 'another page', { authorization: 'Bearer mb_key', origin: 'https://evil.example.com' }, {}],
    [404, 'another path', { authorization: 'Bearer mb_key' }, { path: '/' }],
    [405, 'a session', { authorization: 'Bearer mb_key' }, { method: 'GET' }],
  ])('answers %i to %s', async (status, _, headers, where) => {
    expect(await ask(headers, where)).toBe(status);
  });

  it('keeps a connection for longer than clients and proxies do, so that no request is lost as it ends', async () => {
    expect((await fetch(served.url)).headers.get('keep-alive')).toBe('timeout=125');
  });

  it('is not begun on a port that is taken, and says so in words', () => {
    const { port } = new URL(served.url);
    const { status, stderr } = spawnSync(process.execPath, [entry, '--http', '--port', port], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([2, expect.stringMatching(/^cannot serve at 127\.0\.0\.1, .*in use/)]);
    expect(stderr).not.toContain('    at ');
  });

  it('says where the service is not to be found', async () => {
    await using nowhere = await serveMcpOverHttp({
      base_url: 'http://127.0.0.1:9',
      port: 0,
      host: '127.0.0.1',
      names: [],
    });
    const headers = { authorization: 'Bearer mb_key' };
    const transport = new StreamableHTTPClientTransport(new URL(nowhere.url), { requestInit: { headers } });
    await using host = await aHost(transport as unknown as Transport);
    expect(await host.call('list_bots')).toEqual({
      text: expect.stringContaining('is BASE_URL its address?'),
      isError: true,
    });
  });
});
