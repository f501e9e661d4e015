import { describe, expect, it } from 'vitest';
import type { Naming } from '../../../lib/domain/access/plain-names.ts';
import type { Bot } from '../../../lib/domain/bot/bot.ts';
import { WebhookMessage } from '../../../lib/domain/webhook/webhook-delivery.ts';
import { subjectRefOf } from '../../../lib/domain/webhook/webhook-subject.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { capturedRepository } from '../../../lib/storage/bots/captured.ts';
import { refOf } from '../../../lib/storage/keys.ts';
import { webhookDeliveryRepository } from '../../../lib/storage/webhooks/webhook-deliveries.ts';
import { webhookSubscriptionRepository } from '../../../lib/storage/webhooks/webhook-subscriptions.ts';
import { createDeliverWebhook } from '../../../lib/usecases/webhooks/deliver-webhook.ts';
import { createFanOutWebhooks } from '../../../lib/usecases/webhooks/fan-out-webhooks.ts';
import { createProjectWebhooks } from '../../../lib/usecases/webhooks/project-webhooks.ts';
import { createSlowServers } from '../../../lib/usecases/webhooks/slow-servers.ts';
import { createTestWebhook } from '../../../lib/usecases/webhooks/test-webhook.ts';
import { createWebhookDeliveries } from '../../../lib/usecases/webhooks/webhook-deliveries.ts';
import { createWebhookSubjects } from '../../../lib/usecases/webhooks/webhook-subjects.ts';
import { anAppSession } from '../../lab/builders/app-sessions.ts';
import { aBot, anUtterance, aSubscription } from '../../lab/builders/records.ts';
import { aDelivery } from '../../lab/builders/webhook-message.ts';
import { allReadable } from '../../lab/doubles/all-readable.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { memoryQueue } from '../../lab/doubles/memory-queue.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';

const ref = refOf(aBot());
const subject = subjectRefOf(aBot());
const subscriptionId = 'whs_01KJNWKZ01ABCDEFGHJKMNPQRS';

/** A bot with two utterances whose project is subscribed to, and what its receiver answers, one status after another. */
const setUp = async (...statuses: number[]) => setUpIn('neutral', ...statuses);
const setUpIn = async (names: Naming, ...statuses: number[]) => setUpOf(aBot(), names, ...statuses);
const setUpOf = async (bot: Bot, names: Naming, ...statuses: number[]) => {
  const clock = aClock();
  const table = memoryTable(clock);
  const [bots, captured] = [botRepository(table), capturedRepository(table)];
  const [deliveries, subscriptions] = [webhookDeliveryRepository(table), webhookSubscriptionRepository(table)];
  const queue = memoryQueue(clock);
  const lanes = { prompt: queue, slow: queue };
  const sent: { id: string | undefined; body: string; plain: string | undefined }[] = [];
  const urls: string[] = [];
  const deliver = createDeliverWebhook({
    ...{ deliveries, subscriptions, lanes, clock },
    sender: {
      send: async ({ url, headers, body }) => {
        urls.push(url);
        sent.push({ id: headers['webhook-id'], body, plain: headers['x-webhook-signature'] });
        return { status: statuses[sent.length - 1] ?? 200, duration_ms: 3, response: '' };
      },
    },
    secretsOf: async (projectId, id) => {
      const subscription = (await subscriptions.list(projectId)).find((one) => one.id === id);
      return subscription?.state === 'disabled' ? [] : ['whsec_'];
    },
    slowServers: createSlowServers({ subscriptions, clock, onFault: () => undefined }),
  });
  const triggers = ['bot.state_change' as const, 'transcript.update' as const];
  await subscriptions.change(ref.project_id, () => [aSubscription({ id: subscriptionId, triggers })]);
  await subscriptions.setNames(ref.project_id, names);
  await bots.create(bot);
  const entries = [anUtterance(), anUtterance({ speaker_name: 'Jonas' })];
  const created_at = clock.now().toISOString();
  await captured.add({ ...refOf(bot), captured_kind: 'utterances', batch_id: 'b1', created_at, entries });
  const webhooksOf = createProjectWebhooks({ subscriptions, clock });
  await createFanOutWebhooks({
    ...{ deliveries, webhooksOf, lanes, clock },
    subjects: createWebhookSubjects({ bots }),
  })(table.changes.slice(1));
  const work = async (until = Number.POSITIVE_INFINITY) => {
    for (let wait = queue.nextDueSeconds(); wait !== undefined && wait <= until; wait = queue.nextDueSeconds()) {
      clock.advance(Math.max(0, wait));
      for (const body of queue.takeDue()) await deliver(WebhookMessage.parse(body));
    }
  };
  const kept = createWebhookDeliveries({ ...allReadable, bots, captured, deliveries, subscriptions, lanes, clock });
  const test = createTestWebhook({ subscriptions, lanes, clock });
  return { clock, bots, deliveries, subscriptions, sent, urls, work, kept, test };
};

