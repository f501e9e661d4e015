/**
 * The walk-through of docs/app-sessions.md, line by line in a shell, and what the service of one machine makes of it: only
 * the maker is not the real one. The session's worker is killed in the middle, and secrets are planted in all that is forwarded.
 */
import { execFile, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Service, startService } from '../../lib/demo/service.ts';
import { startWebhookSink } from '../../lib/demo/webhook-sink.ts';
import { anApp } from '../facsimiles/conf/people.ts';
import { anRtms } from '../facsimiles/rtms/rtms.ts';
import { jonas, maya, type Script, utterancesOf } from '../facsimiles/rtms/script.ts';
import { aDataFolder } from '../lab/hosts/data-folder.ts';
import { until } from '../lab/until.ts';

const page = readFileSync(new URL('../../docs/app-sessions.md', import.meta.url), 'utf8');
const [entering = '', creating = '', reading = ''] = [...page.matchAll(/```sh\n(.*?)```/gs)].map(
  ([, text = '']) => text,
);
const [showing = '', transcribing = '', fetching = ''] = reading.split(/^(?=\s*curl )/m);
const hasCurl = spawnSync('curl', ['--version']).status === 0;
const admin = fileURLToPath(new URL('../../bin/admin.ts', import.meta.url));

const firstHalf: Script = [
  { at_ms: 0, does: 'join', who: maya },
  { at_ms: 100, does: 'camera', who: maya, film: 'wide' },
  { at_ms: 200, does: 'say', who: maya, clip: 'maya-01' },
];
const secondHalf: Script = [
  { at_ms: 0, does: 'join', who: jonas },
  { at_ms: 100, does: 'say', who: jonas, clip: 'jonas-01' },
  { at_ms: 5_000, does: 'end', reason: 6 },
];

const canary = (name: string): string => `canary-${name}-5d2f`;
const canaries = /canary-[\w-]+-5d2f/;

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  );

