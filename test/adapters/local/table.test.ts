import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../lib/adapters/local/database.ts';
import { removeExpired, sqliteTable } from '../../../lib/adapters/local/table.ts';
import { describeTable } from '../../contracts/table.ts';
import { aClock } from '../../support/clock.ts';
import { aDataFolder } from '../../support/data-folder.ts';

describeTable('in SQLite', async () => {
  const folder = await aDataFolder();
  const database = openDatabase(folder.path);
  return {
    table: sqliteTable(database),
    close: async () => {
      database.close();
      await folder[Symbol.asyncDispose]();
    },
  };
});

describe('items in SQLite', () => {
  it('are there when the file is opened again', async () => {
    await using folder = await aDataFolder();
    const item = { pk: 'p', sk: 's', n: 1 };
    const before = openDatabase(folder.path);
    await sqliteTable(before).write({ put: item });
    before.close();
    const after = openDatabase(folder.path);
    expect(after).not.toBe(before);
    expect(await sqliteTable(after).get(item)).toEqual(item);
    after.close();
  });

  it('are removed once they have expired', async () => {
    await using folder = await aDataFolder();
    const database = openDatabase(folder.path);
    const clock = aClock();
    const table = sqliteTable(database, clock);
    const now = clock.now().getTime() / 1000;
    await table.write({ put: { pk: 'p', sk: 'a', expires_at: now + 10 } }, { put: { pk: 'p', sk: 'b' } });
    expect(removeExpired(database, clock.now())).toBe(0);
    clock.advance(10);
    expect(removeExpired(database, clock.now())).toBe(1);
    expect(database.all('SELECT sk FROM items')).toEqual([{ __proto__: null, sk: 'b' }]);
    database.close();
  });

  it('that a newer version of the program wrote are left alone', async () => {
    await using folder = await aDataFolder();
    const database = openDatabase(folder.path);
    database.run('PRAGMA user_version = 9999');
    database.close();
    expect(() => openDatabase(folder.path)).toThrow(/newer version of this program/);
  });
});