describe("a bot's deliveries", () => {
  it('are all listed, with what was answered', async () => {
    const { kept, work } = await setUp(200, 500);
    await work(0);
    const listed = (await kept.ofSubject(subject)).map(({ trigger, state, attempts }) => [
      trigger,
      state,
      attempts[0]?.status,
    ]);
    expect(listed.sort()).toEqual([
      ['bot.state_change', 'delivered', 200],
      ['transcript.update', 'delivered', 200],
      ['transcript.update', 'retrying', 500],
    ]);
    expect((await kept.troubled(ref.project_id)).map(({ state }) => state)).toEqual(['retrying']);
    await work();
    expect(await kept.troubled(ref.project_id, 'retrying')).toEqual([]);
    expect(await kept.troubled(ref.project_id, 'delivered')).toMatchObject([{ attempts: [{}, {}] }]);
  });
});

describe('deliveries in pages', () => {
  const many = async (count: number) => {
    const world = await setUp();
    const until = new Date(world.clock.now().getTime() + 86_400_000);
    for (let i = 0; i < count; i += 1) {
      const created_at = new Date(world.clock.now().getTime() + i * 1000).toISOString();
      const idempotency_key = `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`;
      await world.deliveries.save(
        {
          ...{ ...aDelivery(), ...subject, idempotency_key, url: 'https://hooks.example.com/all', created_at },
          ...{ subscription_id: i % 2 === 0 ? subscriptionId : 'whs_01KJNWKZ02ABCDEFGHJKMNPQRS' },
          ...{ state: i === 0 ? 'retrying' : 'failed', attempts: [], next_attempt_at: null },
        },
        until,
      );
    }
    return world.kept;
  };
  type Kept = Awaited<ReturnType<typeof many>>;
  const readAll = async (kept: Kept, wanted: Parameters<Kept['page']>[1]) => {
    const pages: number[] = [];
    const found = [];
    let before: string | undefined;
    do {
      const { results, next } = await kept.page(ref.project_id, { ...wanted, ...(before && { before }) });
      found.push(...results);
      pages.push(results.length);
      before = next ?? undefined;
    } while (before !== undefined);
    return { found, pages };
  };

  it.each([
    ['that are in trouble', {}],
    ['about one bot', { about: subject.subject_id }],
  ])('%s are all there, newest first, fifty at a time', async (_, wanted) => {
    const { found, pages } = await readAll(await many(120), wanted);
    expect(pages).toEqual([50, 50, 20]);
    const times = found.map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(new Set(found.map(({ idempotency_key }) => idempotency_key)).size).toBe(120);
  });

  it('are found however many others came after them: those of one state, and those of one subscription', async () => {
    const kept = await many(240);
    expect((await readAll(kept, { state: 'retrying' })).found).toHaveLength(1);
    expect((await readAll(kept, { subscription_id: subscriptionId })).found).toHaveLength(120);
    expect((await readAll(kept, { about: subject.subject_id, subscription_id: subscriptionId })).found).toHaveLength(
      120,
    );
  });
});

