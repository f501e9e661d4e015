import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { type LocalDatabase, openDatabase } from '../../../lib/adapters/local/database.ts';
import { takeSteps } from '../../../lib/adapters/local/schema/schema.ts';
import { sqliteTable } from '../../../lib/adapters/local/table.ts';
import { aDataFolder } from '../../lab/hosts/data-folder.ts';

const canary = 'nobody is to read this again';
const item = { pk: 'p', sk: 's', text: canary };

describe('what is deleted', () => {
  it('is gone from the log and the database once the log is emptied, for which nobody waits', async () => {
    await using folder = await aDataFolder();
    const database = openDatabase(folder.path);
    const table = sqliteTable(database);
    const log = join(folder.path, 'service.sqlite-wal');
    await table.write({ put: item });
    const reader = new DatabaseSync(join(folder.path, 'service.sqlite'));
    reader.exec('BEGIN');
    expect(reader.prepare('SELECT count(*) AS n FROM items').get()?.n).toBe(1);
    await table.write({ delete: item });
    expect(database.emptyLog()).toBe(false);
    expect((await readFile(log)).includes(canary)).toBe(true);
    reader.exec('COMMIT');
    expect(database.emptyLog()).toBe(true);
    expect((await stat(log)).size).toBe(0);
    expect((await readFile(join(folder.path, 'service.sqlite'))).includes(canary)).toBe(false);
    // Whoever writes while another does still waits its turn.
    expect(database.get('PRAGMA busy_timeout')).toEqual({ __proto__: null, timeout: 10_000 });
    reader.close();
    database.close();
  });

  it('was left in the file by earlier programs, and is cleared away when the file is first opened', async () => {
    await using folder = await aDataFolder();
    const path = join(folder.path, 'service.sqlite');
    const old = new DatabaseSync(path);
    takeSteps(0, 5, old);
    old.exec('PRAGMA user_version = 5');
    old.prepare('INSERT INTO items (pk, sk, item) VALUES (?, ?, ?)').run(item.pk, item.sk, JSON.stringify(item));
    old.exec('DELETE FROM items');
    old.close();
    expect((await readFile(path)).includes(canary)).toBe(true);
    const database = openDatabase(folder.path);
    expect(database.emptyLog()).toBe(true);
    expect((await readFile(path)).includes(canary)).toBe(false);
    database.close();
  });
});

describe('a transaction', () => {
  // https://sqlite.org/pragma.html#pragma_synchronous
  const [normal, full] = [1, 2];
  const synchronous = (database: LocalDatabase) => database.get('PRAGMA synchronous')?.synchronous;

  it('is on the disk when it ends, with what it is nested in', async () => {
    await using folder = await aDataFolder();
    const database = openDatabase(folder.path);
    const nested = () => database.transaction(() => synchronous(database), { repeatable: true });
    expect(database.transaction(() => [synchronous(database), nested()])).toEqual([full, full]);
    database.close();
  });

  it('is not waited for until it is there where it would be repeated, and what comes after it is', async () => {
    await using folder = await aDataFolder();
    const database = openDatabase(folder.path);
    const repeatable = { repeatable: true };
    expect(database.transaction(() => synchronous(database), repeatable)).toBe(normal);
    expect(synchronous(database)).toBe(full);
    const failing = () => {
      throw new RangeError('no');
    };
    expect(() => database.transaction(failing, repeatable)).toThrow(RangeError);
    expect(database.transaction(() => synchronous(database))).toBe(full);
    database.close();
  });
});
