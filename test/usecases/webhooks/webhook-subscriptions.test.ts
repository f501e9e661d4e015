import { describe, expect, it } from 'vitest';
import { projectRepository } from '../../../lib/storage/projects.ts';
import { webhookSubscriptionRepository } from '../../../lib/storage/webhooks/webhook-subscriptions.ts';
import { createWebhookSubscriptions } from '../../../lib/usecases/webhooks/webhook-subscriptions.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';

const project = 'prj_1';
const hook = { url: 'https://hooks.example.com/all', triggers: ['bot.state_change' as const] };

const setUp = async () => {
  const clock = aClock();
  const table = memoryTable(clock);
  const projects = projectRepository(table);
  const created_at = clock.now().toISOString();
  await projects.create({ id: project, name: 'p', webhook_secret_sealed: 'sealed', created_at });
  const subscriptions = webhookSubscriptionRepository(table);
  const webhooks = createWebhookSubscriptions({
    projects,
    subscriptions,
    secretBox: { seal: async (_, secret) => `sealed(${secret.length})` },
    clock,
    checkAddress: (url) => (url.startsWith('https://') ? undefined : 'must be an https URL'),
  });
  return { clock, table, subscriptions, webhooks };
};

describe("a project's webhook subscriptions", () => {
  it('are created with a secret of their own, shown once, and kept sealed', async () => {
    const { webhooks, table } = await setUp();
    const { webhook_secret, ...shown } = await webhooks.create(project, hook);
    expect(webhook_secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(shown).toEqual({
      ...hook,
      id: expect.stringMatching(/^whs_[0-9A-Z]{26}$/),
      state: 'enabled',
      disabled_reason: null,
      created_at: '2026-03-02T09:00:00.000Z',
      valid_secrets: 1,
      former_secret_until: null,
    });
    expect(await webhooks.list(project)).toEqual([shown]);
    expect(JSON.stringify(table.items())).not.toContain(webhook_secret);
  });

  it('are ten at most, also when many are created at once', async () => {
    const { webhooks } = await setUp();
    for (let i = 0; i < 7; i += 1) await webhooks.create(project, hook);
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => webhooks.create(project, hook)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await webhooks.list(project)).toHaveLength(10);
    await expect(webhooks.create(project, hook)).rejects.toThrow('the most: delete one first');
  });

  it('refuse addresses that may not be called, in creating and in updating', async () => {
    const { webhooks } = await setUp();
    const { id } = await webhooks.create(project, hook);
    await expect(webhooks.create(project, { ...hook, url: 'http://x.example.com' })).rejects.toThrow('url: must be');
    await expect(webhooks.update(project, id, { url: 'http://x.example.com' })).rejects.toThrow('url: must be');
  });

  it('can be updated, disabled by their receiver, enabled and deleted', async () => {
    const { webhooks, subscriptions } = await setUp();
    const { id } = await webhooks.create(project, hook);
    const triggers = ['transcript.update' as const];
    expect(await webhooks.update(project, id, { triggers })).toMatchObject({ url: hook.url, triggers });
    await subscriptions.change(project, (all) =>
      all.map((it) => ({ ...it, state: 'disabled', disabled_reason: '410' })),
    );
    expect(await webhooks.enable(project, id)).toMatchObject({ state: 'enabled', disabled_reason: null });
    await webhooks.delete(project, id);
    expect(await webhooks.list(project)).toEqual([]);
  });

  it('have two valid secrets while they change over to a new one', async () => {
    const { webhooks, clock } = await setUp();
    const { id, webhook_secret } = await webhooks.create(project, hook);
    const rotated = await webhooks.rotateSecret(project, id, 2);
    expect(rotated.webhook_secret).not.toBe(webhook_secret);
    const former_secret_until = new Date(clock.now().getTime() + 2 * 3_600_000).toISOString();
    expect(rotated).toMatchObject({ valid_secrets: 2, former_secret_until });
    clock.advance(2 * 3600);
    expect(await webhooks.list(project)).toMatchObject([{ valid_secrets: 1, former_secret_until: null }]);
  });

  it('are not found where they are not', async () => {
    const { webhooks } = await setUp();
    const { id } = await webhooks.create(project, hook);
    await expect(webhooks.list('prj_2')).rejects.toThrow('no such project: prj_2');
    await expect(webhooks.delete('prj_2', id)).rejects.toThrow(`no such subscription in this project: ${id}`);
    await expect(webhooks.enable(project, 'whs_x')).rejects.toThrow('no such subscription in this project: whs_x');
  });
});
