import type { Eraser } from '../../ports/eraser.ts';
import { type LocalDatabase, openDatabase } from './database.ts';
import { dataFolder } from './environment.ts';
import { type QueueOptions, type ReceivableQueue, sqliteQueue } from './queue.ts';

/** The queue of bots of which something is to be removed; `visibility_seconds` is longer than that may take. */
export const erasureQueue = (database: LocalDatabase, options: QueueOptions = {}): ReceivableQueue =>
  sqliteQueue(database, 'erasures', options);

export const queueEraser = (database: LocalDatabase): Eraser => ({
  start: (bots) => erasureQueue(database).send(bots.map((body) => ({ body, group: body.project_id }))),
});

export const openEraser = (): Eraser => queueEraser(openDatabase(dataFolder()));
