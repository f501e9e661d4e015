/**
 * What documents tell their readers to type, typed: against the API of one machine, as far as nothing else has to be there.
 * Every snippet of a document is run somewhere, or it is said why not.
 */
import { execFile, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands as programs } from '../../bin/help.ts';
import { meetingBots } from '../../lib/client/index.ts';
import { RoomRequest } from '../../lib/demo-room/rooms.ts';
import { Script } from '../../lib/demo-room/scripted/script.ts';
import { WebhookEnvelope } from '../../lib/domain/webhook/webhook.ts';
import type { Command } from '../../lib/process/help-text.ts';
import { readAnswer } from '../../lib/transcription/custom-async-answer.ts';
import { type LocalApi, startLocalApi } from '../lab/api/local-api.ts';
import { aDataFolder } from '../lab/hosts/data-folder.ts';
import { snippetOf, snippetsIn } from './snippets.ts';

const root = resolve(import.meta.dirname, '../..');
const hasCurl = spawnSync('curl', ['--version']).status === 0;

const held = new AsyncDisposableStack();
let api: LocalApi;
let folder: string;
beforeAll(async () => {
  api = held.use(await startLocalApi());
  folder = held.use(await aDataFolder()).path;
});
afterAll(() => held.disposeAsync());

/** What a shell prints for lines of a document, where the service is this one and programs are named by their files. */
const run = async (lines: string, more: NodeJS.ProcessEnv = {}): Promise<string> => {
  const here = lines
    .replaceAll('http://127.0.0.1:8080', api.base_url)
    .replaceAll('npm run admin --', `node ${join(root, 'bin/admin.ts')}`)
    .replaceAll('--data .data', `--data ${api.data_dir}`)
    .replaceAll(/\bcurl /g, 'curl --silent --show-error ');
  const PATH = `${join(process.execPath, '..')}${delimiter}${process.env.PATH}`;
  const env = { ...process.env, PATH, BASE_URL: api.base_url, API_KEY: api.api_key, ...more };
  return (await promisify(execFile)('sh', ['-ec', here], { cwd: folder, env })).stdout;
};
const client = () => meetingBots(api.base_url, api.api_key);
const room = () => `${api.base_url}/room/coffee-corner`;

describe.skipIf(!hasCurl)('lines for a shell', () => {
  it('README.md sends a bot to the room', async () => {
    const bot = JSON.parse(await run(snippetOf('README.md', 'curl -X POST')));
    expect(bot).toMatchObject({ state: 'joining', meeting_url: room() });
  });

  it('docs/deploy.md sends a bot to a meeting', async () => {
    const MEETING_URL = 'https://meet.google.com/abc-defg-hij';
    const bot = JSON.parse(await run(snippetOf('docs/deploy.md', 'curl -X POST'), { MEETING_URL }));
    expect(bot).toMatchObject({ state: 'joining', meeting_url: MEETING_URL });
  });

  it('docs/troubleshooting.md looks at a bot, and at what it saw', async () => {
    const { id } = await client().createBot({ body: { meeting_url: room(), bot_name: 'Minutes' } });
    const [looking = '', asking = ''] = snippetOf('docs/troubleshooting.md', 'curl').split(/^(?=curl )/m);
    expect(JSON.parse(await run(looking, { BOT_ID: id }))).toMatchObject({ id, state: 'joining' });
    expect(JSON.parse(await run(asking, { BOT_ID: id }))).toMatchObject({ status: 404, code: 'not_found' });
  });
});

describe('lines for the operator', () => {
  it('docs/webhooks.md and docs/operations.md subscribe a project', async () => {
    expect(await run(snippetOf('docs/webhooks.md', 'npm run admin'))).toContain('whsec_');
    const [creating = ''] = snippetOf('docs/operations.md', 'npm run admin').split('\n');
    expect(await run(creating)).toContain('whsec_');
  });

  it('docs/dashboard.md invites somebody', async () => {
    const [inviting = ''] = snippetOf('docs/dashboard.md', 'npm run admin -- dashboard invite').split('\n');
    expect(await run(inviting)).toContain('/dashboard');
  });
});

it.skipIf(!hasCurl)(
  'examples/workflow-tool.md tells a tool of meetings that are over, which fetches what was said',
  async () => {
    const page = 'examples/workflow-tool.md';
    const HOOK_URL = 'https://hooks.example.com/workflow-3f1b';
    expect(await run(snippetOf(page, 'npm run admin'), { HOOK_URL })).toContain(HOOK_URL);
    const { trigger, data, bot_id } = JSON.parse(
      snippetsIn('docs/webhooks.md').find(({ text }) => text.startsWith('{'))?.text ?? '',
    );
    expect([trigger, data.new_state, bot_id]).toEqual(['bot.state_change', 'ended', expect.stringMatching(/^bot_/)]);
    const { id } = await client().createBot({ body: { meeting_url: room(), bot_name: 'Minutes' } });
    expect(JSON.parse(await run(snippetOf(page, 'curl'), { BOT_ID: id }))).toEqual([]);
    expect(JSON.parse(await run(snippetOf(page, 'curl'), { BOT_ID: bot_id }))).toMatchObject({ status: 404 });
  },
);

