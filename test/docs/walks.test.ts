/**
 * What documents tell their readers to type, typed: against the API of one machine, as far as nothing else has to be there.
 * Every snippet of a document is run somewhere, or it is said why not.
 */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands as programs } from '../../bin/help.ts';
import { meetingBots } from '../../lib/client/index.ts';
import { startDemoRoom } from '../../lib/demo-room/own-server.ts';
import { RoomRequest } from '../../lib/demo-room/rooms.ts';
import { Script } from '../../lib/demo-room/scripted/script.ts';
import { WebhookEnvelope } from '../../lib/domain/webhook/webhook.ts';
import { parseConfigFile } from '../../lib/infra/config-file.ts';
import { settingsOf } from '../../lib/infra/settings.ts';
import type { Command } from '../../lib/process/help-text.ts';
import { readAnswer } from '../../lib/transcription/custom-async-answer.ts';
import { type LocalApi, startLocalApi } from '../lab/api/local-api.ts';
import { aDataFolder } from '../lab/hosts/data-folder.ts';
import { enterRoom } from '../lab/hosts/demo-room.ts';
import { fates } from './fates.ts';
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
    .replaceAll(/npm run (admin|cost) --/g, (_, program) => `node ${join(root, 'bin', `${program}.ts`)}`)
    .replaceAll(/--data \.data|--outputs outputs\.json/g, `--data ${api.data_dir}`)
    .replaceAll(/\bcurl /g, 'curl --silent --show-error ');
  const PATH = `${join(process.execPath, '..')}${delimiter}${process.env.PATH}`;
  const env = { ...process.env, PATH, BASE_URL: api.base_url, API_KEY: api.api_key, ...more };
  return (await promisify(execFile)('sh', ['-ec', here], { cwd: folder, env })).stdout;
};
const client = () => meetingBots(api.base_url, api.api_key);
const room = () => `${api.base_url}/room/coffee-corner`;

