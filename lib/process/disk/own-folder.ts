/** Folders that belong to the user who runs this, among temporary files that all users of a machine share. */
import { lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where a folder of this user's is, among the temporary files: other users have theirs. */
export const ownPlace = (name: string, temporary_files = tmpdir()): string => {
  const user = process.getuid?.();
  return join(temporary_files, user === undefined ? name : `${name}-${user}`);
};

/**
 * Makes a folder that nobody else may look into.
 * @throws Error when there is one that somebody else has made: what is in it is theirs
 */
export const makeOwnFolder = async (path: string): Promise<void> => {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const user = process.getuid?.();
  if (user !== undefined && (await lstat(path)).uid !== user)
    throw new Error(`${path} belongs to another user: remove it, or set TMPDIR to a folder of your own`);
};
