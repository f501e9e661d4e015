import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const ours = Object.entries(scripts).flatMap(([script, command]) => (/\.ts$/.test(command) ? [script] : []));

it.each(ours)('npm run %s says what is missing where nothing is installed', async (script) => {
  const folder = await mkdtemp(join(tmpdir(), 'not-installed-'));
  try {
    await mkdir(join(folder, 'bin'));
    for (const file of ['package.json', 'bin/installed.mjs']) await cp(file, join(folder, file));
    await expect(run('npm', ['run', '--silent', script], { cwd: folder })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('run `npm ci` first'),
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});
