/** What lies in a data folder: nobody else can read it, and what a client had deleted is in none of its files. */
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../lib/adapters/local/database.ts';
import { folderKey } from '../../../lib/adapters/local/key-file.ts';
import { fileMediaStore } from '../../../lib/adapters/local/media-store.ts';
import { closeToOthers } from '../../../lib/adapters/local/private-files.ts';
import { schemaVersion, takeSteps } from '../../../lib/adapters/local/schema/schema.ts';
import { sqliteTable } from '../../../lib/adapters/local/table.ts';
import { type Ready, startService } from '../../../lib/demo/service.ts';
import { holdDataFolder } from '../../../lib/local-home/data-folder/data-folder.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { capturedRepository } from '../../../lib/storage/bots/captured.ts';
import { askingFor } from '../../../lib/storage/bots/commands.ts';
import { capturedFolder } from '../../../lib/storage/bots/media-names.ts';
import { participantRepository } from '../../../lib/storage/bots/participants.ts';
import { speechRepository } from '../../../lib/storage/bots/speech.ts';
import { refOf } from '../../../lib/storage/keys.ts';
import { webhookDeliveryRepository } from '../../../lib/storage/webhooks/webhook-deliveries.ts';
import { aBot, aChatMessage, anUtterance, aParticipant, aParticipantEvent } from '../../lab/builders/records.ts';
import { aSpeechPiece } from '../../lab/builders/speech-piece.ts';
import { aDataFolder } from '../../lab/hosts/data-folder.ts';
import { filesHolding, permissionsIn } from '../../lab/hosts/files-of.ts';

// At its start the service asks its Chromium for its version and no more: any program has one.
const start = (folder: string) =>
  startService(folder, { environment: { ...process.env, CHROMIUM_PATH: process.execPath } });

const post = ({ base_url, api_key }: Ready, path: string, body: object = {}) =>
  fetch(`${base_url}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Token ${api_key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const isOpenToOthers = ([, mode]: [string, string]): boolean => !mode.endsWith('00');

describe('a data folder', () => {
  it('of an older service that runs is changed by no newer program, and by its own service', async () => {
    await using folder = await aDataFolder();
    const old = new DatabaseSync(join(folder.path, 'service.sqlite'));
    takeSteps(0, 6, old);
    old.exec('PRAGMA user_version = 6');
    const versionOf = () => old.prepare('PRAGMA user_version').get()?.user_version;
    {
      using _ = holdDataFolder(folder.path);
      expect(() => openDatabase(folder.path)).toThrow(/stop it first, or use the version that it is of/);
      expect(versionOf()).toBe(6);
    }
    {
      using _ = holdDataFolder(folder.path);
      openDatabase(folder.path, { isOfService: true }).close();
      expect(versionOf()).toBe(schemaVersion);
      // What is of its version may be opened beside it.
      openDatabase(folder.path).close();
    }
    old.close();
  });

  it('is its owner’s alone, with all that is made in it', async () => {
    await using folder = await aDataFolder();
    const path = join(folder.path, 'data');
    using _ = holdDataFolder(path);
    const database = openDatabase(path);
    await sqliteTable(database).write({ put: { pk: 'p', sk: 's' } });
    const media = fileMediaStore(database, { base_url: 'http://127.0.0.1' });
    const file = join(folder.path, 'file');
    await writeFile(file, 'made by somebody else', { mode: 0o644 });
    await media.putFile('prj/bot/file', file, 'video/mp4');
    await media.put('prj/bot/bytes', Buffer.from('bytes'), 'video/mp4');
    await media.compose('prj/bot/composed', [{ name: 'prj/bot/bytes', from: 0, bytes: 5 }], 'video/mp4');
    folderKey(path, 'a purpose');
    const found = await permissionsIn(path);
    expect(Object.keys(found)).toEqual(
      expect.arrayContaining(['service.sqlite-wal', 'service.sqlite-shm', 'service.lock', 'media/prj/bot/composed']),
    );
    expect(Object.entries(found).filter(isOpenToOthers)).toEqual([]);
    database.close();
  });

  it('in which nothing was kept is gone again with the folders that were made for it, and no other one', async () => {
    await using folder = await aDataFolder();
    holdDataFolder(join(folder.path, 'there', 'data'))[Symbol.dispose]();
    expect(await readdir(folder.path)).toEqual([]);
    holdDataFolder(folder.path)[Symbol.dispose]();
    const used = join(folder.path, 'used');
    const held = holdDataFolder(used);
    await writeFile(join(used, 'service.sqlite'), '');
    held[Symbol.dispose]();
    expect((await readdir(folder.path)).toSorted()).toEqual(['service.lock', 'used']);
    expect((await readdir(used)).toSorted()).toEqual(['service.lock', 'service.sqlite']);
  });

  it('is none that holds what is not ours: nothing in it is changed', async () => {
    await using folder = await aDataFolder();
    await mkdir(join(folder.path, 'logs'), { mode: 0o755 });
    await writeFile(join(folder.path, 'credentials.json'), 'of another program', { mode: 0o644 });
    await writeFile(join(folder.path, 'notes.txt'), '', { mode: 0o644 });
    await chmod(folder.path, 0o755);
    const before = await permissionsIn(folder.path);
    expect(() => holdDataFolder(folder.path)).toThrow(
      `the folder ${folder.path} holds what is not this service's (notes.txt), and no service.sqlite: choose an empty or a new one with --data`,
    );
    expect(await permissionsIn(folder.path)).toEqual(before);
  });

  it.each([
    ['of a disk that was just made', ['lost+found']],
    ['of a first start that was cut', ['service.lock', 'secret.key', 'credentials.json']],
    ['that somebody keeps notes in', ['service.sqlite', 'notes.txt']],
  ])('may be one %s', async (_, names) => {
    await using folder = await aDataFolder();
    for (const name of names) await writeFile(join(folder.path, name), '');
    using held = holdDataFolder(folder.path);
    expect(held.path).toBe(folder.path);
  });

  it('that earlier programs left open is closed, without what is not ours', async () => {
    await using folder = await aDataFolder();
    const outside = join(folder.path, 'outside');
    const path = join(folder.path, 'data');
    await mkdir(join(path, 'media', 'prj'), { recursive: true });
    await mkdir(outside);
    const files = ['service.sqlite', 'service.sqlite-wal', 'credentials.json', 'media/prj/a.mp4', 'notes.txt'];
    for (const name of files) await writeFile(join(path, name), '');
    await writeFile(join(outside, 'file'), '');
    await symlink(outside, join(path, 'media', 'link'));
    await chmod(path, 0o755);
    expect(await closeToOthers(path)).toEqual([]);
    const found = Object.entries(await permissionsIn(path)).filter(isOpenToOthers);
    expect(found.map(([name]) => name)).toEqual(['media/link', 'notes.txt']);
    expect(await permissionsIn(outside)).toEqual({ '': '755', file: '644' });
  });

  it('is closed by the service at its start, and stays so while bots are at work', async () => {
    await using folder = await aDataFolder();
    await using first = await start(folder.path);
    const isGone = once(first.process, 'exit');
    first.process.kill('SIGKILL');
    await isGone;
    await chmod(folder.path, 0o755);
    for (const name of await readdir(folder.path)) await chmod(join(folder.path, name), 0o644);
    await using second = await start(folder.path);
    const { ready } = second;
    expect((await post(ready, '/bots', { meeting_url: ready.room_url, bot_name: 'B' })).status).toBe(201);
    // No browser starts here: a second worker may have come, and its log, before anybody looked.
    const logs = async (): Promise<number> => (await readdir(join(folder.path, 'logs'))).length;
    await expect.poll(logs).toBeGreaterThanOrEqual(1);
    expect(Object.entries(await permissionsIn(folder.path)).filter(isOpenToOthers)).toEqual([]);
  });
});

