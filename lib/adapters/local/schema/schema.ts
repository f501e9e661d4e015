/** The tables of the one-machine home. A change of the schema is a new step at the end, never a change of one. */
import type { DatabaseSync } from 'node:sqlite';
import { exchangeIndexes } from './generic-indexes.ts';
import { addListIndexes } from './list-indexes.ts';

/** Statements, or what carries out more than statements can say. */
type Step = string | ((database: DatabaseSync) => void);

const erasesWhatItDeletes = '-- Nothing of the schema changes: the file is cleared once of what was deleted before.';

const steps: readonly Step[] = [
  `
  -- The single table; generated columns serve the index and the expiry.
  CREATE TABLE items (
    pk TEXT NOT NULL,
    sk TEXT NOT NULL,
    item TEXT NOT NULL,
    listing_pk TEXT AS (item ->> '$.listing_pk'),
    listing_sk TEXT AS (item ->> '$.listing_sk'),
    expires_at REAL AS (CASE WHEN json_type(item, '$.expires_at') IN ('integer', 'real') THEN item ->> '$.expires_at' END),
    PRIMARY KEY (pk, sk)
  );
  CREATE INDEX items_listing ON items (listing_pk, listing_sk) WHERE listing_pk IS NOT NULL AND listing_sk IS NOT NULL;
  CREATE INDEX items_expiry ON items (expires_at) WHERE expires_at IS NOT NULL;

  -- What changed, kept while some consumer has not been told.
  CREATE TABLE changes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    pk TEXT NOT NULL,
    sk TEXT NOT NULL,
    changed_at INTEGER NOT NULL,
    old TEXT,
    new TEXT
  );
  CREATE TABLE change_consumers (name TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE TABLE change_deliveries (
    consumer TEXT NOT NULL REFERENCES change_consumers (name) ON DELETE CASCADE,
    change INTEGER NOT NULL REFERENCES changes (id),
    pk TEXT NOT NULL,
    due_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (consumer, change)
  ) WITHOUT ROWID;
  CREATE INDEX change_deliveries_blocked ON change_deliveries (consumer, pk, change) WHERE attempts > 0;
  CREATE INDEX change_deliveries_by_change ON change_deliveries (change);
  CREATE TRIGGER changes_told AFTER DELETE ON change_deliveries
    WHEN NOT EXISTS (SELECT 1 FROM change_deliveries WHERE change = OLD.change)
    BEGIN DELETE FROM changes WHERE id = OLD.change; END;

  CREATE TABLE messages (
    id TEXT PRIMARY KEY,
    queue TEXT NOT NULL,
    body TEXT NOT NULL,
    sent_at INTEGER NOT NULL,
    visible_at INTEGER NOT NULL,
    receive_count INTEGER NOT NULL DEFAULT 0,
    first_received_at INTEGER,
    receipt TEXT,
    dead_since INTEGER
  ) WITHOUT ROWID;
  CREATE INDEX messages_waiting ON messages (queue, visible_at) WHERE dead_since IS NULL;

  CREATE TABLE media_types (name TEXT PRIMARY KEY, content_type TEXT NOT NULL) WITHOUT ROWID;

  CREATE TABLE executions (
    name TEXT PRIMARY KEY,
    status TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at INTEGER,
    state TEXT NOT NULL,
    data TEXT NOT NULL,
    entered_at INTEGER NOT NULL,
    retries TEXT NOT NULL DEFAULT '[]',
    token TEXT UNIQUE,
    returned INTEGER NOT NULL DEFAULT 0,
    timeout_at INTEGER,
    heartbeat_seconds INTEGER,
    silent_at INTEGER,
    outcome TEXT,
    wake_at INTEGER,
    error TEXT,
    cause TEXT
  ) WITHOUT ROWID;
  CREATE INDEX executions_due ON executions (wake_at) WHERE status = 'running';

  CREATE TABLE capture_tasks (
    id TEXT PRIMARY KEY,
    task_order TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    pid INTEGER NOT NULL,
    process_started TEXT,
    stopped_at INTEGER,
    exit_code INTEGER,
    stopped_reason TEXT,
    reported_at INTEGER,
    report_due_at INTEGER NOT NULL DEFAULT 0,
    report_attempts INTEGER NOT NULL DEFAULT 0
  ) WITHOUT ROWID;
  CREATE INDEX capture_tasks_open ON capture_tasks (stopped_at) WHERE reported_at IS NULL;
  `,
  `
  -- Whom a message is for, so that the messages of one do not hold up those of others.
  ALTER TABLE messages ADD COLUMN message_group TEXT NOT NULL DEFAULT '';
  `,
  addListIndexes,
  `
  CREATE INDEX messages_of_group ON messages (queue, message_group, visible_at) WHERE dead_since IS NULL;
  `,
  `
  -- The bots that a meeting shows among its participants, and those that were there already.
  ALTER TABLE items ADD COLUMN present_pk TEXT AS (item ->> '$.present_pk');
  UPDATE items SET item = json_set(item, '$.present_pk', live_meeting_pk)
    WHERE live_meeting_pk IS NOT NULL AND item ->> '$.participant_id' IS NOT NULL;
  CREATE INDEX items_by_presence ON items (present_pk, listing_sk) WHERE present_pk IS NOT NULL AND listing_sk IS NOT NULL;
  `,
  exchangeIndexes,
  erasesWhatItDeletes,
  `
  -- Orders for capture tasks that wait for their turn.
  CREATE TABLE capture_queue (
    id TEXT PRIMARY KEY,
    task_order TEXT NOT NULL,
    asked_at INTEGER NOT NULL
  ) WITHOUT ROWID;
  `,
];

/** The first version of which no program has left in the file what it deleted. */
export const erasingSince = steps.indexOf(erasesWhatItDeletes) + 1;

export const schemaVersion = steps.length;

/** Carries out the steps that lead from one version of the schema to another. */
export const takeSteps = (from: number, to: number, database: DatabaseSync): void => {
  for (const step of steps.slice(from, to)) {
    if (typeof step === 'string') database.exec(step);
    else step(database);
  }
};
