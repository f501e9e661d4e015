/** The command line of `npm run cost`. */
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it.each([
  ['--kind is one of: 1080p; 720p', ['--kind', '4k']],
  ['--spot is for bots', ['--kind', 'app session', '--spot']],
  ['--segment-seconds is one of 2, 4, 6, 8, 10', ['--segment-seconds', '3']],
])('refuses what nothing costs: %s', (says, args) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/cost.ts', ...args], { encoding: 'utf8' });
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain(says);
});
