/** What lies in a data folder is its owner’s alone. */
import { chmod, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../lib/adapters/local/database.ts';
import { folderKey } from '../../lib/adapters/local/key-file.ts';
import { fileMediaStore } from '../../lib/adapters/local/media-store.ts';
import { closeToOthers } from '../../lib/adapters/local/private-files.ts';
import { sqliteTable } from '../../lib/adapters/local/table.ts';
import { type Ready, startService } from '../../lib/demo/service.ts';
import { holdDataFolder } from '../../lib/local-home/data-folder.ts';
import { aDataFolder } from '../lab/hosts/data-folder.ts';
import { permissionsIn } from '../lab/hosts/files-of.ts';

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
    first.process.kill('SIGKILL');
    await chmod(folder.path, 0o755);
    for (const name of await readdir(folder.path)) await chmod(join(folder.path, name), 0o644);
    await using second = await start(folder.path);
    const { ready } = second;
    expect((await post(ready, '/bots', { meeting_url: ready.room_url, bot_name: 'B' })).status).toBe(201);
    await expect.poll(async () => Object.keys(await permissionsIn(join(folder.path, 'logs')))).toHaveLength(2);
    expect(Object.entries(await permissionsIn(folder.path)).filter(isOpenToOthers)).toEqual([]);
  });
});
