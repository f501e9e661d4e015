/** Objects as files below the data folder. A file appears under its name only when all of it is on the disk. */
import { randomUUID } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { chmod, copyFile, link, mkdir, open, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isStored, type StoredBytes } from '../../domain/captured/byte-source.ts';
import { partsOf } from '../../domain/captured/media-name.ts';
import { BytesMissingError, DiskFullError } from '../../domain/errors.ts';
import { type Clock, systemClock } from '../../ports/clock.ts';
import type { MediaStore } from '../../ports/media-store.ts';
import { isMissing, isOutOfSpace, unlessMissing } from '../../process/disk/file-faults.ts';
import { retry } from '../../process/retry.ts';
import { type Appender, appendTo, RangeMissingError } from './append-ranges.ts';
import { type LocalDatabase, openDatabase } from './database.ts';
import { baseUrl, dataFolder } from './environment.ts';
import { folderNames } from './folder-names.ts';
import { folderKey } from './key-file.ts';
import { signedPath } from './media-names.ts';
import { removeOld } from './old-files.ts';
import { privateFileMode, privateFolder } from './private-files.ts';

export interface MediaStoreOptions {
  readonly base_url: string;
  readonly clock?: Clock;
}

const flush = async (path: string): Promise<void> => {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const beginningOf = async (path: string, most_bytes: number): Promise<Uint8Array> => {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(most_bytes), 0, most_bytes, 0);
  return buffer.subarray(0, bytesRead);
};

/**
 * Appends a range of a stored file.
 * @throws BytesMissingError when it is not all there
 */
const appendStored = (to: Appender, path: string, { name, from, bytes }: StoredBytes): Promise<void> =>
  to.range(path, from, bytes).catch((error: unknown) => {
    throw error instanceof RangeMissingError || isMissing(error) ? new BytesMissingError(name) : error;
  });

/** The folder that a data folder's objects are in. */
export const mediaFolder = (folder: string): string => join(folder, folderNames.media);
/** What links to the objects of a data folder are signed with. */
export const mediaKey = (folder: string): Buffer => folderKey(folder, 'media-links');

/** The type that an object was stored with. */
export const contentTypeOf = (database: LocalDatabase, name: string): string =>
  String(
    database.get('SELECT content_type FROM media_types WHERE name = ?', name)?.content_type ??
      'application/octet-stream',
  );

const compareNames = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Folders that have become empty are removed, by other processes too: so one may vanish wherever one is looked into. */
const whileFoldersVanish = <T>(work: () => Promise<T>): Promise<T> =>
  retry(work, { first_ms: 0, most_tries: 100, isPassing: isMissing });

/** Moves a draft to its place, in a folder that is made for it. */
const place = (draft: string, path: string): Promise<void> =>
  whileFoldersVanish(async () => {
    await mkdir(dirname(path), privateFolder);
    await rename(draft, path);
  });

/** All that is in a folder and those below it; nothing when there is no such folder. */
const entriesBelow = (path: string) =>
  whileFoldersVanish(async () =>
    existsSync(path) ? await readdir(path, { recursive: true, withFileTypes: true }) : [],
  );

const draftsFolder = (folder: string): string => join(folder, folderNames.mediaDrafts);
/** Nobody writes an object for so long: what is older is of a process that was killed. */
const oldestDraftMs = 3600 * 1000;

/** Removes what killed processes left of objects that they were storing. */
export const sweepDrafts = (folder: string, now: Date): Promise<void> =>
  removeOld(draftsFolder(folder), { oldest_ms: oldestDraftMs }, now);

/** A store in the folder of a local database, which remembers the objects' types. */
export const fileMediaStore = (database: LocalDatabase, options: MediaStoreOptions): MediaStore => {
  const { base_url, clock = systemClock } = options;
  const folder = mediaFolder(database.folder);
  const drafts = draftsFolder(database.folder);
  const pathOf = (name: string): string => join(folder, ...partsOf(name));

  const store = async (name: string, contentType: string, write: (draft: string) => Promise<void>): Promise<void> => {
    const path = pathOf(name);
    const draft = join(drafts, randomUUID());
    try {
      await mkdir(drafts, privateFolder);
      await write(draft);
      await flush(draft);
      database.run('INSERT OR REPLACE INTO media_types (name, content_type) VALUES (?, ?)', name, contentType);
      await place(draft, path);
      await flush(dirname(path));
    } catch (error) {
      throw isOutOfSpace(error) ? new DiskFullError(database.folder, { cause: error }) : error;
    } finally {
      await rm(draft, { force: true });
    }
  };

  const list = async (prefix: string): Promise<string[]> => {
    const parents = prefix.split('/').slice(0, -1);
    const start = parents.length > 0 ? partsOf(parents.join('/')) : [];
    return (await entriesBelow(join(folder, ...start)))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .filter((name) => name.startsWith(prefix))
      .sort(compareNames);
  };

  const removeEmptyFolders = async (path: string): Promise<void> => {
    for (let empty = path; empty.length > folder.length; empty = dirname(empty)) {
      const isGone = await rmdir(empty).then(
        () => true,
        () => false,
      );
      if (!isGone) return;
    }
  };

  return {
    put: (name, bytes, contentType) =>
      store(name, contentType, async (draft) => {
        const handle = await open(draft, 'wx', privateFileMode);
        try {
          await handle.writeFile(bytes);
        } finally {
          await handle.close();
        }
      }),
    compose: (name, sources, contentType) =>
      store(name, contentType, async (draft) => {
        await using file = await open(draft, 'wx', privateFileMode);
        const to = appendTo(file);
        for (const source of sources) {
          if (isStored(source)) await appendStored(to, pathOf(source.name), source);
          else await to.bytes(await source.make());
        }
        await to.written();
      }),
    putFile: (name, path, contentType) =>
      // A second name costs nothing; where there can be none, it is a copy.
      store(name, contentType, async (draft) => {
        await link(path, draft).catch(() => copyFile(path, draft, constants.COPYFILE_FICLONE));
        await chmod(draft, privateFileMode);
      }),
    get: async (name, most_bytes) => {
      const path = pathOf(name);
      const reading = most_bytes === undefined ? readFile(path) : beginningOf(path, most_bytes);
      return (await reading.catch(unlessMissing)) as Uint8Array | undefined;
    },
    list,
    deleteAll: async (prefix) => {
      const names = await list(prefix);
      for (const name of names) {
        await rm(pathOf(name), { force: true });
        database.run('DELETE FROM media_types WHERE name = ?', name);
      }
      for (const parent of new Set(names.map((name) => dirname(pathOf(name))))) await removeEmptyFolders(parent);
    },
    link: async (name, expiresSeconds, file_name) => {
      const expires = Math.ceil(clock.now().getTime() / 1000) + expiresSeconds;
      return base_url + signedPath(name, expires, mediaKey(database.folder), file_name);
    },
  };
};

/** The store of this process's data folder. */
export const openMediaStore = (): MediaStore => fileMediaStore(openDatabase(dataFolder()), { base_url: baseUrl() });
