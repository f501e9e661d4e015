/** The one SQLite file that the service and its worker processes share. */
import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { changeWatch } from './changes/change-watch.ts';
import { faultMeant } from './database-faults.ts';
import { folderNames } from './folder-names.ts';
import { makePrivateFile, privateFolder } from './private-files.ts';
import { erasingSince, schemaVersion, takeSteps } from './schema/schema.ts';
import { lockService, ServiceRunsError } from './service-lock.ts';

export type Row = Record<string, SQLOutputValue>;

export interface TransactionOptions {
  /** It would only be carried out once more where a power cut took it back: nobody waits until the disk has it. */
  readonly repeatable?: boolean;
}

export interface LocalDatabase {
  /** The data folder that the file is in. */
  readonly folder: string;
  all(sql: string, ...values: SQLInputValue[]): Row[];
  get(sql: string, ...values: SQLInputValue[]): Row | undefined;
  /** Writes, and answers how many rows that touched. */
  run(sql: string, ...values: SQLInputValue[]): number;
  /** Carries out all of the work or none of it; no other process writes meanwhile. Nested calls join the outer one. */
  transaction<T>(work: () => T, options?: TransactionOptions): T;
  /** Calls soon after each change, whether this process wrote or another. */
  onChange(listener: () => void): () => void;
  /**
   * Moves what the write-ahead log holds to the database and empties the log, which keeps what was deleted or replaced
   * until then. Answers false while somebody else reads or writes: nobody is made to wait, and it is to be tried again.
   */
  emptyLog(): boolean;
  readonly isOpen: boolean;
  close(): void;
}

const busyTimeoutMs = 10_000;

// Both survive the end of a process; the second one, in a power cut, all but what was written last, and no part of that
// without what was written before it. https://sqlite.org/pragma.html#pragma_synchronous
const [durable, consistent] = ['FULL', 'NORMAL'];

const openFile = (path: string): DatabaseSync => {
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true });
  // FULL: what was acknowledged survives even a power cut; thousands of writes a second all the same.
  // secure_delete: what is deleted is overwritten with zeros, also in pages that nothing uses any more.
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${durable}; PRAGMA secure_delete = ON;`);
  return database;
};

/** The database holds what this program does not know. The message says what to do. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';
  constructor(path: string) {
    super(`${path} was written by a newer version of this program: update it, or use another data folder`);
  }
}

/** A service runs that knows no more than what the database holds now. The message says what to do. */
class OlderServiceError extends Error {
  override readonly name = 'OlderServiceError';
  constructor(folder: string, options: ErrorOptions) {
    super(
      `the service that runs on ${folder} is of an older version than this program: stop it first, or use the version that it is of`,
      options,
    );
  }
}

/** Keeps a service from the folder meanwhile. @throws OlderServiceError when one is there */
const withoutService = (folder: string): Disposable => {
  try {
    return lockService(folder);
  } catch (error) {
    throw error instanceof ServiceRunsError ? new OlderServiceError(folder, { cause: error }) : error;
  }
};

interface OpenOptions {
  /** This is the service that has the folder; others may find one there of another version. */
  readonly isOfService?: boolean;
}

const migrate = (database: DatabaseSync, path: string, { isOfService = false }: OpenOptions): void => {
  const version = (): number => Number(database.prepare('PRAGMA user_version').get()?.user_version);
  if (version() === schemaVersion) return;
  const isOlder = version() > 0 && version() < schemaVersion;
  using _ = isOlder && !isOfService ? withoutService(dirname(path)) : undefined;
  // What earlier programs deleted may still lie in pages that nothing uses. There can be no VACUUM in a transaction.
  if (version() > 0 && version() < erasingSince) database.exec('VACUUM');
  database.exec('BEGIN IMMEDIATE');
  try {
    if (version() > schemaVersion) {
      throw new NewerDatabaseError(path);
    }
    takeSteps(version(), schemaVersion, database);
    database.exec(`PRAGMA user_version = ${schemaVersion}; COMMIT`);
  } catch (error) {
    // SQLite has taken it back itself where the disk is full.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
};

const openedAt = (folder: string, path: string, options: OpenOptions): DatabaseSync => {
  let database: DatabaseSync | undefined;
  try {
    database = openFile(path);
    migrate(database, path, options);
    return database;
  } catch (error) {
    database?.close();
    throw faultMeant(folder, error);
  }
};

const open = (folder: string, options: OpenOptions): LocalDatabase => {
  mkdirSync(folder, privateFolder);
  const path = join(folder, folderNames.database);
  // Its log and its index get the mode that it has: https://sqlite.org/walformat.html
  makePrivateFile(path);
  const database = openedAt(folder, path, options);
  const statements = new Map<string, StatementSync>();
  const statement = (sql: string): StatementSync => {
    const known = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, known);
    return known;
  };
  // Changes with every commit of another connection to the file: https://sqlite.org/pragma.html#pragma_data_version
  const changes = changeWatch(`${path}-wal`, () => statement('PRAGMA data_version').get()?.data_version);

  const carryOut = <T>(work: () => T): T => {
    database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      database.exec('COMMIT');
      changes.touch();
      return result;
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      throw faultMeant(folder, error);
    }
  };
  const transaction = <T>(work: () => T, { repeatable = false }: TransactionOptions = {}): T => {
    if (database.isTransaction) return work();
    if (!repeatable) return carryOut(work);
    database.exec(`PRAGMA synchronous = ${consistent}`);
    try {
      return carryOut(work);
    } finally {
      database.exec(`PRAGMA synchronous = ${durable}`);
    }
  };
  const write = (sql: string, values: SQLInputValue[]) => {
    try {
      return statement(sql).run(...values);
    } catch (error) {
      throw faultMeant(folder, error);
    }
  };
  return {
    folder,
    all: (sql, ...values) => statement(sql).all(...values),
    get: (sql, ...values) => statement(sql).get(...values),
    run: (sql, ...values) => {
      const result = write(sql, values);
      if (!database.isTransaction) changes.touch();
      return Number(result.changes);
    },
    transaction,
    onChange: changes.onChange,
    emptyLog: () => {
      database.exec('PRAGMA busy_timeout = 0');
      try {
        // The first part keeps nobody from writing, so that the second, which does, has little to move.
        database.exec('PRAGMA wal_checkpoint(PASSIVE)');
        return database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;
      } finally {
        database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
      }
    },
    get isOpen() {
      return database.isOpen;
    },
    close: () => {
      changes.close();
      opened.delete(folder);
      if (database.isOpen) database.close();
    },
  };
};

const opened = new Map<string, LocalDatabase>();

/**
 * The database of a data folder, opened once per process. One of an older version is brought up to this one's, unless a service
 * of that version runs on it. @throws Error when the folder cannot be used
 */
export const openDatabase = (folder: string, options: OpenOptions = {}): LocalDatabase => {
  const path = resolve(folder);
  const database = opened.get(path) ?? open(path, options);
  opened.set(path, database);
  return database;
};
