import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../../lib/adapters/local/database.ts';
import { openMasterKey } from '../../../lib/adapters/local/master-key.ts';
import { type ReceivableQueue, slowWebhookQueue, webhookQueue } from '../../../lib/adapters/local/queue.ts';
import { openTable } from '../../../lib/adapters/local/table.ts';
import type { Bot } from '../../../lib/domain/bot/bot.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { projectRepository } from '../../../lib/storage/projects.ts';
import { envelopeSecretBox } from '../../../lib/storage/secrets/secret-box.ts';
import { newWebhookSecret } from '../../../lib/webhooks/signature.ts';
import { aQueueEvent, aStreamEvent } from '../../lab/builders/events.ts';
import { aBot } from '../../lab/builders/records.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';
import { aDataFolder } from '../../lab/hosts/data-folder.ts';
import { aWebhookReceiver } from '../../lab/hosts/webhook-receiver.ts';

const log = vi.hoisted(() => ({ routine: vi.fn(), info: vi.fn(), error: vi.fn() }));
vi.mock('../../../lib/process/log.ts', () => ({ log }));

/** The changes that storing a bot makes in the table. */
const changesOf = async (bot: Bot) => {
  const table = memoryTable();
  await botRepository(table).create(bot);
  return table.changes;
};

describe('the functions of webhooks, on one machine', () => {
  const secret = newWebhookSecret();
  let folder: Awaited<ReturnType<typeof aDataFolder>>;
  let queue: ReceivableQueue;
  let fanOut: typeof import('../../../lambdas/webhooks/fan-out.ts').handler;
  let deliver: typeof import('../../../lambdas/webhooks/deliver.ts').handler;

  beforeAll(async () => {
    folder = await aDataFolder();
    vi.stubEnv('DATA_DIR', folder.path);
    vi.stubEnv('BASE_URL', 'http://localhost:3000');
    vi.stubEnv('ALLOW_LOOPBACK_WEBHOOKS', 'true');
    const { project_id } = aBot();
    await projectRepository(openTable()).create({
      id: project_id,
      name: 'test',
      webhook_secret_sealed: await envelopeSecretBox({ masterKey: openMasterKey(), table: openTable() }).seal(
        project_id,
        secret,
      ),
      created_at: '2026-03-02T09:00:00.000Z',
    });
    queue = webhookQueue(openDatabase(folder.path));
    fanOut = (await import('../../../lambdas/webhooks/fan-out.ts')).handler;
    deliver = (await import('../../../lambdas/webhooks/deliver.ts')).handler;
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    openDatabase(folder.path).close();
    await folder[Symbol.asyncDispose]();
  });

  const queued = () =>
    queue.receive(10).map((message) => {
      queue.acknowledge(message);
      return JSON.stringify(message.body);
    });

  it('carry a new bot to its subscriber, signed, and seen twice under one id', async () => {
    await using receiver = await aWebhookReceiver();
    const changes = await changesOf(
      aBot({ webhooks: [{ url: `${receiver.url}/hook`, triggers: ['bot.state_change'] }] }),
    );
    for (const _ of [1, 2]) expect(await fanOut(aStreamEvent(...changes))).toEqual({ batchItemFailures: [] });
    expect(await deliver(aQueueEvent(...queued()))).toEqual({ batchItemFailures: [] });
    expect(receiver.received).toHaveLength(2);
    const [first, second] = receiver.received.map(({ headers, body }) => {
      expect(headers['webhook-id']).toBe(JSON.parse(body).idempotency_key);
      return new Webhook(secret).verify(body, headers);
    });
    expect(first).toMatchObject({ bot_id: aBot().id, trigger: 'bot.state_change', data: { new_state: 'joining' } });
    expect(second).toEqual(first);
    expect(log.routine).toHaveBeenCalledWith('webhook', expect.objectContaining({ outcome: 'delivered', attempt: 1 }));
    expect(log.info).not.toHaveBeenCalled();
  });

  it('report only what cannot be delivered through our own fault', async () => {
    await using receiver = await aWebhookReceiver((response) => response.writeHead(500).end());
    const subscription = { url: receiver.url, triggers: ['bot.state_change' as const] };
    const known = await changesOf(aBot({ webhooks: [subscription] }));
    const unknown = await changesOf(aBot({ project_id: 'prj_of_nobody', webhooks: [subscription] }));
    await fanOut(aStreamEvent(...known, ...unknown));
    const messages = queued().sort((a, b) => Number(a.includes('prj_of_nobody')) - Number(b.includes('prj_of_nobody')));
    const began_ms = Date.now();
    expect(await deliver(aQueueEvent(...messages, '{"not":"a message"}'))).toEqual({
      batchItemFailures: [{ itemIdentifier: 'message-3' }],
    });
    expect(receiver.received).toHaveLength(1);
    expect(log.info).toHaveBeenCalledWith('webhook', expect.objectContaining({ attempt: 1, status: 500 }));
    expect(slowWebhookQueue(openDatabase(folder.path)).nextDue()?.getTime()).toBeGreaterThan(began_ms + 4_000);
  });
});
