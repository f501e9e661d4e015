/** The data folder of one service at a time. */
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { privateFolderMode } from '../../adapters/local/private-files.ts';
import { lockService, ServiceRunsError } from '../../adapters/local/service-lock.ts';
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
  try {
    const held = lockService(path);
    return { path, [Symbol.dispose]: () => held[Symbol.dispose]() };
  } catch (error) {
    throw new CannotStartError(
      error instanceof ServiceRunsError
        ? `the data folder ${path} is in use by another running service: stop that one, or choose another folder with --data`
        : `the data folder ${path} cannot be used (${error instanceof Error ? error.message : error}): choose another one with --data`,
      { cause: error },
    );
  }
};
