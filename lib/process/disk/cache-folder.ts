/** Where this user's processes keep what they can make again. */
import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { makeOwnFolder, ownPlace } from './own-folder.ts';

/** The first folder that can be written: the user's cache, else the system's place for temporary files. */
export const cacheFolder = async (): Promise<string> => {
  const preferred = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'meeting-bots');
  try {
    await mkdir(preferred, { recursive: true });
    return preferred;
  } catch {
    const fallback = ownPlace('meeting-bots-cache');
    await makeOwnFolder(fallback);
    return fallback;
  }
};
