import { expect, it } from 'vitest';
import { projectRepository } from '../../../lib/storage/projects.ts';
import { formerSecretRepository } from '../../../lib/storage/webhooks/former-secrets.ts';
import { webhookSubscriptionRepository } from '../../../lib/storage/webhooks/webhook-subscriptions.ts';
import { createRotateProjectSecret } from '../../../lib/usecases/webhooks/project-secrets.ts';
import { createProjectWebhooks } from '../../../lib/usecases/webhooks/project-webhooks.ts';
import { createWebhookSecrets } from '../../../lib/usecases/webhooks/webhook-secrets.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';

const setUp = async () => {
  const clock = aClock();
  const table = memoryTable(clock);
  const [projects, subscriptions] = [projectRepository(table), webhookSubscriptionRepository(table)];
  const secretBox = {
    seal: async (project: string, secret: string) => `${project} ${secret}`,
    open: async (project: string, sealed: string) => sealed.slice(project.length + 1),
  };
  const formerSecrets = formerSecretRepository(table);
  const created_at = clock.now().toISOString();
  await projects.create({ id: 'prj_1', name: 'p', webhook_secret_sealed: 'prj_1 first', created_at });
  const webhooksOf = createProjectWebhooks({ subscriptions, clock });
  const secretsOf = createWebhookSecrets({ projects, subscriptions, webhooksOf, formerSecrets, secretBox, clock });
  return {
    ...{ clock, projects },
    rotate: createRotateProjectSecret({ projects, formerSecrets, secretBox, clock }),
    /** What signs once what was remembered of it is forgotten. */
    signing: async () => {
      clock.advance(60);
      return secretsOf('prj_1', 'webhooks.0');
    },
  };
};

it("a bot's own webhooks are signed by two secrets while their project changes over, and then by the new one", async () => {
  const { clock, rotate, signing } = await setUp();
  expect(await signing()).toEqual(['first']);
  const { webhook_secret, former_secret_until } = await rotate('prj_1', 1);
  expect(webhook_secret).toMatch(/^whsec_/);
  expect(Date.parse(former_secret_until) - clock.now().getTime()).toBe(3_600_000);
  expect(await signing()).toEqual([webhook_secret, 'first']);
  const third = await rotate('prj_1', 1);
  expect(await signing()).toEqual([third.webhook_secret, webhook_secret]);
  clock.advance(3600);
  expect(await signing()).toEqual([third.webhook_secret]);
});

it('the secret of a project is of no use any more at once where nothing is to overlap', async () => {
  const { rotate, signing } = await setUp();
  const { webhook_secret } = await rotate('prj_1', 0);
  expect(await signing()).toEqual([webhook_secret]);
});

it('the new secret of a project in plain names is shown as its programs take it; there is none for no project', async () => {
  const { projects, rotate } = await setUp();
  await projects.setNames('prj_1', 'plain');
  expect((await rotate('prj_1')).webhook_secret).toMatch(/^[\w+/]{43}=$/);
  await expect(rotate('prj_2')).rejects.toThrow('no such project');
});
