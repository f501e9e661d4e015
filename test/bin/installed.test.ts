import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
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

it('keeps what a program has compiled for its next start, and for those that it starts, where that can be kept', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'installed-'));
  try {
    for (const made of ['bin', 'node_modules']) await mkdir(join(folder, made));
    await cp('bin/installed.mjs', join(folder, 'bin/installed.mjs'));
    await writeFile(join(folder, 'told.mjs'), 'console.log(process.env.NODE_COMPILE_CACHE);');
    const { NODE_COMPILE_CACHE: _, ...env } = process.env;
    const start = () => run(process.execPath, ['--import', './bin/installed.mjs', 'told.mjs'], { cwd: folder, env });
    const cache = join(folder, 'node_modules/.cache/compiled');
    expect(await start()).toEqual({ stdout: `${cache}\n`, stderr: '' });
    expect(await readdir(cache)).toHaveLength(1);
    await rm(cache, { recursive: true });
    await writeFile(cache, 'in the way');
    expect(await start()).toEqual({ stdout: `${cache}\n`, stderr: '' });
  } finally {
    await rm(folder, { recursive: true });
  }
});
