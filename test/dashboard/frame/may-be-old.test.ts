import type { Query } from '@tanstack/react-query';
import { beforeAll, describe, expect, it, vi } from 'vitest';

beforeAll(() => void vi.stubGlobal('location', { origin: 'https://bots.example.com' }));

const isOld = async (status: number | undefined, details: Partial<Query['state']> = {}) => {
  const { RefusedError } = await import('../../../dashboard/api/client.ts');
  const { mayBeOld } = await import('../../../dashboard/frame/may-be-old.ts');
  const error = status === undefined ? null : status === 0 ? new TypeError('no network') : new RefusedError(status, {});
  return mayBeOld({ data: [], error, fetchStatus: 'idle', fetchMeta: null, ...details } as Query['state']);
};

describe('what is shown', () => {
  it.each([0, 429, 500, 502, 503])('may be old while it is answered with %d', async (status) => {
    expect(await isOld(status)).toBe(true);
  });
  it.each([undefined, 400, 401, 403, 404])('is not old for an answer: %s', async (status) => {
    expect(await isOld(status)).toBe(false);
  });
  it('may be old while nothing is asked for want of a network', async () => {
    expect(await isOld(undefined, { fetchStatus: 'paused' })).toBe(true);
  });
  it('is not old where there is nothing yet, or only more of it was refused', async () => {
    expect(await isOld(503, { data: undefined })).toBe(false);
    expect(await isOld(503, { fetchMeta: { fetchMore: { direction: 'forward' } } })).toBe(false);
  });
});
