import { describe, expect, it } from 'vitest';
import { apiKeyFrom } from '../../../lib/domain/access/api-key.ts';
import { InvalidTokenError, NotAuthenticatedError } from '../../../lib/domain/errors.ts';
import { apiKeyRepository } from '../../../lib/storage/projects.ts';
import { createAuthenticate } from '../../../lib/usecases/access/authenticate.ts';
import { countingTable } from '../../lab/doubles/counting-table.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';

const unknown = apiKeyFrom(new Uint8Array(64));

describe('a caller', () => {
  it.each([undefined, '', 'Bearer x', 'x'])('with the header %j has not said who they are', async (header) => {
    const authenticate = createAuthenticate({ apiKeys: apiKeyRepository(memoryTable()) });
    await expect(authenticate(header)).rejects.toThrow(NotAuthenticatedError);
  });

  it.each(['Token', 'Token mb_x', 'Token a b', `Token ${unknown}`])('with the header %j is nobody', async (header) => {
    const authenticate = createAuthenticate({ apiKeys: apiKeyRepository(memoryTable()) });
    await expect(authenticate(header)).rejects.toThrow(InvalidTokenError);
  });

  it('with a mistyped key is nobody, without a look into the table', async () => {
    const { table, calls } = countingTable(memoryTable());
    const authenticate = createAuthenticate({ apiKeys: apiKeyRepository(table) });
    const mistyped = unknown.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'));
    await expect(authenticate(`Token ${mistyped}`)).rejects.toThrow(InvalidTokenError);
    expect(calls()).toEqual([]);
  });
});
