/**
 * The unit of docs/self-host.md, read by systemd's own checks where they are on this machine.
 * Its proxies are tried in test/local-home/behind-proxy.test.ts.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commandLineOf } from '../../lib/local-home/command-line.ts';
import { aDataFolder } from '../lab/hosts/data-folder.ts';
import { snippetOf } from './snippets.ts';

const unit = snippetOf('docs/self-host.md', '[Unit]');
const node = '/opt/meeting-bots/node_modules/.bin/node';
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

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
