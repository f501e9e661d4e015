/** What is in a data folder is nobody else's on this machine: recordings, transcripts, keys. */
import { closeSync, openSync, statSync } from 'node:fs';
import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isThere, unlessMissing } from '../../process/disk/file-faults.ts';
import { isOurs } from './folder-names.ts';

/** What folders and files in a data folder are made with. */
export const privateFolderMode = 0o700;
export const privateFileMode = 0o600;

/** Makes a folder, and those above it that are missing, for this user alone. */
export const privateFolder = { recursive: true, mode: privateFolderMode } as const;

/** Makes a file, if there is none, for a program that would make it for everybody, as SQLite does. */
export const makePrivateFile = (path: string): void => {
  try {
    closeSync(openSync(path, 'ax', privateFileMode));
  } catch (error) {
    // One that is there is not opened: whoever closes a file loses all locks of its process on it (POSIX, fcntl).
    if (!isThere(error)) throw error;
    // Of a folder, the system says so.
    if (statSync(path).isDirectory()) openSync(path, 'r+');
  }
};

/** Closes one of our files, or a folder with all that is in it. Answers which could not be closed. */
const close = async (path: string): Promise<string[]> => {
  const found = await stat(path).catch(unlessMissing);
  if (!found?.isFile() && !found?.isDirectory()) return [];
  const mode = found.isFile() ? privateFileMode : privateFolderMode;
  const isClosed =
    (found.mode & 0o777) === mode ||
    (await chmod(path, mode).then(
      () => true,
      () => false,
    ));
  const left = isClosed ? [] : [path];
  if (found.isFile()) return left;
  // A link may lead to what is not ours.
  const inside = ((await readdir(path, { withFileTypes: true }).catch(unlessMissing)) ?? []).filter(
    (entry) => !entry.isSymbolicLink(),
  );
  for (const { name } of inside) left.push(...(await close(join(path, name))));
  return left;
};

/**
 * Takes a data folder, and what this program has made in it, from everybody else: earlier versions left it open. The
 * folder itself comes first, which keeps others from all the rest at once. Answers what could not be closed, because it
 * belongs to another user or the file system knows no owners.
 */
export const closeToOthers = async (folder: string): Promise<string[]> => {
  const left = await chmod(folder, privateFolderMode).then(
    () => [],
    () => [folder],
  );
  const ours = (await readdir(folder)).filter(isOurs);
  return [...left, ...(await Promise.all(ours.map((name) => close(join(folder, name))))).flat()];
};