describe('sending a delivery again', () => {
  it.each([
    ['a state change', 0],
    ['an utterance', 2],
  ])('uses the same id and bytes, though only the hash of %s was kept', async (_, index) => {
    const { kept, work, sent } = await setUp();
    await work();
    await kept.resend(subject, sent[index]?.id ?? '');
    await work();
    expect(sent).toHaveLength(4);
    expect(sent[3]).toEqual(sent[index]);
    expect(await kept.troubled(ref.project_id)).toMatchObject([{ state: 'delivered', attempts: [{}, { attempt: 2 }] }]);
  });

  it('can be done with what was told of an app session too', async () => {
    const session = anAppSession({ project_id: ref.project_id });
    const { kept, work, sent } = await setUpOf(session, 'neutral');
    await work();
    const told = sent.map(({ id = '' }) => id);
    expect(told).toHaveLength(3);
    for (const id of told) {
      await kept.resend(subjectRefOf(session), id);
      await work();
      expect(sent.at(-1)).toEqual(sent.find((one) => one.id === id));
    }
    expect(sent).toHaveLength(6);
  });

  it('uses the names and the signatures that it had, whatever the names of its project have become', async () => {
    const { kept, work, sent, subscriptions } = await setUpIn('plain', 200, 500, 200);
    await work();
    await subscriptions.setNames(ref.project_id, 'neutral');
    await kept.resend(subject, sent[0]?.id ?? '');
    await work();
    expect(sent).toHaveLength(5);
    expect(sent[4]).toEqual(sent[0]);
    expect(sent.map(({ plain }) => plain)).toEqual(Array(5).fill(expect.stringMatching(/^[\w+/]{43}=$/)));
    expect((await setUp()).sent.every(({ plain }) => plain === undefined)).toBe(true);
  });

  it('uses the same id and bytes when it had failed for good, and says so when it fails again', async () => {
    const { kept, work, sent } = await setUp(200, 200, ...Array(10).fill(500));
    await work();
    const [failed] = await kept.troubled(ref.project_id, 'failed');
    expect(failed?.attempts).toHaveLength(9);
    await kept.resend(subject, failed?.idempotency_key ?? '');
    await work();
    expect(await kept.troubled(ref.project_id)).toMatchObject([{ state: 'failed', next_attempt_at: null }]);
    await kept.resend(subject, failed?.idempotency_key ?? '');
    await work();
    expect(await kept.troubled(ref.project_id)).toMatchObject([{ state: 'delivered' }]);
    expect(new Set(sent.slice(2).map(({ body }) => body)).size).toBe(1);
    expect(new Set(sent.slice(2).map(({ id }) => id))).toEqual(new Set([failed?.idempotency_key]));
  });

  it('goes to the address that its subscription has by now', async () => {
    const { kept, work, sent, urls, subscriptions } = await setUp(200, 200, ...Array(10).fill(500));
    await work();
    const [{ idempotency_key: id } = { idempotency_key: '' }] = await kept.troubled(ref.project_id, 'failed');
    const url = 'https://moved.example.com/all';
    await subscriptions.change(ref.project_id, (all) => all.map((one) => ({ ...one, url })));
    await kept.resend(subject, id);
    // It fails once more: what follows goes there too.
    await work();
    await kept.resend(subject, id);
    await work();
    expect(urls.slice(-2)).toEqual([url, url]);
    expect(sent.at(-1)).toEqual(sent.find((one) => one.id === id));
    expect(await kept.troubled(ref.project_id)).toMatchObject([{ state: 'delivered', url }]);
  });

  it('brings forward an attempt that it waits for, and has no more of them than otherwise', async () => {
    const { kept, work, sent, clock } = await setUp(200, 200, ...Array(10).fill(500));
    await work(600);
    const [waiting] = await kept.troubled(ref.project_id, 'retrying');
    const before = waiting?.attempts.length ?? 0;
    await kept.resend(subject, waiting?.idempotency_key ?? '');
    await work(0);
    const [after] = await kept.troubled(ref.project_id, 'retrying');
    expect(after?.attempts.slice(before)).toMatchObject([{ attempt: before + 1, at: clock.now().toISOString() }]);
    await work();
    expect(sent).toHaveLength(2 + 9);
    expect(await kept.troubled(ref.project_id)).toMatchObject([{ state: 'failed' }]);
  });

  it('is refused while it is being sent anyway', async () => {
    const { kept, work, sent, clock } = await setUp(500);
    await work(0);
    clock.advance(60);
    await expect(kept.resend(subject, sent[0]?.id ?? '')).rejects.toThrow('attempt was due at 2026-03-02T09:00:0');
  });

  it('is refused when it would not be the same any more', async () => {
    const { kept, work, sent, bots } = await setUp();
    await work();
    await bots.save(aBot({ metadata: { customer: 'other' }, version: 2 }), aBot());
    await expect(kept.resend(subject, sent[0]?.id ?? '')).rejects.toThrow('has changed or is not kept');
  });

  it('can be done with what came too late for a subscription, once it is enabled again', async () => {
    const { kept, work, sent, subscriptions } = await setUp(500);
    const enable = (state: 'enabled' | 'disabled') =>
      subscriptions.change(ref.project_id, (all) => all.map((one) => ({ ...one, state })));
    await enable('disabled');
    await work();
    expect(sent).toEqual([]);
    const late = await kept.troubled(ref.project_id, 'disabled');
    expect(late.map(({ attempts }) => attempts)).toEqual([[], [], []]);
    await enable('enabled');
    for (const { idempotency_key } of late) await kept.resend(subject, idempotency_key);
    await work();
    expect(new Set(sent.map(({ id }) => id))).toEqual(new Set(late.map(({ idempotency_key }) => idempotency_key)));
    const attempts = (await kept.troubled(ref.project_id, 'delivered')).map((it) =>
      it.attempts.map(({ status }) => status),
    );
    expect(attempts.sort()).toEqual([[200], [200], [500, 200]]);
  });

  it('is refused when nobody wants it any more, or nothing is kept of it', async () => {
    const { kept, work, sent, subscriptions } = await setUp(500, 200, 200, 410);
    await work();
    const [disabled] = await kept.troubled(ref.project_id, 'disabled');
    await expect(kept.resend(subject, disabled?.idempotency_key ?? '')).rejects.toThrow(
      'enable the subscription first',
    );
    await subscriptions.change(ref.project_id, () => []);
    await expect(kept.resend(subject, sent[1]?.id ?? '')).rejects.toThrow('was deleted');
    await expect(kept.resend(subject, 'unknown')).rejects.toThrow('no such delivery about');
  });
});