it('what a client has had deleted is in no file any more, while the service goes on', async () => {
  const canary = 'nobody is to read this again';
  await using folder = await aDataFolder();
  await using service = await start(folder.path);
  const { project_id } = JSON.parse(await readFile(join(folder.path, 'credentials.json'), 'utf8'));
  const database = openDatabase(folder.path);
  using _ = { [Symbol.dispose]: () => database.close() };
  const table = sqliteTable(database);
  // As a worker stores it. Nobody answers where the webhooks go: they wait for their next attempt.
  const webhooks = [{ url: 'http://127.0.0.1:9/', triggers: ['transcript.update', 'chat_messages.update'] as const }];
  const bot = aBot({
    project_id,
    state: 'ended',
    webhooks: webhooks.map((it) => ({ ...it, triggers: [...it.triggers] })),
  });
  const ref = refOf(bot);
  await botRepository(table).create(bot);
  const batch = { ...ref, batch_id: '1', created_at: new Date().toISOString() };
  const captured = capturedRepository(table);
  // More than a page of the database, so that pages are given up too.
  const long = canary.repeat(1000);
  await captured.add({
    ...batch,
    captured_kind: 'utterances',
    entries: [anUtterance({ transcription: { transcript: long } })],
  });
  await captured.add({ ...batch, captured_kind: 'chat_messages', entries: [aChatMessage({ text: canary })] });
  const events = [aParticipantEvent({ participant_name: canary })];
  await captured.add({ ...batch, captured_kind: 'participant_events', entries: events });
  await participantRepository(table).save(ref, [{ position: '1', value: aParticipant({ participant_name: canary }) }]);
  await speechRepository(table).add(aSpeechPiece({ ...ref, speaker_name: canary }));
  await table.write(askingFor(ref, { number: 1, chat: { to: 'everyone', message: canary } }));
  await fileMediaStore(database, { base_url: '' }).put(`${capturedFolder(ref)}a.mp4`, Buffer.from(canary), 'video/mp4');
  const deliveries = webhookDeliveryRepository(table);
  const waiting = async () => (await deliveries.ofSubject({ project_id, subject_id: bot.id })).kept.length;
  await expect.poll(waiting).toBe(2);
  expect((await filesHolding(folder.path, canary)).length).toBeGreaterThan(1);

  expect((await post(service.ready, `/bots/${bot.id}/delete_data`)).status).toBe(200);
  await expect.poll(() => filesHolding(folder.path, canary)).toEqual([]);
  expect((await botRepository(table).get(ref))?.state).toBe('data_deleted');
});
