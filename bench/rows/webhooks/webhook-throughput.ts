/** Row 9: what a delivery costs the process that makes it: signing, sending over TLS, keeping the outcome. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Agent } from 'undici';
import { guardedConnector } from '../../../lib/net/address-guard.ts';
import { systemClock } from '../../../lib/ports/clock.ts';
import { webhookDeliveryRepository } from '../../../lib/storage/webhooks/webhook-deliveries.ts';
import { webhookSubscriptionRepository } from '../../../lib/storage/webhooks/webhook-subscriptions.ts';
import { createDeliverWebhook } from '../../../lib/usecases/webhooks/deliver-webhook.ts';
import { createSlowServers } from '../../../lib/usecases/webhooks/slow-servers.ts';
import { httpWebhookSender } from '../../../lib/webhooks/http-webhook-sender.ts';
import { newWebhookSecret } from '../../../lib/webhooks/signature.ts';
import { aDelivery, aWebhookMessage } from '../../../test/lab/builders/webhook-message.ts';
import { memoryQueue } from '../../../test/lab/doubles/memory-queue.ts';
import { memoryTable } from '../../../test/lab/doubles/memory-table.ts';
import type { Row } from '../../row.ts';

const perMessage = 10;
/** As many as a busy function or the local home has in hand. */
const messagesAtOnce = 8;
const warmUpMs = 2000;
const measuredMs = 8000;

/** About as long as a state change with some metadata. */
const body = JSON.stringify({ idempotency_key: aDelivery().idempotency_key, data: { filler: 'x'.repeat(320) } });
const deliveries = Array.from({ length: perMessage }, () => aDelivery({ body }));

const startSink = async () => {
  const program = fileURLToPath(new URL('../../fixtures/webhook-sink.ts', import.meta.url));
  const sink = fork(program, ['tls'], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  if (!sink.stdout) throw new Error('the sink has no output');
  const [port] = await once(createInterface(sink.stdout), 'line');
  const received = async (): Promise<number> => {
    sink.send('count');
    return (await once(sink, 'message'))[0] as number;
  };
  return { url: `https://localhost:${port}/hook`, received, [Symbol.dispose]: () => void sink.kill() };
};

const measure = async (): Promise<string> => {
  using sink = await startSink();
  const ca = readFileSync(new URL('../../../test/lab/fixtures/loopback.cert.pem', import.meta.url), 'utf8');
  const policy = { allow_loopback: true };
  const agent = new Agent({ connect: guardedConnector({ ...policy, ca }) });
  const table = memoryTable();
  const subscriptions = webhookSubscriptionRepository(table);
  const queue = memoryQueue();
  const secret = newWebhookSecret();
  const deliver = createDeliverWebhook({
    sender: httpWebhookSender(agent, policy),
    secretsOf: async () => [secret],
    deliveries: webhookDeliveryRepository(table),
    subscriptions,
    slowServers: createSlowServers({ subscriptions, clock: systemClock, onFault: () => undefined }),
    lanes: { prompt: queue, slow: queue },
    clock: systemClock,
  });
  const message = aWebhookMessage({ url: sink.url, deliveries });
  const until = async (end: number): Promise<void> => {
    const work = async (): Promise<void> => {
      while (performance.now() < end) await deliver(message);
    };
    await Promise.all(Array.from({ length: messagesAtOnce }, work));
  };
  await until(performance.now() + warmUpMs);
  const [count, cpu, start] = [await sink.received(), process.cpuUsage(), performance.now()];
  await until(start + measuredMs);
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - start) / 1000;
  const made = (await sink.received()) - count;
  await agent.destroy();
  if (queue.sent.length > 0) throw new Error('some deliveries failed');
  const cpuSeconds = (user + system) / 1e6;
  return `${Math.round(made / cpuSeconds)} a CPU-second (${Math.round(made / seconds)} a second here)`;
};

export const webhookThroughputRows: readonly Row[] = [
  { number: 9, title: 'webhook deliveries a second per core over TLS to a local sink', target: '≥ 9,000', measure },
];
