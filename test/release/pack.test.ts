/** What `npm pack` makes a release of. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';

const run = promisify(execFile);
const Packed = z.array(z.object({ files: z.array(z.object({ path: z.string() })) }));

/** The files that would be in the package of a folder. */
const packed = async (cwd: string): Promise<string[]> => {
  const { stdout } = await run('npm', ['pack', '--dry-run', '--json'], { cwd, maxBuffer: 2 ** 26 });
  // Before it stands what the scripts of the package have said.
  const [{ files } = { files: [] }] = Packed.parse(JSON.parse(stdout.slice(stdout.indexOf('[\n'))));
  return files.map(({ path }) => path);
};

/** What npm never packs. `npm-shrinkwrap.json` is there for `package-lock.json`, and is read in its place. */
const leftOut = ['.gitignore', '.npmrc', 'package-lock.json'];
/** What an operator may have in the folder besides. */
const others = ['outputs.json', 'deploy.config.json', '.env', '.data/service.sqlite', 'demo-output/a.mp4', 'cdk.out/a'];

describe('a release', () => {
  it.skipIf(!existsSync('.git'))(
    'is all of the project, with its packages pinned, and nothing else of its folder',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'meeting-bots-pack-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const { stdout } = await run('git', ['ls-files'], { maxBuffer: 2 ** 26 });
      const project = stdout.split('\n').filter((path) => path && existsSync(path));
      // Empty files, of which a package is made in no time.
      for (const parent of new Set([...project, ...others].map(dirname)))
        await mkdir(join(folder, parent), { recursive: true });
      for (const path of [...project, ...others]) await writeFile(join(folder, path), '');
      for (const path of ['package.json', '.gitignore']) await copyFile(path, join(folder, path));

      const wanted = [...project.filter((path) => !leftOut.includes(path)), 'npm-shrinkwrap.json'];
      expect((await packed(folder)).sort()).toEqual(wanted.sort());
      expect(await readdir(folder)).not.toContain('npm-shrinkwrap.json');
    },
  );
});
