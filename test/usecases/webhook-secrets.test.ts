import { expect, it } from 'vitest';
import { createWebhookSecrets } from '../../lib/usecases/webhook-secrets.ts';
import { aClock } from '../support/clock.ts';

const setUp = () => {
  const clock = aClock();
  const opened: string[] = [];
  const project = { id: 'prj_1', name: 'p', webhook_secret_sealed: 'sealed', created_at: '2026-03-02T09:00:00.000Z' };
  const secretsOf = createWebhookSecrets({
    clock,
    projects: { get: async (id) => (id === 'prj_1' ? project : undefined) },
    secretBox: {
      open: async (projectId, sealed) => {
        opened.push(projectId);
        return `${sealed} of ${projectId}`;
      },
    },
  });
  return { clock, opened, secretsOf };
};

it('opens the secret of a project once a minute, however many ask', async () => {
  const { clock, opened, secretsOf } = setUp();
  const all = await Promise.all([secretsOf('prj_1'), secretsOf('prj_1'), secretsOf('prj_1')]);
  expect(all).toEqual(Array(3).fill(['sealed of prj_1']));
  clock.advance(59);
  await secretsOf('prj_1');
  expect(opened).toHaveLength(1);
  clock.advance(1);
  await secretsOf('prj_1');
  expect(opened).toHaveLength(2);
});

it('does not remember a failure', async () => {
  const { secretsOf } = setUp();
  await expect(secretsOf('prj_2')).rejects.toThrow('no such project');
  await expect(secretsOf('prj_2')).rejects.toThrow('no such project');
});
