/** Which release of the service a folder holds. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const Package = z.object({ version: z.string() });

/** What git calls what is checked out in a folder: a commit, and whether it was changed; undefined where it cannot be asked. */
const commitIn = (folder: string): string | undefined => {
  // A release that was unpacked into somebody's own repository is no commit of that.
  if (!existsSync(join(folder, '.git'))) return undefined;
  try {
    const asked = ['describe', '--always', '--dirty', '--abbrev=12', '--exclude', '*'];
    return execFileSync('git', asked, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
};

/** The version in its package.json, and after a plus the commit: `0.1.0+39c0adfab1f2`, with `-dirty` where files were changed. */
export const versionIn = (folder: string): string => {
  const { version } = Package.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  return [version, commitIn(folder) ?? []].flat().join('+');
};