describe('programs', () => {
  it('docs/api.md sends a bot, reads who came, and has it leave', async () => {
    const library = pathToFileURL(join(root, 'lib/client/index.ts')).href;
    const program = snippetOf('docs/api.md', 'import { ApiError').replace('./lib/client/index.ts', library);
    await writeFile(join(folder, 'program.ts'), program);
    const before = (await client().listBots({ query: { states: ['leaving'] } })).results.length;
    expect(await run('node program.ts')).toBe('');
    expect((await client().listBots({ query: { states: ['leaving'] } })).results).toHaveLength(before + 1);
  });
});

describe('things to send', () => {
  it('docs/webhooks.md gives a bot webhooks, and shows what comes', async () => {
    const [member = '', envelope = ''] = snippetsIn('docs/webhooks.md')
      .filter(({ language }) => language === 'json')
      .map(({ text }) => text);
    const body = { meeting_url: room(), bot_name: 'Minutes', ...JSON.parse(`{${member}}`) };
    expect(body.webhooks).toHaveLength(1);
    expect(await client().createBot({ body })).toMatchObject({ state: 'joining' });
    expect(WebhookEnvelope.parse(JSON.parse(envelope))).toEqual(JSON.parse(envelope));
  });

  it('docs/realtime-audio.md gives a bot a server to speak with', async () => {
    const [settings = ''] = snippetsIn('docs/realtime-audio.md').map(({ text }) => text);
    expect(await client().createBot({ body: JSON.parse(settings) })).toMatchObject({ state: 'joining' });
  });

  it('docs/transcription.md answers what is understood', () => {
    const answer = snippetOf('docs/transcription.md', '{ "status": "done"');
    const read = readAnswer({ status: 200, header: () => undefined, body: answer });
    expect(read).toMatchObject({ status: 'done', transcript: 'Guten Morgen.', words: [{ start: 0.3 }, { end: 1.1 }] });
  });

  it('docs/demo-room.md has a script and a room that can be played', () => {
    const script = JSON.parse(snippetOf('docs/demo-room.md', '{'));
    expect(Script.parse(script).participants).toHaveLength(2);
    expect(RoomRequest.parse({ room_id: 'launch-review', waiting_room: true, recording: 'ask', script })).toBeDefined();
  });

  it('docs/mcp.md configures a host', () => {
    const { mcpServers } = JSON.parse(snippetOf('docs/mcp.md', '{'));
    expect(mcpServers.meetings.args.at(-1)).toBe('mcp');
  });
});

describe('commands', () => {
  const pages = globSync('{*.md,docs/*.md,examples/*.md}', { cwd: root });

  it.each(pages)('%s names scripts of npm that there are', (page) => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const named = [...readFileSync(join(root, page), 'utf8').matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g)];
    expect(named.map(([, script = '']) => script).filter((script) => !(script in scripts))).toEqual([]);
  });

  it.each(pages)('%s names options that they take', (page) => {
    const text = readFileSync(join(root, page), 'utf8');
    const strange = Object.values(programs).flatMap(({ name, options = {} }: Command) =>
      [...text.matchAll(new RegExp(`${name} -- ([^\n\`#|;]*)`, 'g'))].flatMap(([line, given = '']) =>
        [...given.matchAll(/(?<!\S)--([a-z][\w-]*)/g)].flatMap(([, option = '']) =>
          option in { ...options, help: '' } ? [] : [line],
        ),
      ),
    );
    expect(strange).toEqual([]);
  });

  /** Where each page's snippets are run, or why they are not. */
  const walked: Readonly<Record<string, string>> = {
    'README.md': 'here; the demo and the suites are what CI runs',
    'CONTRIBUTING.md': 'CI runs the same',
    'docs/api.md': 'here',
    'docs/app-sessions.md': 'app-sessions.test.ts',
    'docs/calendars.md': 'walk-throughs.browser.test.ts',
    'docs/clients.md': 'test/client/npm-package.test.ts, test/client/python-package.contract.test.ts',
    'docs/connections.md': 'connections.test.ts',
    'docs/dashboard.md': 'here, for one machine',
    'docs/demo-room.md':
      'here; test/demo-room asks for rooms, plays scripts and writes captions; sound is made by programs that nobody needs',
    'docs/deploy.md': 'here; npm run test:aws deploys; an account of AWS is in no reach',
    'docs/mcp.md': 'here, and test/mcp/mcp.test.ts',
    'docs/operations.md': 'here; queries are for CloudWatch',
    'docs/platforms.md': 'test/bin; meetings of their makers are in no reach',
    'docs/realtime-audio.md': 'here, and realtime-audio.test.ts',
    'docs/self-host.md':
      'test/local-home/behind-proxy.test.ts for the proxies, self-host.test.ts for the unit; by hand, as the page says: they change the machine',
    'docs/testing.md': 'it repeats a failure that there was',
    'docs/transcription.md': 'here, transcription.test.ts and test/examples/transcription-server.test.ts',
    'docs/troubleshooting.md': 'here',
    'docs/webhooks.md': 'here, and webhooks.test.ts',
    'examples/workflow-tool.md': 'here',
    'examples/README.md': 'test/examples, walk-throughs.browser.test.ts',
  };

  it('are run, or it is said why not, on every page that has any', () => {
    const isToRun = new Set(['sh', 'js', 'ts', 'python', 'json', 'ini', 'nginx']);
    const withSome = pages.filter((page) => snippetsIn(page).some(({ language }) => isToRun.has(language)));
    expect(withSome.filter((page) => !(page in walked))).toEqual([]);
  });
});
