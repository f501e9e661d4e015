/**
 * The unit of docs/self-host.md, read by systemd's own checks where they are on this machine.
 * Its backup is made where there is sqlite3. Its proxies are tried in test/local-home/behind-proxy.test.ts.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../lib/adapters/local/database.ts';
import { commandLineOf } from '../../lib/local-home/command-line.ts';
import { aDataFolder } from '../lab/hosts/data-folder.ts';
import { snippetOf } from './snippets.ts';

const unit = snippetOf('docs/self-host.md', '[Unit]');
const node = '/opt/meeting-bots/node_modules/.bin/node';
const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0;
const hasSystemd = has('systemd-analyze');

it('starts the service with options that it takes', () => {
  const [, given = ''] =
    /^ExecStart=\S+ --conditions=local bin\/local\.ts (.*)$/m.exec(unit.replaceAll('\\\n', '')) ?? [];
  expect(commandLineOf(given.trim().split(/\s+/))).toEqual({
    port: 8080,
    data_dir: '/var/lib/meeting-bots/data',
    with_company: false,
    public_url: 'https://bots.example.com',
    trusted_proxies: ['127.0.0.1'],
    keep_days: 90,
    room: 'members',
  });
});

it('does not end with one page that the kernel takes the memory from', () => {
  expect(unit).toMatch(/^OOMPolicy=continue$/m);
});

it('tells the service alone to stop, which has its bots leave', () => {
  expect(unit).toMatch(/^KillMode=mixed$/m);
});

it.skipIf(!hasSystemd)('is a unit that systemd has no complaint of, and finds well kept in', async () => {
  await using folder = await aDataFolder();
  const file = join(folder.path, 'meeting-bots.service');
  // What it starts is not where it is to be: systemd looks whether it is there.
  await writeFile(file, unit.replaceAll(node, process.execPath));
  const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' });
  expect([stdout, stderr]).toEqual(['', '']);
  // 0 to 100, of which a unit that says nothing has 96; fails above this.
  execFileSync('systemd-analyze', ['security', '--offline=true', '--threshold=35', file], { stdio: 'ignore' });
});

it.skipIf(!has('sqlite3'))(
  'copies, while somebody writes, what a service can be started on, time and again',
  async () => {
    await using folder = await aDataFolder();
    const [data, backup] = [join(folder.path, 'data'), join(folder.path, 'backup')];
    const database = openDatabase(data);
    await using _ = { [Symbol.asyncDispose]: async () => database.close() };
    const note = (name: string): unknown =>
      database.run('INSERT INTO media_types (name, content_type) VALUES (?, ?)', name, 'video/mp4');
    const noted = (): unknown => {
      const copy = openDatabase(join(backup, 'live'));
      const names = copy.all('SELECT name FROM media_types ORDER BY name').map(({ name }) => name);
      copy.close();
      return names;
    };
    await mkdir(join(data, 'media'));
    for (const name of ['secret.key', 'credentials.json', 'media/a.mp4']) await writeFile(join(data, name), name);
    const lines = snippetOf('docs/self-host.md', 'sudo install -d -m 700 /backup/live')
      .replaceAll('sudo ', '')
      .replaceAll('/var/lib/meeting-bots/data', data)
      .replaceAll('/backup', backup)
      .split('\n')
      .filter((line) => has('rsync') || !line.startsWith('rsync'));
    const copyWhileWriting = (): unknown =>
      database.transaction(() => {
        note('not yet told');
        execFileSync('sh', ['-e'], { input: lines.join('\n') });
        database.run("DELETE FROM media_types WHERE name = 'not yet told'");
      });

    note('a.mp4');
    copyWhileWriting();
    expect(noted()).toEqual(['a.mp4']);
    note('b.mp4');
    // As a copy leaves it that was broken off.
    await writeFile(join(backup, 'live/service.sqlite.new'), '');
    copyWhileWriting();
    expect(noted()).toEqual(['a.mp4', 'b.mp4']);
    expect(await readdir(join(backup, 'live'))).toEqual(
      expect.arrayContaining(['credentials.json', 'secret.key', ...(has('rsync') ? ['media'] : [])]),
    );
  },
);
