/** What must be true of webhooks at the end of a life. */
import assert from 'node:assert/strict';
import type { WebhookSubscriptionItem } from '../../../lib/domain/bot/settings.ts';
import type { LifecycleWorld } from './lifecycle/lifecycle-world.ts';
import type { Received } from './webhook-world.ts';

/** What each subscriber was told, each thing once, with the ids under which it came. */
const toldTo = (received: readonly Received[]): Map<string, Map<string, Set<string>>> => {
  const bySubscriber = new Map<string, Map<string, Set<string>>>();
  for (const { url: to, id, body } of received) {
    const { idempotency_key, trigger, data } = JSON.parse(body) as {
      idempotency_key: string;
      trigger: string;
      data: Record<string, unknown>;
    };
    assert.equal(id, idempotency_key);
    const what = trigger === 'bot.state_change' ? `${trigger} ${data.sequence}` : `${trigger} ${JSON.stringify(data)}`;
    const told = bySubscriber.get(to) ?? new Map<string, Set<string>>();
    bySubscriber.set(to, told.set(what, (told.get(what) ?? new Set()).add(`${id} ${body}`)));
  }
  return bySubscriber;
};

/** To none of these subscribers a webhook is lost; one that comes twice comes with the same id and the same bytes. */
export const expectTold = (
  { world, received }: { readonly world: LifecycleWorld; readonly received: readonly Received[] },
  subscribers: readonly WebhookSubscriptionItem[],
): void => {
  const bot = world.stored.changes.flatMap((change) => (change.new?.kind === 'bot' ? [change.new] : [])).at(-1);
  const events = (bot?.events as unknown[] | undefined)?.length ?? 0;
  const captured = new Map<string, unknown>();
  for (const { new: item } of world.stored.changes) {
    if (item?.kind === 'captured') captured.set(item.sk, item.entries);
  }
  const entries = [...captured.values()].flat().length;
  const told = toldTo(received);
  for (const { url: to, triggers } of subscribers) {
    const things = told.get(to) ?? new Map<string, Set<string>>();
    for (const [what, ids] of things) assert.equal(ids.size, 1, `${what} came to ${to} as ${[...ids].join(' and ')}`);
    const changes = [...things.keys()].filter((what) => what.startsWith('bot.state_change'));
    const expected = Array.from({ length: events }, (_, n) => `bot.state_change ${n + 1}`);
    assert.deepEqual(changes.sort(), expected.sort(), `${to} was not told of everything`);
    const distinct = triggers.includes('transcript.update') ? entries : 0;
    assert.equal(things.size - changes.length, distinct, `${to} was not told of everything captured`);
  }
};
