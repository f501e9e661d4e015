import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../lib/adapters/local/database.ts';
import { fileMediaStore } from '../../lib/adapters/local/media-store.ts';
import { sqliteTable } from '../../lib/adapters/local/table.ts';
import { type Ready, startService } from '../../lib/demo/service.ts';
import { CannotStartError } from '../../lib/local-home/errors.ts';
import { startLocal } from '../../lib/local-home/start-local.ts';
import { botRepository } from '../../lib/storage/bots/bots.ts';
import { aBot, aRecording } from '../lab/builders/records.ts';
import { aDataFolder } from '../lab/hosts/data-folder.ts';
import { aSmallDisk, whyNoSmallDisk } from '../lab/hosts/small-disk.ts';

const entry = fileURLToPath(new URL('../../bin/local.ts', import.meta.url));

const call = async ({ base_url, api_key }: Ready, method: string, path: string, body?: unknown) => {
  const response = await fetch(`${base_url}/api/v1${path}`, {
    method,
    headers: { authorization: `Token ${api_key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = await response.text();
  return { status: response.status, body: answer === '' ? undefined : JSON.parse(answer) };
};

// At its start the service asks its Chromium for its version and no more: any program has one.
const surroundings = { ...process.env, CHROMIUM_PATH: process.execPath };
const start = (folder: string) => startService(folder, { environment: surroundings });

const tomorrow = (): string => new Date(Date.now() + 24 * 3600 * 1000).toISOString();

/** Runs something to its end, which is expected at once. */
const run = async (program: string, args: readonly string[]) => {
  const child = spawn(program, args, { env: surroundings, stdio: ['ignore', 'pipe', 'pipe'] });
  const [said, complained, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code, said, complained };
};

const refusal = (args: readonly string[]) => run(process.execPath, ['--conditions=local', entry, ...args]);

afterEach(() => void vi.unstubAllEnvs());

/**
 * The sentence by which the service refuses to start, in this process: what it says is all that the program prints, and a
 * program takes seconds to load.
 */
const sentenceOf = async (data_dir: string, env: Record<string, string> = {}): Promise<string> => {
  for (const [name, value] of Object.entries({ CHROMIUM_PATH: process.execPath, ...env })) vi.stubEnv(name, value);
  const loadHandlers = (): never => expect.unreachable('nothing is loaded');
  const refused = await startLocal({ port: 0, data_dir, loadHandlers }).catch((error: unknown) => error);
  if (!(refused instanceof CannotStartError)) throw refused;
  expect(refused.message.split('\n')).toHaveLength(1);
  return refused.message;
};

const killed = async (child: ChildProcess, signal: NodeJS.Signals): Promise<unknown> => {
  const exited = once(child, 'exit');
  child.kill(signal);
  return (await exited)[0];
};

describe('npm start', () => {
  it('serves API, reference, demo room and home page, and stops when told to', async () => {
    await using folder = await aDataFolder();
    await using service = await start(folder.path);
    const { ready } = service;
    const created = await call(ready, 'POST', '/bots', {
      meeting_url: ready.room_url,
      bot_name: 'B',
      join_at: tomorrow(),
    });
    expect([created.status, created.body.state]).toEqual([201, 'scheduled']);
    expect((await call(ready, 'GET', `/bots/${created.body.id}`)).body).toEqual(created.body);
    expect((await call(ready, 'GET', '/bots')).body.results).toEqual([created.body]);
    expect((await call(ready, 'GET', '/nowhere')).status).toBe(404);
    expect((await call(ready, 'PATCH', '/bots')).status).toBe(405);
    expect((await call({ ...ready, api_key: 'mb_wrong' }, 'GET', '/bots')).status).toBe(401);
    expect((await fetch(ready.room_url)).status).toBe(200);
    expect(await (await fetch(ready.base_url)).text()).toContain('/room/');
    expect(await (await fetch(`${ready.base_url}/docs`)).text()).toContain('API reference');
    expect(await (await fetch(`${ready.base_url}/api/v1/openapi.json`)).json()).toMatchObject({
      servers: [{ url: ready.base_url }],
    });
    expect((await fetch(`${ready.base_url}/media/prj/x?expires=99999999999&signature=x`)).status).toBe(403);
    expect(await killed(service.process, 'SIGTERM')).toBe(0);
  });

  it('goes on stopping where it is told so by more than one', async () => {
    await using folder = await aDataFolder();
    await using service = await start(folder.path);
    service.process.kill('SIGHUP');
    expect(await killed(service.process, 'SIGTERM')).toBe(0);
  });

  it('carries on after kill -9: the same key, the same bots, and their executions', async () => {
    await using folder = await aDataFolder();
    await using first = await start(folder.path);
    const { body: bot } = await call(first.ready, 'POST', '/bots', {
      meeting_url: first.ready.room_url,
      bot_name: 'B',
      join_at: tomorrow(),
    });
    await killed(first.process, 'SIGKILL');
    await using second = await start(folder.path);
    expect(second.ready.api_key).toBe(first.ready.api_key);
    expect(second.ready.webhook_secret).toBe(first.ready.webhook_secret);
    // What is no terminal is kept: the journal of a server that is started again and again.
    const { api_key, webhook_secret } = first.ready;
    const secrets = [api_key, webhook_secret, '#ticket='];
    const toldBy = ({ said }: typeof first) => secrets.map((secret) => said.join('\n').includes(secret));
    expect([toldBy(first), toldBy(second)]).toEqual([secrets.map(() => true), secrets.map(() => false)]);
    expect((await call(second.ready, 'GET', `/bots/${bot.id}`)).body.state).toBe('scheduled');
    expect((await call(second.ready, 'DELETE', `/bots/${bot.id}`)).status).toBe(200);
    expect((await call(second.ready, 'GET', `/bots/${bot.id}`)).status).toBe(404);
  });

  it('carries on where a backup was unpacked: the same key, bots that are still to join, recordings', async () => {
    await using home = await aDataFolder();
    const [data, restored] = ['data', 'restored'].map((name) => join(home.path, name)) as [string, string];
    await using first = await start(data);
    const { body: bot } = await call(first.ready, 'POST', '/bots', {
      meeting_url: 'https://meet.google.com/abc-defg-hij',
      bot_name: 'B',
      join_at: tomorrow(),
    });
    const { project_id } = JSON.parse(await readFile(join(data, 'credentials.json'), 'utf8'));
    const id = `bot_${'0'.repeat(26)}`;
    const key = `${project_id}/${id}/recording.mp4`;
    const database = openDatabase(data);
    await fileMediaStore(database, { base_url: '' }).put(key, Buffer.from('a film'), 'video/mp4');
    const ended = aBot({ id, project_id, state: 'ended', recording: aRecording({ key }) });
    await botRepository(sqliteTable(database)).create(ended);
    database.close();
    expect(await killed(first.process, 'SIGTERM')).toBe(0);
    await cp(data, restored, { recursive: true });
    await rm(data, { recursive: true });

    await using second = await start(restored);
    expect(second.ready).toMatchObject({ api_key: first.ready.api_key, webhook_secret: first.ready.webhook_secret });
    expect((await call(second.ready, 'GET', `/bots/${bot.id}`)).body).toEqual(bot);
    const { body: recording } = await call(second.ready, 'GET', `/bots/${id}/recording`);
    expect(await (await fetch(recording.url)).text()).toBe('a film');
  });

  it('refuses a data folder that another service uses, and takes it when that one is gone', async () => {
    await using folder = await aDataFolder();
    await using running = await start(folder.path);
    const { code, said, complained } = await refusal(['--port', '0', '--data', folder.path]);
    expect([code, said]).toEqual([1, '']);
    expect(complained).toMatch(/^the data folder .* is in use by another running service: .*\n$/);
    await killed(running.process, 'SIGKILL');
    await using again = await start(folder.path);
    expect(again.ready.base_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  it('refuses a port that is taken', async () => {
    await using folder = await aDataFolder();
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { code, complained } = await refusal(['--port', String(port), '--data', join(folder.path, 'data')]);
    server.close();
    expect(await readdir(folder.path)).toEqual([]);
    expect([code, complained]).toEqual([
      1,
      `port ${port} is in use: stop the program that uses it, or choose another port with --port (0 means any free one)\n`,
    ]);
  });

  it('refuses a data folder that cannot be written', async () => {
    await using folder = await aDataFolder();
    const file = join(folder.path, 'file');
    await writeFile(file, '');
    const locked = join(folder.path, 'locked');
    await mkdir(locked, { mode: 0o500 });
    const places = [join(file, 'data'), '/proc/data', ...(process.getuid?.() === 0 ? [] : [locked])];
    for (const place of places) {
      expect(await sentenceOf(place)).toMatch(/^the data folder .* cannot be written .*--data$/);
    }
  });

  it('refuses a file as its data folder', async () => {
    await using folder = await aDataFolder();
    const file = join(folder.path, 'file');
    await writeFile(file, '');
    expect(await sentenceOf(file)).toBe(`the data folder ${file} is a file: choose another one with --data`);
  });

  it.each<[string, (path: string) => Promise<void>, RegExp]>([
    ['is no database', (path) => writeFile(path, 'x'.repeat(4096)), /file is not a database/],
    ['is a folder', async (path) => void (await mkdir(path)), /EISDIR/],
    [
      'was written by a newer program',
      async (path) => new DatabaseSync(path).exec('PRAGMA user_version = 9999'),
      /was written by a newer version of this program: update it/,
    ],
  ])('refuses a data folder in one sentence when what %s is its database', async (_, breakIt, sentence) => {
    await using folder = await aDataFolder();
    await breakIt(join(folder.path, 'service.sqlite'));
    const said = await sentenceOf(folder.path);
    expect(said).toMatch(sentence);
    expect(said).toContain(folder.path);
  });

  it.each<[string, string, (path: string) => Promise<void>, RegExp]>([
    [
      'is broken',
      'credentials.json',
      (path) => writeFile(path, '{"project_id": "pr'),
      /or remove it: then a new project/,
    ],
    ['is a folder', 'credentials.json', async (path) => void (await mkdir(path)), /EISDIR/],
    ['is a folder', 'secret.key', async (path) => void (await mkdir(path)), /EISDIR/],
    ['is empty', 'secret.key', (path) => writeFile(path, ''), /put a copy back in its place, or remove it/],
  ])('refuses a data folder in one sentence when what %s is its %s', async (_, name, breakIt, sentence) => {
    await using folder = await aDataFolder();
    await breakIt(join(folder.path, name));
    const { code, said, complained } = await refusal(['--port', '0', '--data', folder.path]);
    expect([code, said]).toEqual([1, '']);
    expect(complained).toMatch(sentence);
    expect(complained.trimEnd().split('\n')).toHaveLength(1);
    expect(complained).toContain(folder.path);
  });

  it.skipIf(whyNoSmallDisk())('refuses a disk that is full in one sentence', async () => {
    // Too small for the database, and large enough for the lock before it.
    await using disk = await aSmallDisk(1 / 16);
    const [program = '', ...args] = disk.through;
    const { code, said, complained } = await run(program, [
      ...args,
      ...[process.execPath, '--conditions=local', entry, '--port', '0', '--data', disk.folder],
    ]);
    expect([code, said]).toEqual([1, '']);
    expect(complained).toBe(`the disk of the data folder ${disk.folder} is full: make room on it\n`);
  });

  it.each<[string, string[], RegExp]>([
    ['an unknown option', ['--prot', '1'], /^Unknown option '--prot'; npm start -- --help tells the options\n$/],
    ['words', ['now'], /^Unexpected argument 'now'.*--help.*\n$/],
    ['a port that is none', ['--port', '70000'], /^--port takes 0 to 65535; .*\n$/],
    ['no bots at all', ['--bots', '0'], /^--bots takes 1 or more; .*\n$/],
  ])('refuses %s in one sentence', async (_, args, sentence) => {
    await using folder = await aDataFolder();
    const { code, said, complained } = await refusal([...args, '--data', folder.path]);
    expect([code, said]).toEqual([2, '']);
    expect(complained).toMatch(sentence);
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ['a missing Chromium', { CHROMIUM_PATH: '/nowhere/chromium' }, /^CHROMIUM_PATH names .*$/],
    ['room for bots that is no number', { CAPTURE_PLACES: 'all' }, /^CAPTURE_PLACES is all: .*$/],
    ['an endpoint of AWS', { AWS_ENDPOINT_URL_S3: 'https://s3.amazonaws.com' }, /^AWS_ENDPOINT_URL_S3 names .*$/],
    [
      'an address of a server for speech-to-text that is none',
      { CUSTOM_ASYNC_TRANSCRIPTION_URL: 'localhost:9000' },
      /^CUSTOM_ASYNC_TRANSCRIPTION_URL must be the http\(s\) address of your server for speech-to-text$/,
    ],
    [
      'a platform that is none',
      { PLATFORMS_OFF: 'teams,zooom' },
      /^PLATFORMS_OFF must be names of platforms .*, demo_room$/,
    ],
    ['a host that is an address', { JITSI_HOSTS: 'https://meet.example.com' }, /^JITSI_HOSTS must be hosts .*$/],
    [
      'more patience with that server than there can be',
      { CUSTOM_ASYNC_TRANSCRIPTION_TIMEOUT: '900' },
      /^CUSTOM_ASYNC_TRANSCRIPTION_TIMEOUT must be at most 840 s$/,
    ],
    ['a domain of streams with a port', { STREAM_HOSTS: 'example.com:8443' }, /^STREAM_HOSTS must be domains .*$/],
    ['a limit of requests that is no number', { REQUESTS_PER_SECOND: 'many' }, /^REQUESTS_PER_SECOND is many: .*$/],
    [
      'a switch that is neither',
      { ALLOW_LOOPBACK_WEBHOOKS: 'yes' },
      /^ALLOW_LOOPBACK_WEBHOOKS is yes: .*"true"\|"false"$/,
    ],
  ])('refuses %s in its environment in one sentence', async (_, env, sentence) => {
    await using folder = await aDataFolder();
    expect(await sentenceOf(folder.path, env)).toMatch(sentence);
  });
});
