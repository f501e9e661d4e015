/** Which release of the service a folder holds. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const Package = z.object({ version: z.string() });

/** Where settings of a deployment are kept with it they are no part of a release: they name images that are made of it. */
const released = ['--', '.', ':!deploy.*.json'];

/** The commit of what is checked out in a folder, and whether that was changed; undefined where git cannot be asked. */
const commitIn = (folder: string): string | undefined => {
  // A release that was unpacked into somebody's own repository is no commit of that.
  if (!existsSync(join(folder, '.git'))) return undefined;
  const git = (...asked: readonly string[]): string =>
    execFileSync('git', [...asked, ...released], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  try {
    const commit = git('rev-list', '--max-count=1', '--abbrev-commit', '--abbrev=12', 'HEAD');
    const changed = git('status', '--porcelain', '--untracked-files=no');
    if (commit === '') return undefined;
    return changed === '' ? commit : `${commit}-dirty`;
  } catch {
    return undefined;
  }
};

/** The version in its package.json, and after a plus the commit: `0.1.0+39c0adfab1f2`, with `-dirty` where files were changed. */
export const versionIn = (folder: string): string => {
  const { version } = Package.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  return [version, commitIn(folder) ?? []].flat().join('+');
};
