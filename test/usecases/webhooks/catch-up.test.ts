import { describe, expect, it } from 'vitest';
import { applyTrigger } from '../../../lib/domain/bot/bot.ts';
import type { WebhookMessage } from '../../../lib/domain/webhook/webhook-delivery.ts';
import { listedBots } from '../../../lib/storage/bots/bot-lists.ts';
import { capturedRepository } from '../../../lib/storage/bots/captured.ts';
import { refOf } from '../../../lib/storage/keys.ts';
import { webhookDeliveryRepository } from '../../../lib/storage/webhooks/webhook-deliveries.ts';
import { webhookSubscriptionRepository } from '../../../lib/storage/webhooks/webhook-subscriptions.ts';
import { createCatchUp } from '../../../lib/usecases/webhooks/catch-up.ts';
import { createDeliverWebhook } from '../../../lib/usecases/webhooks/deliver-webhook.ts';
import { createFanOutWebhooks } from '../../../lib/usecases/webhooks/fan-out-webhooks.ts';
import { createProjectWebhooks } from '../../../lib/usecases/webhooks/project-webhooks.ts';
import { createSlowServers } from '../../../lib/usecases/webhooks/slow-servers.ts';
import { createWebhookSubjects } from '../../../lib/usecases/webhooks/webhook-subjects.ts';
import { anAppSession } from '../../lab/builders/app-sessions.ts';
import { aBot, aBotEvent, anUtterance, aSubscription } from '../../lab/builders/records.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { memoryQueue } from '../../lab/doubles/memory-queue.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';

/** A bot of which webhooks are told, and of which some changes get lost before any is made. */
const setUp = async () => {
  const clock = aClock();
  const table = memoryTable(clock);
  const [bots, captured] = [listedBots(table), capturedRepository(table)];
  const [deliveries, subscriptions] = [webhookDeliveryRepository(table), webhookSubscriptionRepository(table)];
  const queue = memoryQueue(clock);
  const sent: string[] = [];
  const ports = {
    ...{ bots, captured, deliveries, clock, lanes: { prompt: queue, slow: queue } },
    subjects: createWebhookSubjects({ bots }),
    webhooksOf: createProjectWebhooks({ subscriptions, clock }),
    onUnreadable: (error: unknown) => {
      throw error;
    },
  };
  const deliver = createDeliverWebhook({
    ...ports,
    subscriptions,
    secretsOf: async () => ['whsec_'],
    sender: {
      send: async ({ headers }) => {
        sent.push(headers['webhook-id'] ?? '');
        return { status: 200, duration_ms: 1, response: '' };
      },
    },
    slowServers: createSlowServers({ subscriptions, clock, onFault: () => undefined }),
  });
  const bot = aBot({ state: 'joined_recording' });
  const created_at = clock.now().toISOString();
  const triggers = ['bot.state_change' as const, 'transcript.update' as const];
  await subscriptions.change(bot.project_id, () => [aSubscription({ triggers, created_at })]);
  const fanOut = createFanOutWebhooks(ports);
  let seen = table.changes.length;
  const tell = async () => {
    await fanOut(table.changes.slice(seen));
    seen = table.changes.length;
  };
  const lose = () => {
    seen = table.changes.length;
  };
  const say = (text: string) =>
    captured.add({
      ...refOf(bot),
      ...{ captured_kind: 'utterances', batch_id: text, created_at: clock.now().toISOString() },
      entries: [anUtterance({ transcription: { transcript: text, words: [] } })],
    });
  const sendAll = async () => {
    for (const message of queue.takeDue()) await deliver(message as WebhookMessage);
  };
  await bots.create(bot);
  return { bots, bot, clock, subscriptions, sent, tell, lose, say, sendAll, ports, catchUp: createCatchUp(ports) };
};

describe('what was lost before any webhook of it was made', () => {
  it('is told, and nothing that was told or was before', async () => {
    const world = await setUp();
    const { bots, bot, clock, sent, catchUp } = world;
    await world.say('long before, and lost');
    world.lose();
    clock.advance(3600);
    const since = clock.now();
    await world.say('told');
    await world.tell();
    await world.sendAll();
    expect(sent).toHaveLength(1);
    clock.advance(60);
    await world.say('lost');
    await bots.save(applyTrigger(bot, 'pause', null, clock.now()), bot);
    world.lose();
    expect(await catchUp(bot.project_id, since)).toBe(2);
    await world.sendAll();
    expect(new Set(sent).size).toBe(3);
    expect(await catchUp(bot.project_id, since)).toBe(0);
  });

  it('is told of app sessions too, and of one bot where one is named', async () => {
    const { bots, bot, clock, catchUp } = await setUp();
    const session = anAppSession({ project_id: bot.project_id }, clock.now());
    await bots.create(session);
    const before = new Date(Math.min(...[bot, session].map(({ events }) => Date.parse(events[0]?.created_at ?? ''))));
    expect(await catchUp(bot.project_id, before, bot.id)).toBe(bot.events.length);
    expect(await catchUp(bot.project_id, before)).toBe(bot.events.length + session.events.length);
    expect(await catchUp(bot.project_id, new Date(clock.now().getTime() + 1))).toBe(0);
    await expect(catchUp(bot.project_id, before, 'bot_none')).rejects.toThrow('no such bot');
  });

  it('is looked for among deliveries only where something has happened since', async () => {
    const { bot, clock, ports } = await setUp();
    const ofSubject = () => Promise.reject(new Error('read'));
    const catchUp = createCatchUp({ ...ports, deliveries: { ...ports.deliveries, ofSubject } });
    await expect(catchUp(bot.project_id, new Date(0))).rejects.toThrow('read');
    expect(await catchUp(bot.project_id, new Date(clock.now().getTime() + 1))).toBe(0);
  });

  it('may be what was said in a meeting that was over by then, and was written down late', async () => {
    const world = await setUp();
    const { bots, bot, clock, catchUp } = world;
    const events = [...bot.events, aBotEvent({ state: 'ended', created_at: clock.now().toISOString() })];
    await bots.save({ ...bot, state: 'ended', events, version: bot.version + 1 }, bot);
    clock.advance(60);
    await world.say('late, and lost');
    expect(await catchUp(bot.project_id, clock.now())).toBe(1);
  });

  it('is not told to those who subscribed since', async () => {
    const { bot, clock, subscriptions, say, catchUp } = await setUp();
    const since = clock.now();
    await say('lost');
    clock.advance(60);
    await subscriptions.change(bot.project_id, (all) =>
      all.map((one) => ({ ...one, created_at: clock.now().toISOString() })),
    );
    expect(await catchUp(bot.project_id, since)).toBe(0);
  });
});
