/** A local database full of bots, written past the table: a million in some minutes. */

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '../../lib/adapters/local/database.ts';
import type { Bot } from '../../lib/domain/bot/bot.ts';
import type { BotState } from '../../lib/domain/bot/lifecycle.ts';
import { newId } from '../../lib/domain/ids.ts';
import { indexKeysOf } from '../../lib/storage/bots/bot-indexes.ts';
import { botItems } from '../../lib/storage/bots/bot-item.ts';
import { botKey, refOf } from '../../lib/storage/keys.ts';
import { aBot } from '../../test/lab/builders/records.ts';

const begin = Date.parse('2026-01-01T00:00:00.000Z');
// Short, like all that is stored of these bots, of which there are to be a million.
export const project_id = 'prj_1';

const common = aBot({ project_id });

/** What a tenth of the bots has each; finished ones are the most. */
const states: readonly BotState[] = [
  'ended',
  'scheduled',
  'ended',
  'joined_recording',
  'ended',
  'fatal_error',
  'ended',
  'scheduled',
  'ended',
  'scheduled',
];

// Spreads numbers without order, as random bytes would, and the same every time: https://nullprogram.com/blog/2018/07/31/
const scatter = (n: number): number => {
  let x = Math.imul(n ^ (n >>> 16), 0x7feb352d);
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
  return (x ^ (x >>> 16)) >>> 0;
};

/** The nth bot. Three of four are in one meeting, and half have one deduplication key. */
export const botAt = (n: number): Bot => {
  const random = new Uint8Array(10);
  new DataView(random.buffer).setUint32(6, scatter(n));
  const state = states[scatter(n + 7) % states.length] ?? 'ended';
  const created = new Date(begin + n * 20);
  return {
    ...common,
    id: newId('bot', created, random),
    state,
    join_at: (state === 'scheduled' ? new Date(created.getTime() + 86_400_000) : created).toISOString(),
    meeting_url: `https://meet.google.com/abc-defg-${scatter(n + 1) % 4 === 0 ? n : 'hij'}`,
    deduplication_key: scatter(n + 2) % 2 === 0 ? 'the same' : null,
  };
};

/** A bot's row. Settings that are as they are by themselves are left out, since reading fills them in. */
const rowOf = (bot: Bot): [pk: string, sk: string, item: string] => {
  const item = botItems.itemOf(botKey(refOf(bot)), bot, indexKeysOf(bot));
  const short = { ...item, metadata: '{}', events: [], recording_settings: {}, automatic_leave_settings: {} };
  return [item.pk, item.sk, JSON.stringify(short)];
};

/** Fills a folder's database with as many bots of one project. Indices are built at the end. */
export const fillWithBots = (folder: string, count: number): void => {
  openDatabase(folder).close();
  const database = new DatabaseSync(join(folder, 'service.sqlite'));
  database.exec(
    'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000; PRAGMA threads = 2',
  );
  const indexes = database
    .prepare(`SELECT name, sql FROM sqlite_schema WHERE tbl_name = 'items' AND sql LIKE 'CREATE INDEX%'`)
    .all();
  for (const { name } of indexes) database.exec(`DROP INDEX ${name}`);
  const insert = database.prepare('INSERT INTO items (pk, sk, item) VALUES (?, ?, ?)');
  database.exec('BEGIN');
  for (let n = 0; n < count; n += 1) insert.run(...rowOf(botAt(n)));
  database.exec('COMMIT');
  for (const { sql } of indexes) database.exec(String(sql));
  database.exec('PRAGMA journal_mode = WAL');
  database.close();
};