describe.skipIf(!hasCurl)('the walk-through of docs/app-sessions.md', () => {
  const held = new AsyncDisposableStack();
  afterAll(() => held.disposeAsync());
  let service: Service;
  let data_dir: string;
  let run: (lines: string, more?: Readonly<Record<string, string>>) => Promise<string>;
  let told: readonly Readonly<Record<string, unknown>>[] = [];
  const said: string[] = [];
  const answers: string[] = [];
  const { client_id, client_secret } = anApp();
  let signature = '';
  let id = '';
  /** What was answered while it lived. */
  let early: unknown;
  /** What was answered once it was over. */
  let shown: { readonly state: string; readonly events: readonly { readonly type: string }[] };
  let written: readonly { readonly transcription: { readonly transcript: string } }[];
  let kept: {
    readonly parts: readonly { readonly start_timestamp_ms: number; readonly duration_ms: number }[];
    readonly files: readonly { readonly kind: string }[];
    readonly url: string;
  };
  let recording: ArrayBuffer;
  let killed_ms = 0;
  let stream: ReturnType<Awaited<ReturnType<typeof anRtms>>['startStream']>;

  const session = async () => JSON.parse(await run(showing, { SESSION_ID: id }));
  /** The worker that was told of the session last. */
  const workerOf = (attempt: number): number | undefined => {
    using database = new DatabaseSync(join(data_dir, 'service.sqlite'), { readOnly: true });
    const row = database.prepare('SELECT pid FROM capture_tasks WHERE id = ?').get(`${id}-${attempt}-capture`);
    return row && Number(row.pid);
  };

  beforeAll(async () => {
    const folder = held.use(await aDataFolder());
    const rtms = held.use(await anRtms());
    data_dir = join(folder.path, 'data');
    // The service asks its Chromium for its version and no more; a worker that started one would fail.
    service = held.use(
      await startService(data_dir, { environment: { ...process.env, CHROMIUM_PATH: process.execPath } }),
    );
    for (const output of [service.process.stdout, service.process.stderr])
      output?.on('data', (text) => said.push(String(text)));
    const { base_url, api_key, webhook_secret } = service.ready;
    const sink = held.use(
      await startWebhookSink(webhook_secret, () => {
        told = sink.received.map(({ envelope }) => envelope as Readonly<Record<string, unknown>>);
      }),
    );
    await writeFile(join(folder.path, 'secret.txt'), `${client_secret}\n`);
    run = async (lines, more = {}) => {
      // A shell elsewhere has no package.json beside it.
      const PATH = `${join(process.execPath, '..')}${delimiter}${process.env.PATH}`;
      const env = { ...process.env, PATH, BASE_URL: base_url, API_KEY: api_key, WEBHOOK_URL: sink.url, ...more };
      const command = lines.replace('npm run admin --', `node ${admin}`).replace('.data', data_dir);
      const { stdout } = await promisify(execFile)('sh', ['-ec', command], { cwd: folder.path, env });
      answers.push(stdout);
      return stdout;
    };
    await run(entering, { CLIENT_ID: client_id });

    stream = rtms.startStream();
    const { payload, ...webhook } = stream.started();
    const forwarded = {
      ...webhook,
      download_token: canary('token'),
      payload: {
        ...payload,
        operator_id: canary('operator'),
        server_urls: `${payload.server_urls},wss://rtms.zoom.us/${canary('server')}`,
        account: { name: canary('account'), list: [canary('list')] },
      },
    };
    id = JSON.parse(await run(creating, { RTMS_STARTED: JSON.stringify(forwarded) })).id;
    await until(
      () => stream.accepted.media,
      (accepted) => accepted === 1,
    );
    const [handshake] = stream.heard;
    if (handshake && 'signature' in handshake) signature = handshake.signature;
    using first = await stream.play(firstHalf);
    await first.done;
    // Some of it is stored by now, in words and in pictures.
    await until(
      async () => JSON.parse(await run(transcribing, { SESSION_ID: id })),
      (written) => written.length === 1,
      250,
    );
    early = JSON.parse(await run(fetching, { SESSION_ID: id }));
    const pid = workerOf(1);
    if (pid === undefined) throw new Error('the session has no worker');
    // It is killed as soon as something was stored: on a busy machine everything else would take seconds.
    const segments = () => filesIn(data_dir).filter((path) => path.endsWith('.m4s')).length;
    const before = segments();
    await until(segments, (count) => count >= 2 && count > before);
    killed_ms = Date.now();
    process.kill(pid, 'SIGKILL');
    await until(
      () => stream.accepted.media,
      (accepted) => accepted === 2,
    );
    using second = await stream.play(secondHalf);
    await second.done;
    shown = await until(session, ({ state }) => state === 'ended', 250);
    written = JSON.parse(await run(transcribing, { SESSION_ID: id }));
    kept = JSON.parse(await run(fetching, { SESSION_ID: id }));
    recording = await (await fetch(kept.url)).arrayBuffer();
    await until(
      () => told,
      (all) => all.length === 4,
    );
    await service[Symbol.asyncDispose]();
  });

  it('writes down what was said, before and after its worker was killed', () => {
    expect(written.map(({ transcription }) => transcription.transcript)).toEqual(
      utterancesOf([...firstHalf, ...secondHalf]).map(({ text }) => text),
    );
    expect(stream.complaints).toEqual([]);
  });

  it('has a recording in which seconds are missing at most, and which can be played', async () => {
    expect(early).toMatchObject({ status: 404, code: 'not_found' });
    expect(kept.files.map(({ kind }) => kind)).toEqual(['recording']);
    const [before, after, ...more] = kept.parts;
    expect(more).toEqual([]);
    if (!before || !after) throw new Error('there are not two parts');
    expect(killed_ms - (before.start_timestamp_ms + before.duration_ms)).toBeLessThan(8_000);
    expect(after.start_timestamp_ms).toBeGreaterThan(killed_ms);
    using input = new Input({ formats: ALL_FORMATS, source: new BufferSource(recording) });
    expect((await input.getPrimaryVideoTrack())?.codec).toBe('avc');
    expect(Math.abs((await input.computeDuration()) * 1000 - before.duration_ms - after.duration_ms)).toBeLessThan(200);
  });

  it('ends with its stream', () => {
    expect(shown.state).toBe('ended');
    expect(shown.events.map(({ type }) => type)).toEqual([
      'join_requested',
      'joined_meeting',
      'meeting_ended',
      'post_processing_completed',
    ]);
  });

  it('is told of by webhooks that name it by both names', () => {
    expect(told.map(({ data }) => (data as { new_state: string }).new_state).toSorted()).toEqual(
      ['joining', 'joined_recording', 'post_processing', 'ended'].toSorted(),
    );
    for (const one of told) {
      expect(one).toMatchObject({
        bot_id: id,
        app_session_id: id,
        bot_metadata: { customer: 'acme' },
        app_session_metadata: { customer: 'acme' },
      });
    }
  });

  it('says nothing of what was forwarded, and keeps none of it', () => {
    expect(signature).toMatch(/^[0-9a-f]{64}$/);
    const isSecret = (text: string) => canaries.test(text) || text.includes(signature) || text.includes(client_secret);
    expect([JSON.stringify(told), ...answers, said.join('')].filter(isSecret)).toEqual([]);
    expect(filesIn(data_dir).filter((path) => isSecret(readFileSync(path, 'latin1')))).toEqual([]);
  });
});
