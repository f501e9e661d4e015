import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../../lib/adapters/local/database.ts';
import { webhookQueue } from '../../../lib/adapters/local/queue.ts';
import { sqliteTable } from '../../../lib/adapters/local/table.ts';
import type { WebhookMessage } from '../../../lib/domain/webhook/webhook-delivery.ts';
import { startHousekeeping } from '../../../lib/local-home/background/housekeeping.ts';
import { webhookDeliveryRepository } from '../../../lib/storage/webhooks/webhook-deliveries.ts';
import { aDelivery, aWebhookMessage } from '../../lab/builders/webhook-message.ts';
import { aDataFolder } from '../../lab/hosts/data-folder.ts';

const dayMs = 24 * 3600 * 1000;

it('removes the logs of workers with the rows of their tasks, after 90 days', async () => {
  await using folder = await aDataFolder();
  const database = openDatabase(folder.path);
  const logs = join(folder.path, 'logs');
  await mkdir(logs);
  for (const [name, days] of [
    ['old.log', 91],
    ['young.log', 89],
  ] as const) {
    await writeFile(join(logs, name), '');
    const then = new Date(Date.now() - days * dayMs);
    await utimes(join(logs, name), then, then);
  }
  using _ = startHousekeeping(database, (fault) => {
    throw fault;
  });
  await expect.poll(() => readdir(logs)).toEqual(['young.log']);
  database.close();
});

it('removes webhooks that were given up and tell what was deleted with the data of their bot, and no others', async () => {
  await using folder = await aDataFolder();
  const database = openDatabase(folder.path);
  const said = aDelivery({ idempotency_key: '3a3e3c52-6f5c-5d6e-9a51-2f5d1f7f0a12', trigger: 'transcript.update' });
  const of = (subject_id: string, ...deliveries: WebhookMessage['deliveries']) =>
    aWebhookMessage({ subject_id, deliveries });
  const deleted = of('bot_01KJNWKZ00ABCDEFGHJKMNPQRS', said);
  const both = { ...deleted, deliveries: [said, aDelivery()] };
  const state = { ...deleted, deliveries: [aDelivery()] };
  const stateAlone = { ...deleted, deliveries: [aDelivery({ identity: 'event#2' })] };
  const kept = of('bot_01KJNWKZ01ABCDEFGHJKMNPQRS', said);
  const queue = webhookQueue(database);
  await queue.send([deleted, kept, deleted, both, stateAlone].map((body) => ({ body })));
  database.run('UPDATE messages SET dead_since = ?', Date.now());
  await queue.send([{ body: deleted }]);
  await webhookDeliveryRepository(sqliteTable(database)).forget(deleted, new Date(Date.now() + dayMs));
  using _ = startHousekeeping(database, (fault) => {
    throw fault;
  });
  const left = () => new Set(queue.deadLetters().map(({ body }) => body));
  await expect.poll(left).toEqual(new Set([kept, state, stateAlone]));
  expect(queue.receive(10).map(({ body }) => body)).toEqual([deleted]);
  database.close();
});

it('removes what has expired in parts, so that others have their turn', async () => {
  await using folder = await aDataFolder();
  const database = openDatabase(folder.path);
  database.transaction(() => {
    for (let i = 0; i < 501; i += 1) {
      const item = { pk: 'prj_1', sk: `old#${i}`, expires_at: 1 };
      database.run('INSERT INTO items (pk, sk, item) VALUES (?, ?, ?)', item.pk, item.sk, JSON.stringify(item));
    }
  });
  using _ = startHousekeeping(database, (fault) => {
    throw fault;
  });
  const left = () => database.get('SELECT count(*) AS items FROM items')?.items;
  expect(left()).toBe(1);
  await expect.poll(left).toBe(0);
  database.close();
});
