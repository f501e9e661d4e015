/**
 * The unit of docs/self-host.md, read by systemd's own checks where they are on this machine.
 * Its backup is made where there is sqlite3, by rsync where there is one. Its proxies are tried in test/local-home/behind-proxy.test.ts.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { openDatabase } from '../../lib/adapters/local/database.ts';
import { commandLineOf } from '../../lib/local-home/command-line.ts';
import { operatorVariables } from '../../lib/local-home/environment.ts';
import { aDataFolder } from '../lab/hosts/data-folder.ts';
import { snippetOf } from './snippets.ts';

/** What a model of the environment reads, whatever becomes of it then. */
const variablesOf = (model: z.core.$ZodType): string[] => {
  if (model instanceof z.ZodObject) return Object.keys(model.shape);
  return model instanceof z.ZodPipe ? variablesOf(model.in) : [];
};

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

it('names every variable by which an operator sets something', () => {
  const page = readFileSync(new URL('../../docs/self-host.md', import.meta.url), 'utf8');
  const names = operatorVariables.flatMap(variablesOf);
  expect(names.length).toBeGreaterThan(25);
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
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

/** A program for a shell to find, which does what these lines do. */
const aProgram = async (folder: string, name: string, ...lines: readonly string[]): Promise<void> => {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o755 });
};

/** A service's data, and the page's lines, which copy it. */
const aBackup = async () => {
  const folder = await aDataFolder();
  const [data, live] = [join(folder.path, 'data'), join(folder.path, 'backup/live')];
  const programs = join(folder.path, 'programs');
  const database = openDatabase(data);
  await mkdir(join(data, 'media'));
  for (const name of ['secret.key', 'credentials.json', 'media/a.mp4']) await writeFile(join(data, name), name);
  // Enough of rsync for machines that have none.
  if (!has('rsync'))
    await aProgram(
      programs,
      'rsync',
      'if [ "$2" = --delete ]; then shift; rm -rf "$3"; fi',
      'mkdir -p "$3" && cp -a "$2." "$3"',
    );
  const input = snippetOf('docs/self-host.md', 'sudo install -d -m 700 /backup/live')
    .replaceAll('sudo ', '')
    .replaceAll('/var/lib/meeting-bots/data', data)
    .replaceAll('/backup', join(folder.path, 'backup'));
  const PATH = `${programs}:${process.env.PATH}`;
  return {
    ...{ data, live, database },
    note: (name: string): unknown =>
      database.run('INSERT INTO media_types (name, content_type) VALUES (?, ?)', name, 'video/mp4'),
    noted: (): unknown => {
      const copy = openDatabase(live);
      const names = copy.all('SELECT name FROM media_types ORDER BY name').map(({ name }) => name);
      copy.close();
      return names;
    },
    instead: (name: string, ...lines: readonly string[]) => aProgram(programs, name, ...lines),
    /** As pasted, or by cron: nothing but the lines ends at what fails. */
    copy: () => spawnSync('sh', { input, env: { ...process.env, PATH } }).status,
    async [Symbol.asyncDispose]() {
      database.close();
      await folder[Symbol.asyncDispose]();
    },
  };
};

describe.skipIf(!has('sqlite3'))('the copy that is made while a service works', () => {
  it('is what a service can be started on, time and again, also while somebody writes', async () => {
    await using backup = await aBackup();
    const { database, note, noted, copy, live } = backup;
    const copyWhileWriting = (): unknown =>
      database.transaction(() => {
        note('not yet told');
        expect(copy()).toBe(0);
        database.run("DELETE FROM media_types WHERE name = 'not yet told'");
      });

    note('a.mp4');
    copyWhileWriting();
    expect(noted()).toEqual(['a.mp4']);
    note('b.mp4');
    // As a copy leaves it that was broken off.
    await writeFile(join(live, 'service.sqlite.new'), '');
    copyWhileWriting();
    expect(noted()).toEqual(['a.mp4', 'b.mp4']);
    expect(await readdir(live)).toEqual(expect.arrayContaining(['credentials.json', 'media', 'secret.key']));
  });

  it('keeps the database that it has where there is no other', async () => {
    await using backup = await aBackup();
    const { note, noted, copy, instead } = backup;
    note('a.mp4');
    expect(copy()).toBe(0);
    // As sqlite3 does on a full disk.
    await instead('sqlite3', 'echo half > "$(echo "$3" | cut -d "\'" -f 2)"', 'exit 10');
    note('b.mp4');
    expect([copy(), noted()]).toEqual([10, ['a.mp4']]);
  });

  it('has what its database knows of, where a recording is finished meanwhile', async () => {
    await using backup = await aBackup();
    const { data, live, copy, instead } = backup;
    const sqlite3 = execFileSync('sh', ['-c', 'command -v sqlite3'], { encoding: 'utf8' }).trim();
    await writeFile(join(data, 'media/part-of-b'), '');
    await instead(
      'sqlite3',
      `touch ${data}/media/b.mp4`,
      `${sqlite3} "$@" || exit`,
      `rm ${data}/media/part-of-b ${data}/media/a.mp4`,
    );
    expect(copy()).toBe(0);
    expect((await readdir(join(live, 'media'))).sort()).toEqual(['a.mp4', 'b.mp4', 'part-of-b']);
  });

  it('is made to its end where files go while they are copied, and not where they cannot be', async () => {
    await using backup = await aBackup();
    const { copy, instead, live } = backup;
    await instead('rsync', 'exit 23');
    expect([copy(), await readdir(live)]).toEqual([1, []]);
    await instead('rsync', 'exit 24');
    expect(copy()).toBe(0);
    expect((await readdir(live)).sort()).toEqual(['credentials.json', 'secret.key', 'service.sqlite']);
  });

  it('has nothing any more that the service has deleted before', async () => {
    await using backup = await aBackup();
    const { data, live, copy } = backup;
    copy();
    await rm(join(data, 'media/a.mp4'));
    expect([copy(), await readdir(join(live, 'media'))]).toEqual([0, []]);
  });
});
