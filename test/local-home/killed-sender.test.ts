import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it, vi } from 'vitest';
import { openDatabase } from '../../lib/adapters/local/database.ts';
import { openMasterKey } from '../../lib/adapters/local/master-key.ts';
import { slowWebhookQueue, webhookQueue } from '../../lib/adapters/local/queue.ts';
import { sqliteTable } from '../../lib/adapters/local/table.ts';
import type { WebhookMessage } from '../../lib/domain/webhook/webhook-delivery.ts';
import { projectRepository } from '../../lib/storage/projects.ts';
import { envelopeSecretBox } from '../../lib/storage/secrets/secret-box.ts';
import { webhookDeliveryRepository } from '../../lib/storage/webhooks/webhook-deliveries.ts';
import { newWebhookSecret } from '../../lib/webhooks/signature.ts';
import { aDelivery, aWebhookMessage } from '../lab/builders/webhook-message.ts';
import { aDataFolder } from '../lab/hosts/data-folder.ts';
import { aWebhookReceiver } from '../lab/hosts/webhook-receiver.ts';

const program = fileURLToPath(new URL('fixtures/doomed-webhooks.ts', import.meta.url));

it('retries that are hours away survive kill -9, and are made when their time has come', async () => {
  await using folder = await aDataFolder();
  vi.stubEnv('DATA_DIR', folder.path);
  const database = openDatabase(folder.path);
  const table = sqliteTable(database);
  const deliveries = webhookDeliveryRepository(table);
  await using receiver = await aWebhookReceiver((response, _, count) => {
    if (count === 1) response.writeHead(503, { 'retry-after': '36000' });
    response.end();
  });
  const message = aWebhookMessage({ url: `${receiver.url}/`, not_before: new Date().toISOString() });
  const { project_id: id } = message;
  const created_at = new Date().toISOString();
  const webhook_secret_sealed = await envelopeSecretBox({ masterKey: openMasterKey(), table }).seal(
    id,
    newWebhookSecret(),
  );
  await projectRepository(table).create({ id, name: 'p', webhook_secret_sealed, created_at });

  const start = async () => {
    const told = { DATA_DIR: folder.path, BASE_URL: 'http://localhost:3000', ALLOW_LOOPBACK_WEBHOOKS: 'true' };
    const env = { ...process.env, ...told };
    const child = fork(program, {
      execArgv: ['--conditions=local'],
      env,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    await once(child, 'message');
    return {
      async [Symbol.asyncDispose]() {
        child.kill('SIGKILL');
        await once(child, 'exit');
      },
    };
  };
  const kept = () => deliveries.get(message, aDelivery().idempotency_key);
  const queued = () => database.all("SELECT id, body, visible_at FROM messages WHERE queue = 'webhooks-slow'");
  {
    await using _ = await start();
    await webhookQueue(database).send([{ body: message, group: 'g' }]);
    await expect.poll(async () => (await kept())?.state).toBe('retrying');
    // One message, the retry: the one before is acknowledged.
    await expect.poll(() => database.all('SELECT queue FROM messages')).toEqual([{ queue: 'webhooks-slow' }]);
  }
  const [row] = queued();
  const retry = JSON.parse(String(row?.body)) as WebhookMessage;
  const hours = (Date.parse(retry.not_before) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(9.9);
  // The queue delays by a quarter of an hour at most: each time the message comes up early and is put off again.
  const makeDue = () => database.run('UPDATE messages SET visible_at = 0');
  {
    makeDue();
    await using _ = await start();
    await expect.poll(() => queued()[0]?.id).not.toBe(row?.id);
    await expect.poll(() => queued()).toHaveLength(1);
  }
  expect(receiver.received).toHaveLength(1);
  const due = { ...retry, not_before: new Date().toISOString() };
  database.run("UPDATE messages SET body = ? WHERE queue = 'webhooks-slow'", JSON.stringify(due));
  {
    makeDue();
    await using _ = await start();
    await expect.poll(async () => (await kept())?.state).toBe('delivered');
  }
  expect(receiver.received.map(({ headers, body }) => [headers['webhook-id'], body])).toEqual(
    Array(2).fill([aDelivery().idempotency_key, aDelivery().body]),
  );
  expect(slowWebhookQueue(database).deadLetters()).toEqual([]);
  database.close();
  vi.unstubAllEnvs();
});
