/**
 * Stands in for `#adapters/table.ts`, `#adapters/media-store.ts`, `#adapters/queue.ts` and `#adapters/master-key.ts`, so that
 * the very handlers that are deployed run on a table in memory that a test exchanges between its runs.
 */
import { randomBytes } from 'node:crypto';
import type { MasterKey } from '../../../../lib/ports/master-key.ts';
import type { MediaStore } from '../../../../lib/ports/media-store.ts';
import type { Table } from '../../../../lib/ports/table.ts';
import { memoryMediaStore } from '../memory-media-store.ts';
import { memoryQueue } from '../memory-queue.ts';
import { memoryTable } from '../memory-table.ts';

/** Those of the process, on which handlers work unless they are told otherwise. */
export const ownStores = { table: memoryTable(), media: memoryMediaStore() };
let table: Table = ownStores.table;
let media: MediaStore = ownStores.media;

/** From now on all handlers work on these. */
export const useStores = (stores: { readonly table: Table; readonly media?: MediaStore }): void => {
  table = stores.table;
  media = stores.media ?? media;
};

export const openTable = (): Table => ({
  get: (key) => table.get(key),
  getMany: (keys) => table.getMany(keys),
  query: (query) => table.query(query),
  write: (...writes) => table.write(...writes),
  update: (update) => table.update(update),
});

export const openMediaStore = (): MediaStore => ({
  put: (...given) => media.put(...given),
  putFile: (...given) => media.putFile(...given),
  compose: (...given) => media.compose(...given),
  get: (...given) => media.get(...given),
  list: (...given) => media.list(...given),
  deleteAll: (...given) => media.deleteAll(...given),
  link: (...given) => media.link(...given),
});

/** What handlers have told to deliver. */
export const webhookQueue = memoryQueue();
export const openWebhookQueue = () => webhookQueue;
export const openSlowWebhookQueue = () => webhookQueue;
export const openCalendarQueue = () => memoryQueue();
export const openConnectionQueue = () => memoryQueue();

/** Seals nothing: what it makes can be read by everybody. */
export const openMasterKey = (): MasterKey => ({
  newDataKey: async () => randomBytes(32).toString('base64'),
  openDataKey: async (_, sealed) => Buffer.from(sealed, 'base64'),
  openSecret: async (_, sealed) => sealed,
});
