/** Row 8: what an hour-long meeting writes and queues, by the real use cases over a table and a queue that count. */
import { controlHourUsd } from '../../../lib/cost/bot.ts';
import { figures } from '../../../lib/cost/figures.ts';
import { usual } from '../../../lib/cost/targets.ts';
import { heartbeatEverySeconds } from '../../../lib/domain/bot/capture-task.ts';
import { toldKinds } from '../../../lib/domain/webhook/told-kinds.ts';
import { WebhookMessage } from '../../../lib/domain/webhook/webhook-delivery.ts';
import { webhookTriggers } from '../../../lib/domain/webhook/webhook-triggers.ts';
import { Settings } from '../../../lib/infra/settings.ts';
import { type BotRef, refOf } from '../../../lib/storage/keys.ts';
import { webhookDeliveryRepository } from '../../../lib/storage/webhooks/webhook-deliveries.ts';
import { webhookSubscriptionRepository } from '../../../lib/storage/webhooks/webhook-subscriptions.ts';
import { createDeliverWebhook } from '../../../lib/usecases/webhooks/deliver-webhook.ts';
import { createFanOutWebhooks } from '../../../lib/usecases/webhooks/fan-out-webhooks.ts';
import { createProjectWebhooks } from '../../../lib/usecases/webhooks/project-webhooks.ts';
import { createSlowServers } from '../../../lib/usecases/webhooks/slow-servers.ts';
import { createWebhookSubjects } from '../../../lib/usecases/webhooks/webhook-subjects.ts';
import { createWorkerLine } from '../../../lib/usecases/worker/worker-line.ts';
import { newWebhookSecret } from '../../../lib/webhooks/signature.ts';
import { aSubscription } from '../../../test/lab/builders/records.ts';
import { memoryQueue } from '../../../test/lab/doubles/memory-queue.ts';
import { lifecycleWorld } from '../../../test/lab/worlds/lifecycle/lifecycle-world.ts';
import { writeUnits } from '../../../test/lab/write-units.ts';
import { judged, over } from '../../judged.ts';
import type { Row } from '../../row.ts';
import { anHour, batchesOf } from '../../worlds/meeting-model.ts';

/** How often the worker reports (`report-buffer.ts`). */
const reportEveryMs = 300;
/** Lambda polls a stream four times a second: what was written between two polls comes together. */
const pollMs = 250;

const settle = async (world: ReturnType<typeof lifecycleWorld>): Promise<void> => {
  for (;;) {
    const [execution] = world.dueExecutions();
    const [worker] = world.unreported;
    if (world.unfollowed() > 0) await world.follow();
    else if (execution) await world.callFunction(execution);
    else if (worker) await world.reportStopped(worker);
    else return;
  }
};

/** What counts in the end (rows 8 and 18 pull against each other): by list prices, of the figures of lib/cost/figures.ts. */
const mostUsd = 0.005;

const kindsTold: ReadonlySet<string> = new Set(toldKinds);

/** What tells clients' systems, over the world's table, with a receiver that answers at once. */
const webhooksOf = (world: ReturnType<typeof lifecycleWorld>) => {
  const { stored, clock, ports } = world;
  const queue = memoryQueue(clock);
  const lanes = { prompt: queue, slow: queue };
  const deliveries = webhookDeliveryRepository(stored);
  const subscriptions = webhookSubscriptionRepository(stored);
  const secret = newWebhookSecret();
  const fanOut = createFanOutWebhooks({
    ...{ deliveries, lanes, clock },
    subjects: createWebhookSubjects({ bots: ports.bots }),
    webhooksOf: createProjectWebhooks({ subscriptions, clock }),
  });
  const deliver = createDeliverWebhook({
    ...{ deliveries, subscriptions, lanes, clock },
    sender: { send: async () => ({ status: 204, duration_ms: 40, response: '' }) },
    secretsOf: async () => [secret],
    slowServers: createSlowServers({ subscriptions, clock, onFault: () => undefined }),
  });
  let told = 0;
  let fan_outs = 0;
  return {
    queue,
    /** How often something was handed to the fan-out of which there may be something to tell: as often a function is called. */
    fanOuts: (): number => fan_outs,
    /** Tells of what was written since the last time. */
    async tell(): Promise<void> {
      const changes = stored.changes.slice(told);
      told = stored.changes.length;
      if (changes.some(({ old, new: item }) => kindsTold.has(String((item ?? old)?.kind)))) fan_outs += 1;
      await fanOut(changes);
      for (const body of queue.takeDue()) await deliver(WebhookMessage.parse(body));
    },
  };
};

