/** The data folder of one service at a time. */
import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { folderNames, isOurs } from '../../adapters/local/folder-names.ts';
import { privateFolderMode } from '../../adapters/local/private-files.ts';
import { lockService, ServiceRunsError } from '../../adapters/local/service-lock.ts';
import { messageOf } from '../../process/message-of.ts';
import { CannotStartError } from '../errors.ts';

export interface HeldFolder extends Disposable {
  readonly path: string;
}

const reasonOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);

/**
 * Makes a folder and those above it, and answers which, the innermost first. Node's own recursive way never ends on file
 * systems like /proc.
 */
const makeFolder = (path: string): readonly string[] => {
  if (existsSync(path)) return [];
  const above = makeFolder(dirname(path));
  mkdirSync(path, { mode: privateFolderMode });
  return [path, ...above];
};

/** What a file system puts into the uppermost of its folders. */
const isOfFileSystem = (name: string): boolean => name === 'lost+found';

/** @throws CannotStartError for a folder of something else: all in it would be closed to others, and keys laid beside it */
const refuseAnothers = (path: string): void => {
  const names = readdirSync(path);
  if (names.includes(folderNames.database)) return;
  const [other] = names.filter((name) => !isOurs(name) && !isOfFileSystem(name)).toSorted();
  if (other === undefined) return;
  throw new CannotStartError(
    `the folder ${path} holds what is not this service's (${other}), and no ${folderNames.database}: choose an empty or a new one with --data`,
  );
};

/** Lets go of a folder. Where nothing came into it but the lock, as a start that was refused leaves it, what was made for it goes too. */
const letGo = (path: string, made: readonly string[], held: Disposable): void => {
  const isUnused =
    made.length > 0 && existsSync(path) && readdirSync(path).every((name) => name.startsWith(folderNames.lock));
  // While it is locked: whoever comes after that makes a lock of their own, and the folder stays.
  if (isUnused) rmSync(join(path, folderNames.lock));
  held[Symbol.dispose]();
  if (!isUnused) return;
  try {
    for (const folder of made) rmdirSync(folder);
  } catch {
    // Somebody has put something there meanwhile.
  }
};

/**
 * Makes the folder if need be and keeps it for this process.
 * @throws CannotStartError when it cannot be written, is of something else, or another service has it
 */
export const holdDataFolder = (folder: string): HeldFolder => {
  const path = resolve(folder);
  if (existsSync(path) && !statSync(path).isDirectory()) {
    throw new CannotStartError(`the data folder ${path} is a file: choose another one with --data`);
  }
  let made: readonly string[];
  try {
    made = makeFolder(path);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new CannotStartError(
      `the data folder ${path} cannot be written (${reasonOf(error)}): choose another one with --data`,
      { cause: error },
    );
  }
  refuseAnothers(path);
  try {
    const held = lockService(path);
    return { path, [Symbol.dispose]: () => letGo(path, made, held) };
  } catch (error) {
    throw new CannotStartError(
      error instanceof ServiceRunsError
        ? `the data folder ${path} is in use by another running service: stop that one, or choose another folder with --data`
        : `the data folder ${path} cannot be used (${messageOf(error)}): choose another one with --data`,
      { cause: error },
    );
  }
};
