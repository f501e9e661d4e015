import { describe, expect, it } from 'vitest';
import { WebhookMessage } from '../../../lib/domain/webhook/webhook-delivery.ts';
import { createDeliverWebhook } from '../../../lib/usecases/webhooks/deliver-webhook.ts';
import { aDelivery, aWebhookMessage } from '../../lab/builders/webhook-message.ts';
import { answer, deliveryWorld } from '../../lab/worlds/delivery-world.ts';

describe("what a bot's deleted data leaves", () => {
  const inAMonth = new Date('2026-04-01T09:00:00.000Z');
  const key = '3a3e3c52-6f5c-5d6e-9a51-2f5d1f7f0a12';
  const said = aWebhookMessage({
    deliveries: [
      aDelivery({ idempotency_key: key, identity: 'captured#utterances#a#0', trigger: 'transcript.update' }),
    ],
  });
  /** All but the mark that they were deleted, and that an address wants no more. */
  const left = (table: ReturnType<typeof deliveryWorld>['table']) =>
    table.items().filter(({ kind }) => kind !== 'webhook_forgotten' && kind !== 'webhook_disabled');

  it('is nothing of its deliveries, and no retry of one', async () => {
    const { deliver, deliveries, workQueue, queue, sent, table } = deliveryWorld(answer(200), answer(500));
    const other = { ...aDelivery(), ...said.deliveries[0], idempotency_key: aDelivery().idempotency_key };
    await deliver(said);
    await deliver({ ...said, deliveries: [other] });
    await deliveries.forget(said, inAMonth);
    expect(left(table)).toEqual([]);
    // Nobody can take a message out of a queue: so what waits there for hours says nothing of what was told.
    expect(queue.sent).toEqual([expect.objectContaining({ deliveries: [{ ...other, body: '' }] })]);
    expect(await workQueue()).toMatchObject([{ outcome: 'over' }]);
    expect(sent).toHaveLength(2);
    expect(left(table)).toEqual([]);
  });

  it('is all that tells of its states: what waits for a retry goes on, and stays as long as ever', async () => {
    const { deliver, deliveries, message, workQueue, sent, kept } = deliveryWorld(
      answer(200),
      answer(503),
      answer(200),
    );
    const [joined, deleted] = [aDelivery({ idempotency_key: key, identity: 'event#0' }), aDelivery()];
    await deliver({ ...message, deliveries: [joined] });
    await deliver({ ...message, deliveries: [deleted] });
    await deliveries.forget(message, inAMonth);
    expect(await workQueue()).toMatchObject([{ outcome: 'delivered' }]);
    expect(sent.map(({ body }) => body)).toEqual([joined.body, deleted.body, deleted.body]);
    expect(await kept()).toMatchObject({ state: 'delivered', body: deleted.body });
    expect((await deliveries.ofSubject(message)).done).toMatchObject([{ idempotency_key: key }]);
  });

  it('is that its state was told, also together with what was said', async () => {
    const { deliver, deliveries } = deliveryWorld(answer(200), answer(200));
    const state = aDelivery();
    await deliver({ ...said, deliveries: [...said.deliveries, state] });
    await deliveries.forget(said, inAMonth);
    expect((await deliveries.ofSubject(said)).done).toMatchObject([{ idempotency_key: state.idempotency_key }]);
  });

  it('is nothing that a later version wrote, and this one cannot read', async () => {
    const { deliver, deliveries, table } = deliveryWorld(answer(500));
    await deliver(said);
    const [written] = left(table);
    if (!written) throw new Error('nothing was kept of it');
    await table.write({ put: { ...written, trigger: 'summary.update' } });
    await deliveries.forget(said, inAMonth);
    expect(left(table)).toEqual([]);
  });

  it('is nothing that still waited for its first attempt, but that its state has changed', async () => {
    const { deliver, deliveries, sent, queue, table, clock } = deliveryWorld(answer(500));
    await deliveries.forget(said, inAMonth);
    clock.advance(11);
    expect((await deliver(said)).map(({ outcome }) => outcome)).toEqual(['over']);
    expect([sent, queue.sent, left(table)]).toEqual([[], [], []]);
    const message = { ...said, deliveries: [aDelivery(), ...said.deliveries] };
    const outcomes = (await deliver(message)).map(({ idempotency_key, outcome }) => [idempotency_key, outcome]);
    expect(new Map(outcomes as [string, string][])).toEqual(
      new Map([
        [aDelivery().idempotency_key, 'retrying'],
        [key, 'over'],
      ]),
    );
    expect(left(table)).toMatchObject([{ trigger: 'bot.state_change' }]);
    clock.advance(31 * 86_400);
    expect(table.items()).toEqual([]);
  });

  it.each([200, 410, 500])('is nothing of what was on its way meanwhile, answered with %s', async (status) => {
    const { ports, deliveries, queue, table } = deliveryWorld(answer(status, { response: 'you said: Good morning' }));
    const send: typeof ports.sender.send = async (request) => {
      await deliveries.forget(said, inAMonth);
      return ports.sender.send(request);
    };
    await createDeliverWebhook({ ...ports, sender: { send } })(said);
    expect([queue.sent, left(table)]).toEqual([[], []]);
  });

  it('is nothing of a retry that was on its way meanwhile', async () => {
    const { ports, deliver, deliveries, workQueue, queue, table, clock } = deliveryWorld(answer(500));
    await deliver(said);
    clock.advance(10);
    const [retry] = queue.takeDue();
    const send: typeof ports.sender.send = async (request) => {
      await deliveries.forget(said, inAMonth);
      return ports.sender.send(request);
    };
    await createDeliverWebhook({ ...ports, sender: { send } })(WebhookMessage.parse(retry));
    expect(left(table)).toEqual([]);
    expect(await workQueue()).toEqual([]);
  });
});

