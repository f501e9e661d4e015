/**
 * What changed in the table, told to each of several consumers at least once, and item by item in order. Each consumer
 * has its own durable place: a row per change that it has not dealt with. A change goes when no consumer needs it.
 */
import type { Item, ItemChange, Key } from '../../../ports/table.ts';
import { pauseAfter } from '../../../process/retry.ts';
import type { LocalDatabase } from '../database.ts';

export interface FeedRecord extends ItemChange {
  /** Ascending in the order of the writes. */
  readonly sequence: number;
  readonly key: Key;
  readonly changed_at: Date;
}

/** As long as a stream of DynamoDB keeps its records. */
const longestKeptMs = 24 * 3600 * 1000;
const backoff = { first_ms: 200, longest_ms: 60_000 };

/** Appends a change for every consumer there is. Belongs into the transaction of the write. */
export const recordChange = (database: LocalDatabase, { pk, sk }: Key, change: ItemChange, at: Date): void => {
  const text = (item: Item | undefined): string | null => (item ? JSON.stringify(item) : null);
  const isWanted = database.run(
    `INSERT INTO changes (pk, sk, changed_at, old, new)
     SELECT ?, ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM change_consumers)`,
    pk,
    sk,
    at.getTime(),
    text(change.old),
    text(change.new),
  );
  if (!isWanted) return;
  database.run(
    `INSERT INTO change_deliveries (consumer, change, pk, due_at)
     SELECT name, last_insert_rowid(), ?, 0 FROM change_consumers`,
    pk,
  );
};

export interface FeedConsumer {
  /** The next changes to deal with, oldest first. An item with a change that waits to be repeated is passed over. */
  take(atMost: number, now: Date): FeedRecord[];
  /**
   * Notes how a batch went. From the first failed record on nothing counts as done, as with a stream of DynamoDB; the
   * failed ones are repeated after a pause, and given up, in the answer, once they are a day old.
   */
  settle(batch: readonly FeedRecord[], failed: ReadonlySet<number>, now: Date): FeedRecord[];
  /** When something put off is due again. */
  nextDue(now: Date): Date | undefined;
}

const imageOf = (text: unknown): Item | undefined =>
  typeof text === 'string' ? (JSON.parse(text) as Item) : undefined;

/**
 * Has a consumer deal with what one of an earlier version has left of items of a kind. Nothing is told under that one's name
 * any more. Safe to repeat.
 */
export const inheritChanges = (database: LocalDatabase, name: string, former: string, kind: string): void =>
  database.transaction(() => {
    database.run('INSERT OR IGNORE INTO change_consumers (name) VALUES (?)', name);
    database.run(
      `UPDATE OR IGNORE change_deliveries SET consumer = ?
       WHERE consumer = ? AND change IN (SELECT id FROM changes WHERE coalesce(new, old) ->> '$.kind' = ?)`,
      name,
      former,
      kind,
    );
    // What else it was told goes with it.
    database.run('DELETE FROM change_consumers WHERE name = ?', former);
  });

/** Registers a consumer under a name that stays the same over restarts; it is told whatever changes from then on. */
export const feedConsumer = (database: LocalDatabase, name: string): FeedConsumer => {
  database.run('INSERT OR IGNORE INTO change_consumers (name) VALUES (?)', name);

  const done = ({ sequence }: FeedRecord): unknown =>
    database.run('DELETE FROM change_deliveries WHERE consumer = ? AND change = ?', name, sequence);

  const putOff = ({ sequence }: FeedRecord, now: Date): void => {
    const row = database.get(
      'SELECT attempts FROM change_deliveries WHERE consumer = ? AND change = ?',
      name,
      sequence,
    );
    const attempts = Number(row?.attempts ?? 0) + 1;
    const pause = pauseAfter(attempts, backoff);
    database.run(
      'UPDATE change_deliveries SET attempts = ?, due_at = ? WHERE consumer = ? AND change = ?',
      attempts,
      now.getTime() + pause,
      name,
      sequence,
    );
  };

  return {
    take: (atMost, now) =>
      database
        .all(
          `SELECT c.* FROM change_deliveries d JOIN changes c ON c.id = d.change
           WHERE d.consumer = ?1 AND d.due_at <= ?2 AND NOT EXISTS (
             SELECT 1 FROM change_deliveries e
             WHERE e.consumer = ?1 AND e.pk = d.pk AND e.change < d.change AND e.attempts > 0 AND e.due_at > ?2)
           ORDER BY d.change LIMIT ?3`,
          name,
          now.getTime(),
          atMost,
        )
        .map(({ id, pk, sk, changed_at, old, new: after }) => ({
          sequence: Number(id),
          key: { pk: String(pk), sk: String(sk) },
          changed_at: new Date(Number(changed_at)),
          old: imageOf(old),
          new: imageOf(after),
        })),

    settle: (batch, failed, now) =>
      database.transaction(
        () => {
          const first = batch.findIndex(({ sequence }) => failed.has(sequence));
          for (const record of first < 0 ? batch : batch.slice(0, first)) done(record);
          const refused = first < 0 ? [] : batch.slice(first).filter(({ sequence }) => failed.has(sequence));
          const isOld = ({ changed_at }: FeedRecord): boolean => now.getTime() - changed_at.getTime() > longestKeptMs;
          const givenUp = refused.filter(isOld);
          for (const record of refused) isOld(record) ? done(record) : putOff(record, now);
          return givenUp;
        },
        // Whoever is told of a change is told at least once.
        { repeatable: true },
      ),

    nextDue: (now) => {
      const row = database.get(
        'SELECT min(due_at) AS due_at FROM change_deliveries WHERE consumer = ? AND attempts > 0 AND due_at > ?',
        name,
        now.getTime(),
      );
      return row?.due_at == null ? undefined : new Date(Number(row.due_at));
    },
  };
};
