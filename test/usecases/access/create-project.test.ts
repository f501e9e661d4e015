import { expect, it } from 'vitest';
import { apiKeyRepository, projectRepository } from '../../../lib/storage/projects.ts';
import { createAuthenticate } from '../../../lib/usecases/access/authenticate.ts';
import { createCreateProject } from '../../../lib/usecases/access/create-project.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';

it('a new project has a key that opens it, and a secret for its webhooks that is stored sealed', async () => {
  const table = memoryTable();
  const [projects, apiKeys] = [projectRepository(table), apiKeyRepository(table)];
  const secretBox = {
    seal: async (project: string, secret: string) => `${project} ${secret.length}`,
    open: () => Promise.reject(new Error('nobody opens it')),
  };
  const createProject = createCreateProject({ projects, apiKeys, secretBox, clock: aClock() });
  const { project_id, api_key, webhook_secret } = await createProject('Acme');
  expect(await projects.get(project_id)).toMatchObject({
    name: 'Acme',
    webhook_secret_sealed: `${project_id} ${webhook_secret.length}`,
  });
  expect(await createAuthenticate({ apiKeys })(`Token ${api_key}`)).toMatchObject({ project_id });
  const stored = JSON.stringify(table.items());
  expect([stored.includes(api_key), stored.includes(webhook_secret)]).toEqual([false, false]);
  expect((await createProject('Acme')).project_id).not.toBe(project_id);
});
