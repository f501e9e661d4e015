import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openMasterKey } from '#adapters/master-key.ts';
import { ensureCredentials } from '../../../lib/local-home/data-folder/credentials.ts';
import { systemClock } from '../../../lib/ports/clock.ts';
import { apiKeyRepository, projectRepository } from '../../../lib/storage/projects.ts';
import { envelopeSecretBox } from '../../../lib/storage/secrets/secret-box.ts';
import { formerSecretRepository } from '../../../lib/storage/webhooks/former-secrets.ts';
import { createRotateProjectSecret } from '../../../lib/usecases/webhooks/project-secrets.ts';
import { type LocalApi, startLocalApi } from '../../lab/api/local-api.ts';

let api: LocalApi;
beforeAll(async () => {
  api = await startLocalApi();
});
afterAll(() => api[Symbol.asyncDispose]());

it('the project of a machine stays the same, also once its first key was revoked', async () => {
  const keys = apiKeyRepository(api.table);
  expect((await ensureCredentials(api.data_dir)).is_revoked).toBe(false);
  const [first] = await keys.list(api.project_id);
  await keys.revoke(api.project_id, first?.id ?? '', new Date());
  const { project_id, are_new, is_revoked } = await ensureCredentials(api.data_dir);
  expect([project_id, are_new, is_revoked]).toEqual([api.project_id, false, true]);
  expect(await keys.list(api.project_id)).toHaveLength(1);
});

it('the project of a machine says whether there are others beside it', async () => {
  const projects = projectRepository(api.table);
  expect((await ensureCredentials(api.data_dir)).is_only).toBe(true);
  const created_at = '2026-03-02T09:00:00.000Z';
  await projects.create({ id: 'prj_other', name: 'other', webhook_secret_sealed: 'sealed', created_at });
  expect((await ensureCredentials(api.data_dir)).is_only).toBe(false);
});

it.each(['neutral', 'plain'] as const)('a secret that was changed is told, and kept, in %s names', async (names) => {
  const { table, project_id, data_dir } = api;
  const projects = projectRepository(table);
  await projects.setNames(project_id, names);
  const before = await ensureCredentials(data_dir);
  const rotate = createRotateProjectSecret({
    ...{ projects, formerSecrets: formerSecretRepository(table), clock: systemClock },
    secretBox: envelopeSecretBox({ masterKey: openMasterKey(), table }),
  });
  const { webhook_secret } = await rotate(project_id);
  const after = await ensureCredentials(data_dir);
  expect(after).toEqual({ ...before, webhook_secret });
  const { api_key } = before;
  expect(JSON.parse(await readFile(after.file, 'utf8'))).toEqual({ project_id, api_key, webhook_secret });
});
