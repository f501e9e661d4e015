import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../../lib/adapters/local/database.ts';
import { webhookQueue } from '../../../lib/adapters/local/queue.ts';
import { sqliteTable } from '../../../lib/adapters/local/table.ts';
import { startHousekeeping } from '../../../lib/local-home/background/housekeeping.ts';
import { webhookDeliveryRepository } from '../../../lib/storage/webhooks/webhook-deliveries.ts';
import { aWebhookMessage } from '../../lab/builders/webhook-message.ts';
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

it('removes webhooks that were given up of bots whose data was deleted, and of no others', async () => {
  await using folder = await aDataFolder();
  const database = openDatabase(folder.path);
  const of = (subject_id: string) => aWebhookMessage({ subject_id });
  const [deleted, kept] = [of('bot_01KJNWKZ00ABCDEFGHJKMNPQRS'), of('bot_01KJNWKZ01ABCDEFGHJKMNPQRS')];
  const queue = webhookQueue(database);
  await queue.send([deleted, kept, deleted].map((body) => ({ body })));
  database.run('UPDATE messages SET dead_since = ?', Date.now());
  await queue.send([{ body: deleted }]);
  await webhookDeliveryRepository(sqliteTable(database)).forget(deleted, new Date(Date.now() + dayMs));
  using _ = startHousekeeping(database, (fault) => {
    throw fault;
  });
  await expect.poll(() => queue.deadLetters().map(({ body }) => body)).toEqual([kept]);
  expect(queue.receive(10).map(({ body }) => body)).toEqual([deleted]);
  database.close();
});
