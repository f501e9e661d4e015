import { expect, it } from 'vitest';
import { ensureCredentials } from '../../../lib/local-home/data-folder/credentials.ts';
import { apiKeyRepository } from '../../../lib/storage/projects.ts';
import { startLocalApi } from '../../lab/api/local-api.ts';

it('the project of a machine stays the same, also once its first key was revoked', async () => {
  await using api = await startLocalApi();
  const keys = apiKeyRepository(api.table);
  expect((await ensureCredentials(api.data_dir)).is_revoked).toBe(false);
  const [first] = await keys.list(api.project_id);
  await keys.revoke(api.project_id, first?.id ?? '', new Date());
  const { project_id, are_new, is_revoked } = await ensureCredentials(api.data_dir);
  expect([project_id, are_new, is_revoked]).toEqual([api.project_id, false, true]);
  expect(await keys.list(api.project_id)).toHaveLength(1);
});
