/** Walk-throughs that need a bot in a meeting, line by line in a shell, with a service of one machine: only makers are not the real ones. */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { startService } from '../../lib/demo/service.ts';
import { aServingExample, exampleFile, hasPython } from '../examples/programs.ts';
import { aGoogleCalendar } from '../facsimiles/google-calendar/google-calendar.ts';
import { aDataFolder } from '../lab/hosts/data-folder.ts';

const page = readFileSync(new URL('../../docs/calendars.md', import.meta.url), 'utf8');
const [connecting = '', using = ''] = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, lines = '']) => lines);
const [listing = '', creating = ''] = using.split(/^(?=curl -X)/m);
const hasCurl = spawnSync('curl', ['--version']).status === 0;
const scopes = ['https://www.googleapis.com/auth/calendar.events.readonly'];
const minutes = (n: number): string => new Date((Math.floor(Date.now() / 60_000) + n) * 60_000).toISOString();

describe.skipIf(!hasCurl)('the walk-through of docs/calendars.md', () => {
  it('connects a calendar, finds an event in it, and creates a bot that follows the event', async () => {
    await using google = await aGoogleCalendar();
    const { calendar } = google.world.account('ada@example.com');
    const { client_id, client_secret } = google.grants.app('recorder');
    const consented = google.grants.consent({ client_id, client_secret }, 'ada@example.com', scopes);
    const folder = await mkdtemp(join(tmpdir(), 'meeting-bots-'));
    const environment = {
      ...process.env,
      GOOGLE_CALENDAR_URL: `${google.url}/calendar/v3`,
      GOOGLE_TOKEN_URL: google.tokenUrl,
    };
    try {
      await using service = await startService(join(folder, 'data'), { environment });
      const { base_url, api_key, room_url } = service.ready;
      const run = async (lines: string, more = {}) => {
        const env = { ...process.env, BASE_URL: base_url, API_KEY: api_key, ...more };
        return JSON.parse((await promisify(execFile)('sh', ['-ec', lines], { env })).stdout);
      };
      const times = (n: number) => ({ start: minutes(n), end: minutes(n + 30) });
      const id = calendar.add({ title: 'Review', ...times(60), fields: { location: room_url } });

      const connected = await run(connecting, {
        CLIENT_ID: client_id,
        CLIENT_SECRET: client_secret,
        REFRESH_TOKEN: consented,
      });
      expect(connected).toMatchObject({ state: 'connected', deduplication_key: 'ada', last_successful_sync_at: null });
      expect(JSON.stringify(connected)).not.toContain(client_secret);

      const list = () => run(listing, { CALENDAR_ID: connected.id });
      await expect.poll(async () => (await list()).results).toHaveLength(1);
      const [event] = (await list()).results;
      const bot = await run(creating, { CALENDAR_EVENT_ID: event.id });
      expect(bot).toMatchObject({ state: 'scheduled', meeting_url: room_url });
      expect(Date.parse(bot.join_at)).toBe(Date.parse(event.start_time));

      // The platform tells the service, which is on the same machine.
      const later = times(90);
      calendar.change(id, later);
      const path = `curl -s "$BASE_URL/api/v1/bots/${bot.id}" -H "Authorization: Token $API_KEY"`;
      await expect.poll(async () => Date.parse((await run(path)).join_at)).toBe(Date.parse(later.start));
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

/** The steps of a workflow that have a name: what a shell is given. */
const stepsOf = (workflow: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...workflow.matchAll(/^ {6}- name: (.*)\n {8}run: \|\n((?: {10}.*\n|\n)+)/gm)].map(([, name, lines]) => [
      name,
      lines,
    ]),
  );

describe.skipIf(!hasCurl || !hasPython)('the rehearsal of examples/', () => {
  it('starts the service, sends a bot to a meeting and finds in its transcript what was said; the receiver is told', async () => {
    const steps = stepsOf(readFileSync(exampleFile('rehearsal/workflow.yml'), 'utf8'));
    expect(Object.keys(steps)).toEqual([
      'Start the service',
      'Open the meeting',
      'Send a bot, and compare what it brings home',
    ]);
    await using folder = await aDataFolder();
    const [environment, ready] = [join(folder.path, 'environment'), join(folder.path, 'ready.json')];
    const started = new AbortController();
    /** As the runner does: a shell for each step, with what earlier ones have written for later ones. */
    const run = async (name: string, more: NodeJS.ProcessEnv = {}) => {
      const lines = await readFile(environment, 'utf8').catch(() => '');
      const told = Object.fromEntries(lines.split('\n').map((line) => line.split(/=(.*)/s)));
      const env = { ...process.env, RUNNER_TEMP: folder.path, GITHUB_ENV: environment, ...told, ...more };
      const child = spawn('bash', ['-e', '-c', steps[name] ?? ''], {
        env,
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      // What a step leaves running belongs to its group of processes, and ends with the test.
      started.signal.addEventListener('abort', () => {
        try {
          process.kill(-Number(child.pid), 'SIGTERM');
        } catch {
          // Nothing of it is left.
        }
      });
      const said: string[] = [];
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => said.push(String(text)));
      const [code] = await once(child, 'exit');
      expect([code, said.join('')]).toEqual([0, expect.anything()]);
    };
    try {
      await run('Start the service');
      await run('Open the meeting');
      const { webhook_secret } = JSON.parse(await readFile(ready, 'utf8'));
      await using receiver = await aServingExample('receiver.py', { WEBHOOK_SECRET: webhook_secret });
      await run('Send a bot, and compare what it brings home', { WEBHOOK_URL: receiver.url });
      const expected = (await readFile(exampleFile('rehearsal/expected.txt'), 'utf8')).trim().split('\n');
      const toldOf = (pattern: RegExp) => receiver.printed.flatMap((line) => pattern.exec(line)?.[1] ?? []).toSorted();
      await expect.poll(() => toldOf(/^bot_\w+ (\w+: .*)/)).toEqual(expected.toSorted());
      await expect
        .poll(() => toldOf(/^bot_\w+ is (\w+)/))
        .toEqual(['ended', 'joined_recording', 'joining', 'post_processing']);
    } finally {
      started.abort();
      // The service has left its folder once nobody answers.
      const base_url = JSON.parse(
        await readFile(ready, 'utf8').catch(() => '{"base_url":"http://127.0.0.1:1"}'),
      ).base_url;
      await expect
        .poll(() =>
          fetch(base_url).then(
            () => true,
            () => false,
          ),
        )
        .toBe(false);
    }
  });
});
