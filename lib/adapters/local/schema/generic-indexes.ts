/** A step of the schema: seven indices that mean nothing by themselves take the place of nine that had a meaning each. */
import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

// All of it is spelt out rather than taken from where it is in use: what a step did once, it does for ever.
const formerIndexes = [
  'listing',
  'by_join_at',
  'by_meeting',
  'by_live_meeting',
  'by_presence',
  'by_deduplication_key',
  'by_live_deduplication_key',
  'by_state',
  'by_state_and_join_at',
] as const;
const formerColumns = [
  'listing_pk',
  'listing_sk',
  'join_at_sk',
  'meeting_pk',
  'live_meeting_pk',
  'present_pk',
  'deduplication_pk',
  'live_deduplication_pk',
  'state_pk',
] as const;

const id = `(item ->> '$.id')`;
const project = `(item ->> '$.project_id')`;
const joinAt = `(item ->> '$.join_at') || '#' || ${id}`;
const shard = `((unicode(substr(${id}, -1)) + unicode(substr(${id}, -2, 1))) % 2)`;
const state = `${project} || '#bots#' || (item ->> '$.state') || '#' || ${shard}`;
const meeting = `${project} || '#bots#meeting#' || substr(sha256(item ->> '$.meeting_url'), 1, 22)`;
const isFinished = `item ->> '$.state' IN ('ended', 'fatal_error', 'data_deleted')`;
const presence = `iif(item ->> '$.participant_id' IS NULL, '#coming', '#present')`;
const key = `item ->> '$.deduplication_key'`;

type Place = readonly [partition: string, position: string];

/** The lists that items of each kind stand in, in the order of the indices. What is null is no place. */
const listsOf: Readonly<Record<string, readonly Place[]>> = {
  project: [[`'projects'`, id]],
  api_key: [[`${project} || '#api_keys'`, id]],
  webhook_delivery: [
    [`${project} || '#webhook_deliveries'`, `(item ->> '$.created_at') || '#' || (item ->> '$.idempotency_key')`],
  ],
  bot: [
    [`${project} || '#bots'`, id],
    [`${project} || '#bots'`, joinAt],
    [state, id],
    [state, joinAt],
    [meeting, id],
    [`iif(${isFinished}, NULL, ${meeting} || ${presence})`, `iif(${isFinished}, NULL, ${id})`],
    [`${project} || '#bots#deduplication#' || (${key})`, `iif(${key} IS NULL, NULL, ${id})`],
  ],
};

/** Exchanges the indices, and puts the items that are there already into their lists. */
export const exchangeIndexes = (database: DatabaseSync): void => {
  database.function('sha256', { deterministic: true }, (text) =>
    createHash('sha256').update(String(text)).digest('base64url'),
  );
  for (const name of formerIndexes) database.exec(`DROP INDEX items_${name}`);
  for (const column of formerColumns) database.exec(`ALTER TABLE items DROP COLUMN ${column}`);
  const former = formerColumns.map((column) => `'$.${column}'`).join(', ');
  for (const [kind, places] of Object.entries(listsOf)) {
    const attributes = places.flatMap(([partition, position], i) => [
      `'gsi${i + 1}_pk', ${partition}`,
      `'gsi${i + 1}_sk', ${position}`,
    ]);
    // json_patch leaves out what is null.
    const listed = `json_patch(json_remove(item, ${former}), json_object(${attributes.join(', ')}))`;
    database.exec(`UPDATE items SET item = ${listed} WHERE item ->> '$.kind' = '${kind}'`);
  }
  for (let n = 1; n <= 7; n += 1) {
    const [pk, sk] = [`gsi${n}_pk`, `gsi${n}_sk`];
    for (const column of [pk, sk]) {
      database.exec(`ALTER TABLE items ADD COLUMN ${column} TEXT AS (item ->> '$.${column}')`);
    }
    database.exec(`CREATE INDEX items_gsi${n} ON items (${pk}, ${sk}) WHERE ${pk} IS NOT NULL AND ${sk} IS NOT NULL`);
  }
};
