import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../lib/adapters/local/database.ts';
import { takeSteps } from '../../../lib/adapters/local/schema.ts';
import { removeExpired, sqliteTable } from '../../../lib/adapters/local/table.ts';
import { tableIndexes } from '../../../lib/ports/table.ts';
import { botRepository } from '../../../lib/storage/bots.ts';
import { createListBots } from '../../../lib/usecases/bots/list-bots.ts';
import { describeTable } from '../../contracts/table.ts';
import { aBot } from '../../lab/builders/records.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';
import { aDataFolder } from '../../lab/hosts/data-folder.ts';

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

  it('that an older version of the program wrote are found by every list', async () => {
    await using folder = await aDataFolder();
    const bots = [
      aBot({ id: 'bot_01KJNWKZ00ABCDEFGHJKMNPQRS', deduplication_key: 'a ключ' }),
      aBot({ id: 'bot_01KJNWKZ01ABCDEFGHJKMNPQR0', state: 'ended', deduplication_key: 'a ключ' }),
      aBot({ id: 'bot_01KJNWKZ02ABCDEFGHJKMNPQ00', state: 'fatal_error', metadata: { nothing: null } }),
      aBot({ id: 'bot_01KJNWKZ03ABCDEFGHJKMNPQ00', state: 'joined_recording', participant_id: 'p-1' }),
      aBot({ id: 'bot_01KJNWKZ04ABCDEFGHJKMNPQ00', state: 'ended', participant_id: 'p-1' }),
    ];
    const fresh = memoryTable();
    for (const bot of [...bots].reverse()) {
      await botRepository(fresh).create({ ...bot, deduplication_key: null });
      await botRepository(fresh).save(bot, bot);
    }
    const old = new DatabaseSync(join(folder.path, 'service.sqlite'));
    takeSteps(0, 2, old);
    const insert = old.prepare('INSERT INTO items (pk, sk, item) VALUES (?, ?, ?)');
    const added = new Set<string>(Object.values(tableIndexes).flatMap(({ pk, sk }) => [pk, sk]));
    const keptNames = new Set(['listing_pk', 'listing_sk']);
    for (const item of fresh.items()) {
      const known = Object.entries(item).filter(([name]) => keptNames.has(name) || !added.has(name));
      insert.run(item.pk, item.sk, JSON.stringify(Object.fromEntries(known)));
    }
    old.exec('PRAGMA user_version = 2');
    old.close();
    const database = openDatabase(folder.path);
    const stored = database.all('SELECT item FROM items ORDER BY pk').map(({ item }) => JSON.parse(String(item)));
    expect(stored).toEqual(fresh.items());
    const list = createListBots({ bots: botRepository(sqliteTable(database)), hosts: {} });
    const { results } = await list(aBot().project_id, {
      page_size: 5,
      filter: { deduplication_key: 'a ключ', states: ['joining'] },
    });
    expect(results).toEqual(bots.slice(0, 1));
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