describe('what a bot that is deleted leaves', () => {
  const inAMonth = new Date('2026-04-01T09:00:00.000Z');
  const key = '3a3e3c52-6f5c-5d6e-9a51-2f5d1f7f0a12';
  const left = (table: ReturnType<typeof deliveryWorld>['table']) => table.items().map(({ pk, sk }) => `${pk} ${sk}`);

  it('is nothing of what was told of it, whether it was taken, refused or waits, for 30 days not even of what comes late', async () => {
    const { deliver, deliveries, message, workQueue, table, clock, sent } = deliveryWorld(
      answer(200),
      answer(410),
      answer(503),
    );
    const own = { ...message, subscription_id: 'webhooks.0' };
    await deliver({ ...own, deliveries: [aDelivery({ idempotency_key: key })] });
    await deliver({
      ...own,
      url: 'https://gone.example.com/',
      deliveries: [aDelivery({ idempotency_key: `${key}b` })],
    });
    await deliver(own);
    expect(table.items()).toHaveLength(4);
    await deliveries.forgetAll(message, inAMonth);
    const marks = left(table);
    expect(marks).toEqual(['forgotten', 'gone'].map((mark) => expect.stringMatching(new RegExp(`webhook#${mark}$`))));
    expect(await workQueue()).toMatchObject([{ outcome: 'over' }]);
    expect([sent.length, left(table)]).toEqual([3, marks]);
    clock.advance(31 * 86_400);
    expect(table.items()).toEqual([]);
  });

  it.each([200, 410, 500])('is nothing of what was on its way meanwhile, answered with %s', async (status) => {
    const { ports, deliveries, message, queue, table } = deliveryWorld(answer(status));
    const send: typeof ports.sender.send = async (request) => {
      await deliveries.forgetAll(message, inAMonth);
      return ports.sender.send(request);
    };
    await createDeliverWebhook({ ...ports, sender: { send } })({ ...message, subscription_id: 'webhooks.0' });
    expect([queue.sent, left(table)]).toEqual([
      [],
      [expect.stringMatching(/forgotten$/), expect.stringMatching(/gone$/)],
    ]);
  });
});
