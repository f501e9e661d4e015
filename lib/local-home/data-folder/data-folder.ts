/** The data folder of one service at a time. */
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makePrivateFile, privateFolderMode } from '../../adapters/local/private-files.ts';
import { CannotStartError } from '../errors.ts';

export interface HeldFolder extends Disposable {
  readonly path: string;
}

const reasonOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);

/** Makes a folder and those above it. Node's own recursive way never ends on file systems like /proc. */
const makeFolder = (path: string): void => {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: privateFolderMode });
};

/** SQLite's lock on a file: the system releases it with the process, however that ends. */
const lock = (path: string): DatabaseSync => {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode = DELETE; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};

/**
 * Makes the folder if need be and keeps it for this process.
 * @throws CannotStartError when it cannot be written, or another service has it
 */
export const holdDataFolder = (folder: string): HeldFolder => {
  const path = resolve(folder);
  try {
    makeFolder(path);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new CannotStartError(
      `the data folder ${path} cannot be written (${reasonOf(error)}): choose another one with --data`,
      { cause: error },
    );
  }
  let held: DatabaseSync;
  try {
    const file = join(path, 'service.lock');
    makePrivateFile(file);
    held = lock(file);
  } catch (error) {
    const isBusy = /locked|busy/i.test(String(error));
    throw new CannotStartError(
      isBusy
        ? `the data folder ${path} is in use by another running service: stop that one, or choose another folder with --data`
        : `the data folder ${path} cannot be used (${error instanceof Error ? error.message : error}): choose another one with --data`,
      { cause: error },
    );
  }
  return { path, [Symbol.dispose]: () => held.close() };
};