describe("sending a delivery again to a bot's own address", () => {
  const bot = aBot({ webhooks: [{ url: 'https://own.example.com/', triggers: ['bot.state_change'] }] });

  it('uses the same id and bytes, while it wants them', async () => {
    const { kept, work, sent, urls } = await setUpOf(bot, 'neutral');
    await work();
    await kept.resend(subject, sent[0]?.id ?? '');
    await work();
    expect([sent[1], urls]).toEqual([sent[0], ['https://own.example.com/', 'https://own.example.com/']]);
  });

  it('is refused in words that fit when it wants no more', async () => {
    const { kept, work, sent } = await setUpOf(bot, 'neutral', 410);
    await work();
    const again = kept.resend(subject, sent[0]?.id ?? '');
    await expect(again).rejects.toThrow('its receiver has answered 410, and gets nothing more about this');
  });
});

describe('a delivery in full', () => {
  it('has the bytes that were sent, whether they were kept or are made again', async () => {
    const { kept, sent, work } = await setUp(200, 500);
    await work(0);
    const listed = await kept.ofSubject(subject);
    for (const { idempotency_key } of listed) {
      const { request, attempts } = await kept.one(subject, idempotency_key);
      expect(request.body).toBe(sent.find(({ id }) => id === idempotency_key)?.body);
      expect(request.headers).toMatchObject({
        'webhook-id': idempotency_key,
        'webhook-timestamp': String(Math.floor(Date.parse(attempts[0]?.at ?? '') / 1000)),
        'webhook-signature': 'v1,…',
      });
    }
  });

  it('has none when what it told of was changed since', async () => {
    const { kept, bots, work } = await setUp();
    await work(0);
    const stored = await bots.get(ref);
    if (stored) await bots.save({ ...stored, metadata: { customer: 'another' } }, stored);
    const [{ idempotency_key } = { idempotency_key: '' }] = await kept.ofSubject(subject);
    expect((await kept.one(subject, idempotency_key)).request.body).toBeNull();
  });

  it('is nowhere when it was never made', async () => {
    const { kept } = await setUp();
    await expect(kept.one(subject, '00000000-0000-5000-8000-000000000000')).rejects.toThrow('no such delivery');
  });
});

describe('a test of a subscription', () => {
  const { project_id } = ref;
  const id = subscriptionId;

  it('comes as every other delivery does, marked in its metadata, and is found by what it is about', async () => {
    const { kept, sent, work, test } = await setUp();
    await work(0);
    const { idempotency_key, ...about } = await test(project_id, id, 'transcript.update');
    await work(0);
    const body = sent.at(-1)?.body ?? '';
    expect(JSON.parse(body)).toMatchObject({
      idempotency_key,
      bot_id: about.subject_id,
      bot_metadata: { test: true },
      trigger: 'transcript.update',
    });
    expect(await kept.ofSubject(about)).toMatchObject([{ idempotency_key, state: 'delivered' }]);
    expect((await kept.one(about, idempotency_key)).request.body).toBe(body);
    await kept.resend(about, idempotency_key);
    await work(0);
    expect(sent.slice(-2).map((one) => one.body)).toEqual([body, body]);
  });

  it('is tried once', async () => {
    const { kept, sent, work, test } = await setUp(200, 200, 200, 500);
    await work();
    const { idempotency_key, ...about } = await test(project_id, id, 'bot.state_change');
    await work();
    expect(sent.filter((one) => one.id === idempotency_key)).toHaveLength(1);
    expect(await kept.ofSubject(about)).toMatchObject([{ state: 'failed', attempts: [{ status: 500 }] }]);
  });

  it('is for what it subscribes to, while it is enabled, and in its own project', async () => {
    const { subscriptions, test } = await setUp();
    await expect(test(project_id, id, 'chat_messages.update')).rejects.toThrow('does not subscribe');
    await expect(test('prj_other', id, 'bot.state_change')).rejects.toThrow('no such subscription');
    await subscriptions.change(project_id, (all) => all.map((one) => ({ ...one, state: 'disabled' })));
    await expect(test(project_id, id, 'bot.state_change')).rejects.toThrow('enable it first');
  });
});
