import { describe, expect, it } from 'vitest';
import { rotated, type WebhookSubscription } from '../../../lib/domain/webhook/webhook-subscription.ts';
import { createWebhookSecrets } from '../../../lib/usecases/webhooks/webhook-secrets.ts';
import { aSubscription } from '../../lab/builders/records.ts';
import { aClock } from '../../lab/doubles/clock.ts';

const setUp = () => {
  const clock = aClock();
  const opened: string[] = [];
  const project = { id: 'prj_1', name: 'p', webhook_secret_sealed: 'sealed', created_at: '2026-03-02T09:00:00.000Z' };
  const subscriptions: WebhookSubscription[] = [];
  const stored: WebhookSubscription[] = [];
  const secretsOf = createWebhookSecrets({
    clock,
    projects: {
      async get(id) {
        if (id === 'prj_3') throw new Error('the table does not answer');
        return id === 'prj_1' ? project : undefined;
      },
    },
    formerSecrets: { get: async () => undefined },
    webhooksOf: async () => ({ subscriptions, slow_origins: new Set(), names: 'neutral' }),
    subscriptions: { list: async () => stored },
    secretBox: {
      open: async (projectId, sealed) => {
        opened.push(projectId);
        return `${sealed} of ${projectId}`;
      },
    },
  });
  return { clock, opened, subscriptions, stored, secretsOf };
};

describe("the secrets of a bot's own webhooks", () => {
  it('are the one of the project, opened once a minute, however many ask', async () => {
    const { clock, opened, secretsOf } = setUp();
    const asked = () => secretsOf('prj_1', 'webhooks.0');
    expect(await Promise.all([asked(), asked(), asked()])).toEqual(Array(3).fill(['sealed of prj_1']));
    clock.advance(59);
    await asked();
    expect(opened).toHaveLength(1);
    clock.advance(1);
    await asked();
    expect(opened).toHaveLength(2);
  });

  it('are asked for again after a failure', async () => {
    const { secretsOf } = setUp();
    await expect(secretsOf('prj_3', 'webhooks.0')).rejects.toThrow('does not answer');
    await expect(secretsOf('prj_3', 'webhooks.0')).rejects.toThrow('does not answer');
  });

  it('are none once the project is deleted: what still waits to be told is told to nobody', async () => {
    const { secretsOf } = setUp();
    expect(await secretsOf('prj_2', 'webhooks.0')).toEqual([]);
  });
});

describe("the secrets of a project's subscription", () => {
  it('are its own, two while it changes over, and then the new one', async () => {
    const { clock, opened, subscriptions, secretsOf } = setUp();
    const before = aSubscription();
    subscriptions.push(before);
    expect(await secretsOf('prj_1', before.id)).toEqual(['sealed of prj_1']);
    subscriptions[0] = rotated(before, 'newer', clock.now(), 24);
    expect(await secretsOf('prj_1', before.id)).toEqual(['newer of prj_1', 'sealed of prj_1']);
    expect(opened).toHaveLength(2);
    clock.advance(24 * 3600);
    expect(await secretsOf('prj_1', before.id)).toEqual(['newer of prj_1']);
  });

  it('are those of one that was made since the others were read', async () => {
    const { stored, secretsOf } = setUp();
    stored.push(aSubscription());
    expect(await secretsOf('prj_1', aSubscription().id)).toEqual(['sealed of prj_1']);
  });

  it('are at most two, however often they are changed', () => {
    const { clock } = setUp();
    const twice = rotated(rotated(aSubscription(), 'second', clock.now()), 'third', clock.now());
    expect(twice.secrets.map(({ sealed }) => sealed)).toEqual(['third', 'second']);
  });

  it('are none once it is disabled or gone', async () => {
    const { subscriptions, secretsOf } = setUp();
    subscriptions.push(aSubscription({ state: 'disabled' }));
    expect(await secretsOf('prj_1', aSubscription().id)).toEqual([]);
    expect(await secretsOf('prj_1', 'whs_gone')).toEqual([]);
  });
});
