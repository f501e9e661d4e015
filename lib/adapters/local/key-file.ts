/** The data folder's own secret, from which every key of this home derives. */
import { hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isThere, unlessMissing } from '../../process/disk/file-faults.ts';
import { folderNames } from './folder-names.ts';
import { privateFileMode, privateFolder } from './private-files.ts';

const keyBytes = 32;

/** The file holds no key, as one that was copied to a full disk. The message says what to do. */
export class BrokenKeyError extends Error {
  override readonly name = 'BrokenKeyError';
  constructor(path: string) {
    super(
      `${path} does not hold the key that was written there: put a copy back in its place, or remove it if there is none: then a new key is made, which opens no secret of before`,
    );
  }
}

/** @throws BrokenKeyError for anything but a whole key: of an empty one everybody could derive what comes of it */
const readKey = (path: string): Buffer => {
  const text = readFileSync(path, 'utf8').trim();
  const key = Buffer.from(text, 'base64');
  if (key.length !== keyBytes || key.toString('base64') !== text) throw new BrokenKeyError(path);
  return key;
};

/** The secret of a data folder, made on first use. Safe to call from several processes at once. */
const folderSecret = (folder: string): Buffer => {
  const path = join(folder, folderNames.key);
  mkdirSync(folder, privateFolder);
  const draft = `${path}.${randomUUID()}`;
  try {
    return readKey(path);
  } catch (error) {
    unlessMissing(error);
  }
  writeFileSync(draft, randomBytes(keyBytes).toString('base64'), { mode: privateFileMode, flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!isThere(error)) throw error;
  } finally {
    rmSync(draft);
  }
  return readKey(path);
};

/** 32 bytes for one purpose, the same for every process on the folder. */
export const folderKey = (folder: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', folderSecret(folder), Buffer.alloc(0), purpose, keyBytes));
