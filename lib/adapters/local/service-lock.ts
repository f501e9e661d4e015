/** The lock of the one service that works on a data folder. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { folderNames } from './folder-names.ts';
import { makePrivateFile } from './private-files.ts';

/** Somebody else has the lock. */
export class ServiceRunsError extends Error {
  override readonly name = 'ServiceRunsError';
}

/**
 * Takes the lock, which is SQLite's on a file: the system releases it with the process, however that ends.
 * @throws ServiceRunsError
 */
export const lockService = (folder: string): Disposable => {
  const path = join(folder, folderNames.lock);
  makePrivateFile(path);
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    lock.exec('PRAGMA journal_mode = DELETE; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw /locked|busy/i.test(String(error)) ? new ServiceRunsError(folder, { cause: error }) : error;
  }
  return { [Symbol.dispose]: () => lock.close() };
};
