import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../lib/adapters/local/database.ts';
import { takeSteps } from '../../../lib/adapters/local/schema/schema.ts';
import { removeExpired, sqliteTable } from '../../../lib/adapters/local/table.ts';
import { indexKeysOf } from '../../../lib/storage/bots/bot-indexes.ts';
import { botOfItem } from '../../../lib/storage/bots/bot-item.ts';
import { apiKeyRepository, projectRepository } from '../../../lib/storage/projects.ts';
import { webhookDeliveryRepository } from '../../../lib/storage/webhooks/webhook-deliveries.ts';
import { itemsBeforeVersions } from '../../lab/builders/stored-items.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { aDataFolder } from '../../lab/hosts/data-folder.ts';

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

  // Which attributes of the lists items had in an older version of the schema.
  it.each([
    [2, /^(listing_pk|listing_sk)$/],
    [5, /_[ps]k$/],
  ])('that a program of version %i of the schema wrote are found by every list', async (version, listed) => {
    await using folder = await aDataFolder();
    const { items } = await itemsBeforeVersions();
    const old = new DatabaseSync(join(folder.path, 'service.sqlite'));
    takeSteps(0, version, old);
    const insert = old.prepare('INSERT INTO items (pk, sk, item) VALUES (?, ?, ?)');
    for (const item of items) {
      const known = Object.entries(item).filter(([name]) => !/_[ps]k$/.test(name) || listed.test(name));
      insert.run(item.pk, item.sk, JSON.stringify(Object.fromEntries(known)));
    }
    old.exec(`PRAGMA user_version = ${version}`);
    old.close();
    const database = openDatabase(folder.path);
    const table = sqliteTable(database);
    for (const item of items) {
      const now = (await table.get(item)) ?? { pk: '', sk: '' };
      const listings = Object.entries(now).filter(([name]) => /_[ps]k$/.test(name));
      expect(listings.filter(([name]) => !name.startsWith('gsi'))).toEqual([]);
      const bot = botOfItem(now);
      if (bot) expect(Object.fromEntries(listings)).toEqual(indexKeysOf(bot));
    }
    const { id: project_id } = (await projectRepository(table).list())[0] ?? { id: '' };
    expect(await projectRepository(table).list()).toHaveLength(1);
    expect((await apiKeyRepository(table).list(project_id)).map(({ id }) => id)).toEqual([
      'key_01KJNWKZ00ABCDEFGHJKMNPQRS',
      'key_01KJNWKZ01ABCDEFGHJKMNPQRS',
    ]);
    expect(
      (await webhookDeliveryRepository(table).troubled(project_id, { limit: 10 })).deliveries.map(({ state }) => state),
    ).toEqual(['failed', 'retrying']);
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
