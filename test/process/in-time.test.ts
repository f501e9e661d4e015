import { describe, expect, it } from 'vitest';
import { inTime } from '../../lib/process/in-time.ts';
import type { Pause } from '../../lib/process/pause.ts';

/** Ends when the test says so, or its signal does. */
const aPause = () => {
  const waited = Promise.withResolvers<void>();
  let asked_ms: number | undefined;
  let isEnded = false;
  const pause: Pause = (duration_ms, signal) => {
    asked_ms = duration_ms;
    signal?.addEventListener('abort', () => {
      isEnded = true;
      waited.resolve();
    });
    return waited.promise;
  };
  return { pause, expire: waited.resolve, seen: () => ({ asked_ms, isEnded }) };
};

describe('work that is waited for so long', () => {
  it('is answered with what comes of it, and then nothing is waited for any more', async () => {
    const { pause, seen } = aPause();
    expect(await inTime(Promise.resolve('done'), 500, pause)).toBe('done');
    expect(seen()).toEqual({ asked_ms: 500, isEnded: true });
  });

  it('is answered with nothing when it takes longer, whatever comes of it then', async () => {
    const { pause, expire } = aPause();
    const work = Promise.withResolvers<string>();
    const answer = inTime(work.promise, 500, pause);
    expire();
    expect(await answer).toBeUndefined();
    work.reject(new Error('too late'));
    await expect(work.promise).rejects.toThrow('too late');
  });

  it('fails as the work does', async () => {
    const { pause, seen } = aPause();
    await expect(inTime(Promise.reject(new Error('broken')), 500, pause)).rejects.toThrow('broken');
    expect(seen().isEnded).toBe(true);
  });
});