describe.skipIf(!hasCurl)('lines for a shell', () => {
  it('README.md sends a bot to a meeting, reads what was said there, and has it leave', async () => {
    const bot = JSON.parse(await run(snippetOf('README.md', 'MEETING_URL')));
    expect(bot).toMatchObject({ state: 'joining', meeting_url: 'https://meet.google.com/abc-defg-hij' });
    const [reading = '', leaving = '', fetching = ''] = snippetOf('README.md', 'BOT_ID')
      .replace(/^BOT_ID=bot_….*$/m, '')
      .trim()
      .split(/^(?=curl )/m);
    const BOT_ID = bot.id;
    expect(await run(reading, { BOT_ID })).toBe('');
    expect(JSON.parse(await run(leaving, { BOT_ID }))).toMatchObject({ id: bot.id, state: 'leaving' });
    expect(JSON.parse(await run(fetching, { BOT_ID }))).toMatchObject({ status: 404, code: 'not_found' });
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
  it('docs/webhooks.md and docs/operations/projects.md subscribe a project', async () => {
    expect(await run(snippetOf('docs/webhooks.md', 'npm run admin'))).toContain('whsec_');
    expect(await run(snippetOf('docs/operations/projects.md', 'npm run admin'))).toContain('whsec_');
  });

  it('docs/dashboard.md invites somebody', async () => {
    const printed = await run(snippetOf('docs/dashboard.md', 'npm run admin -- dashboard invite'));
    expect(printed.match(/\/dashboard#ticket=/g)).toHaveLength(2);
  });

  it('docs/dashboard.md lets somebody in by an address, and takes that back', async () => {
    const printed = await run(snippetOf('docs/dashboard.md', 'npm run admin -- dashboard admit'));
    expect(printed).toContain('maya@example.com');
  });

  it('docs/deploy.md says what bots cost, and has settings that there are', async () => {
    expect(await run(snippetOf('docs/deploy.md', 'npm run cost'))).toContain('USD');
    const given = parseConfigFile(snippetOf('docs/deploy.md', '{ "jitsiHosts"'), 'deploy.config.json');
    expect(settingsOf((name) => given[name])).toMatchObject({ monthlyBudgetUsd: 200 });
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

  it('docs/demo-room.md asks for a room, and writes a caption in it', async () => {
    // Its people would come with a browser.
    const playScript = async () => ({ done: Promise.resolve(), close: async () => undefined });
    await using service = await startDemoRoom({ playScript });
    const ask = (text: string, words: Readonly<Record<string, string>>) => {
      const whole = Object.entries(words).reduce((all, [word, other]) => all.replaceAll(word, other), text);
      const [, method = '', path = '', head = '', body = ''] = /^(\w+) (\S+)\n(.*?)(\{.*\})$/ms.exec(whole) ?? [];
      const headers = head
        .split('\n')
        .flatMap((line) => (line === '' ? [] : [line.split(/: (.*)/) as [string, string]]));
      const sent = { method, body, headers: { 'content-type': 'application/json', ...Object.fromEntries(headers) } };
      return fetch(service.base_url + path, sent);
    };
    const [asking = '', answer = ''] = snippetOf('docs/demo-room.md', 'POST /room-api/rooms\n').split('\n201\n');
    const made = await ask(asking.trim(), { '{ … }': snippetOf('docs/demo-room.md', '{') });
    const { host_path, ...addresses } = await made.json();
    const { host_path: host_shown, ...shown } = JSON.parse(answer);
    expect([made.status, addresses, host_path.startsWith(host_shown.slice(0, -1))]).toEqual([201, shown, true]);

    const host = await enterRoom(service.base_url, host_path, 'Ada');
    const captions = snippetOf('docs/demo-room.md', 'POST /room-api/rooms/launch-review/captions').trim();
    const key = new URL(host_path, service.base_url).searchParams.get('host') ?? '';
    expect((await ask(captions, { '<host key>': key, '<participant id>': host.id })).status).toBe(204);
    expect(await host.next('caption')).toMatchObject({ caption: { text: 'Good morning' } });
    host.drop();
  });

  it('docs/mcp.md configures a host', () => {
    const { mcpServers } = JSON.parse(snippetOf('docs/mcp.md', '{'));
    expect(mcpServers.meetings.args.at(-1)).toBe('mcp');
  });
});

describe('commands', () => {
  const pages = globSync('{*.md,docs/**/*.md,examples/*.md}', { cwd: root });

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
});

describe('what documents show as code', () => {
  const pages = globSync('{*.md,docs/**/*.md,examples/*.md}', { cwd: root }).toSorted();
  const fatesOf = (page: string) => fates[page] ?? [];

  it('is executed, or it is said why not, piece by piece', () => {
    const shown = (page: string) => snippetsIn(page).map(({ text }) => text);
    for (const page of pages) {
      const [pieces, known] = [shown(page), fatesOf(page)];
      const matching = pieces.map((text, i) => (text.startsWith(known[i]?.begins ?? text) ? known[i]?.begins : text));
      expect([page, matching]).toEqual([page, known.map(({ begins }) => begins)]);
    }
    expect(Object.keys(fates).filter((page) => !pages.includes(page))).toEqual([]);
    const table = pages.flatMap((page) => {
      const known = fatesOf(page);
      const others = known.flatMap(({ begins, alike, not }) => {
        const why = alike ? `the same in ${alike.join(', ')}` : not;
        return why === undefined ? [] : [`  ${begins.trim().padEnd(48)} ${why}`];
      });
      return known.length > 0 ? [`${page}: ${known.length - others.length} of ${known.length}`, ...others] : [];
    });
    console.log(`Executed as it stands in the documents, and of all else why not:\n${table.join('\n')}`);
  });

  it.each(pages.filter((page) => fatesOf(page).length > 0))(
    '%s is read by the tests that are to execute it',
    (page) => {
      const textOf = (file: string) => readFileSync(join(root, file), 'utf8');
      const executing = fatesOf(page).flatMap(({ run: files = [] }) => files);
      expect(executing.filter((file) => !textOf(file).includes(page))).toEqual([]);
      const alike = fatesOf(page).flatMap(({ alike: files = [] }) => files);
      expect(alike.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    },
  );
});
