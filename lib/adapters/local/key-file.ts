/** The data folder's own secret, from which every key of this home derives. */
import { hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isThere, unlessMissing } from '../../process/disk/file-faults.ts';
import { folderNames } from './folder-names.ts';
import { privateFileMode, privateFolder } from './private-files.ts';

/** The secret of a data folder, made on first use. Safe to call from several processes at once. */
const folderSecret = (folder: string): Buffer => {
  const path = join(folder, folderNames.key);
  mkdirSync(folder, privateFolder);
  const draft = `${path}.${randomUUID()}`;
  try {
    return Buffer.from(readFileSync(path, 'utf8'), 'base64');
  } catch (error) {
    unlessMissing(error);
  }
  writeFileSync(draft, randomBytes(32).toString('base64'), { mode: privateFileMode, flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!isThere(error)) throw error;
  } finally {
    rmSync(draft);
  }
  return Buffer.from(readFileSync(path, 'utf8'), 'base64');
};

/** 32 bytes for one purpose, the same for every process on the folder. */
export const folderKey = (folder: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', folderSecret(folder), Buffer.alloc(0), purpose, 32));
