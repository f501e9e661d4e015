import { describe, expect, it } from 'vitest';
import { InvalidTokenError } from '../../../lib/domain/errors.ts';
import { apiKeyRepository, projectRepository } from '../../../lib/storage/projects.ts';
import { createApiKeys } from '../../../lib/usecases/access/api-keys.ts';
import { createAuthenticate } from '../../../lib/usecases/access/authenticate.ts';
import { allReadable } from '../../lab/doubles/all-readable.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';

const project_id = 'prj_1';

const setUp = async () => {
  const clock = aClock();
  const table = memoryTable(clock);
  const projects = projectRepository(table);
  const apiKeys = apiKeyRepository(table);
  await projects.create({
    id: project_id,
    name: 'Acme',
    webhook_secret_sealed: '',
    created_at: '2026-03-01T00:00:00Z',
  });
  const authenticate = createAuthenticate({ apiKeys });
  return {
    table,
    keys: createApiKeys({ ...allReadable, projects, apiKeys, clock }),
    callerWith: (key: string) => authenticate(`Token ${key}`),
  };
};

describe('a key of a project', () => {
  it('stands for its project, and is stored as a hash only', async () => {
    const { keys, callerWith, table } = await setUp();
    const { api_key } = await keys.create(project_id, 'server');
    expect(await callerWith(api_key)).toMatchObject({ project_id });
    expect(JSON.stringify(table.items())).not.toContain(api_key);
  });

  it('is shown without what it opens', async () => {
    const { keys } = await setUp();
    const { api_key: _, ...made } = await keys.create(project_id, 'server');
    expect(await keys.list(project_id)).toEqual([made]);
    expect(made).toEqual({
      id: expect.any(String),
      project_id,
      name: 'server',
      created_at: '2026-03-02T09:00:00.000Z',
    });
  });

  it('reads on in the lists that another began', async () => {
    const { keys, callerWith } = await setUp();
    const [one, other] = [await keys.create(project_id, 'one'), await keys.create(project_id, 'other')];
    const [first, second] = [await callerWith(one.api_key), await callerWith(other.api_key)];
    expect(first.cursor_secret).toBe(second.cursor_secret);
    expect([first.made_by.name, second.made_by.name]).toEqual(['one', 'other']);
  });

  it('opens nothing once it is revoked, and the others do', async () => {
    const { keys, callerWith } = await setUp();
    const [one, other] = [await keys.create(project_id, 'one'), await keys.create(project_id, 'other')];
    await keys.revoke(project_id, one.id);
    await keys.revoke(project_id, one.id);
    await expect(callerWith(one.api_key)).rejects.toThrow(InvalidTokenError);
    expect(await callerWith(other.api_key)).toMatchObject({ project_id });
  });

  it('is neither made, listed nor revoked for a project that there is not, nor revoked by another', async () => {
    const { keys } = await setUp();
    const { id } = await keys.create(project_id, 'server');
    await expect(keys.create('prj_2', 'x')).rejects.toThrow('project: prj_2');
    await expect(keys.list('prj_2')).rejects.toThrow('project: prj_2');
    await expect(keys.revoke('prj_2', id)).rejects.toThrow('project: prj_2');
    await expect(keys.revoke(project_id, 'key_2')).rejects.toThrow('key in this project: key_2');
  });
});