interface Cost {
  readonly units: Readonly<Record<string, number>>;
  readonly messages: number;
  readonly fan_outs: number;
}

const hourLong = async (everyMs: number, speechMs = 0): Promise<Cost> => {
  const world = lifecycleWorld();
  const { clock, stored } = world;
  const webhooks = webhooksOf(world);
  await webhookSubscriptionRepository(stored).change('prj_1', () => [
    aSubscription({ triggers: [...webhookTriggers] }),
  ]);
  const before = stored.changes.length;
  const ref: BotRef = refOf(await world.create());
  await settle(world);
  const [worker] = world.workers;
  if (!worker) throw new Error('no worker was launched');
  await world.work(worker, 'enter');
  await settle(world);
  const line = createWorkerLine(world.ports, ref, worker.order.attempt);
  const start = clock.now().getTime();
  const reports = batchesOf(anHour(start), everyMs, speechMs);
  const beats = Array.from({ length: 3600 / heartbeatEverySeconds }, (_, i) => i * heartbeatEverySeconds * 1000);
  let polled = 0;
  const pollUntil = async (ms: number): Promise<void> => {
    if (Math.floor(ms / pollMs) === Math.floor(polled / pollMs)) return;
    polled = ms;
    await webhooks.tell();
  };
  const steps = [
    ...reports.map((report, index) => ({
      at_ms: report.at_ms,
      run: () => line.captured(`01KJNWKZ00ABCDEFGHJK${String(index).padStart(6, '0')}`, report.entries),
    })),
    ...beats.map((at_ms) => ({ at_ms, run: () => line.beat() })),
  ].sort((a, b) => a.at_ms - b.at_ms);
  for (const { at_ms, run } of steps) {
    await pollUntil(at_ms);
    clock.set(new Date(start + at_ms));
    await run();
  }
  await world.work(worker, 'end');
  await settle(world);
  await world.work(worker);
  await settle(world);
  await webhooks.tell();
  if (world.storedBots()[0]?.state !== 'ended') throw new Error('the bot did not end');
  const units: Record<string, number> = {};
  for (const change of stored.changes.slice(before)) {
    const kind = String((change.new ?? change.old)?.kind);
    units[kind] = (units[kind] ?? 0) + writeUnits(change);
  }
  return { units, messages: webhooks.queue.sent.length, fan_outs: webhooks.fanOuts() };
};

const total = ({ units }: Cost): number => Object.values(units).reduce((sum, it) => sum + it, 0);

const told = (cost: Cost): string => {
  const parts = Object.entries(cost.units).map(([kind, units]) => `${kind} ${units}`);
  return `${total(cost)}; ${cost.messages} (${parts.join(', ')}; ${cost.fan_outs} fan-outs)`;
};

export const meetingCostRows: readonly Row[] = [
  {
    number: 8,
    title: 'write units and SQS messages of an hour-long meeting, all triggers subscribed',
    target: `≤ ${mostUsd} USD`,
    measure: async () => {
      const usd = controlHourUsd(usual);
      const { speechEventSeconds } = Settings.parse({});
      const deployed = await hourLong(reportEveryMs, speechEventSeconds * 1000);
      const held = await Promise.all(
        [15_000, 30_000].map(async (ms) => {
          const other = await hourLong(ms);
          return `${ms / 1000} s: ${total(other)}; ${other.messages}`;
        }),
      );
      const figure = `${told(deployed)}; with beginnings and ends of speech told at once ${told(await hourLong(reportEveryMs))}; were everything told every ${held.join(', every ')}; ${usd.toFixed(4)} USD with all else that row 22 counts of the control plane`;
      // The price is worked out of what was once counted here: no more may be counted now.
      const counted = { 'write units': total(deployed), messages: deployed.messages };
      const priced = { 'write units': figures.table_writes.value, messages: figures.messages.value };
      return judged(figure, over({ USD: usd, ...counted }, { USD: mostUsd, ...priced }));
    },
  },
];
