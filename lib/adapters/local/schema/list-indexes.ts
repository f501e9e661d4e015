/** A step of the schema: the indices by which bots are found by link, key, state and `join_at`. */
import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

// Spelt out rather than taken from the table's port: what a step did once, it does for ever.
const columns = [
  'join_at_sk',
  'meeting_pk',
  'live_meeting_pk',
  'deduplication_pk',
  'live_deduplication_pk',
  'state_pk',
] as const;
const indexes = {
  by_join_at: ['listing_pk', 'join_at_sk'],
  by_meeting: ['meeting_pk', 'listing_sk'],
  by_live_meeting: ['live_meeting_pk', 'listing_sk'],
  by_deduplication_key: ['deduplication_pk', 'listing_sk'],
  by_live_deduplication_key: ['live_deduplication_pk', 'listing_sk'],
  by_state: ['state_pk', 'listing_sk'],
  by_state_and_join_at: ['state_pk', 'join_at_sk'],
} as const;

const isFinished = `item ->> '$.state' IN ('ended', 'fatal_error', 'data_deleted')`;
const project = `'project#' || (item ->> '$.project_id')`;
const shard = `((unicode(substr(item ->> '$.id', -1)) + unicode(substr(item ->> '$.id', -2, 1))) % 2)`;
const values: Record<(typeof columns)[number], string> = {
  join_at_sk: `(item ->> '$.join_at') || '#' || (item ->> '$.id')`,
  meeting_pk: `${project} || '#meeting#' || sha256(item ->> '$.meeting_url')`,
  live_meeting_pk: `iif(${isFinished}, NULL, ${project} || '#meeting#' || sha256(item ->> '$.meeting_url'))`,
  deduplication_pk: `${project} || '#bots#deduplication#' || (item ->> '$.deduplication_key')`,
  live_deduplication_pk: `iif(${isFinished}, NULL, ${project} || '#bots#deduplication#' || (item ->> '$.deduplication_key'))`,
  state_pk: `${project} || '#state#' || (item ->> '$.state') || '#' || ${shard}`,
};

/** Adds the indices, and the bots that are there already to them. */
export const addListIndexes = (database: DatabaseSync): void => {
  database.function('sha256', { deterministic: true }, (text) =>
    createHash('sha256').update(String(text)).digest('base64url'),
  );
  for (const column of columns) {
    database.exec(`ALTER TABLE items ADD COLUMN ${column} TEXT AS (item ->> '$.${column}')`);
  }
  // json_patch leaves out what is null: a bot that is finished, or has no key, is in fewer indices.
  const patch = columns.map((column) => `'${column}', ${values[column]}`).join(', ');
  database.exec(`UPDATE items SET item = json_patch(item, json_object(${patch})) WHERE item ->> '$.kind' = 'bot'`);
  for (const [name, [pk, sk]] of Object.entries(indexes)) {
    database.exec(`CREATE INDEX items_${name} ON items (${pk}, ${sk}) WHERE ${pk} IS NOT NULL AND ${sk} IS NOT NULL`);
  }
};
