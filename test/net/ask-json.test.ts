import type { RequestListener } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { askJson } from '../../lib/net/ask-json.ts';
import { afterOwnTime } from '../../lib/process/deadline.ts';
import { holdUp } from '../lab/hold-up.ts';
import { aSite } from '../lab/hosts/site.ts';

describe('a service', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => {
    // While the timers that are watched are still there: what is put back later would be they.
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  it.each<[string, number, RequestListener, number?]>([
    ['does not begin to answer within 10 s', 10_000, () => undefined],
    ['does not begin to answer within 20 s, where it has so long', 20_000, () => undefined, 20_000],
    ['begins to answer, and does not end within 30 s', 30_000, (_, response) => response.writeHead(200).write('{')],
  ])('that %s is given up', async (_, bound_ms, listener, begins_within_ms = 10_000) => {
    await using site = await aSite(listener);
    using made = vi.spyOn(globalThis, 'setTimeout');
    using cleared = vi.spyOn(globalThis, 'clearTimeout');
    const settled = vi.fn();
    const asked = askJson()({ method: 'GET', url: site.url, ...(begins_within_ms !== 10_000 && { begins_within_ms }) });
    asked.then(settled, settled);
    const first = made.mock.results[made.mock.calls.findIndex(([, ms]) => ms === begins_within_ms)]?.value;
    expect(first).toBeDefined();
    // Polls of Vitest let this time pass.
    while (bound_ms !== begins_within_ms && !cleared.mock.calls.flat().includes(first)) await new Promise(setImmediate);
    vi.advanceTimersByTime(bound_ms - 1);
    await new Promise(setImmediate);
    expect(settled).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    await new Promise(setImmediate);
    const message = `${new URL(site.url).host}: no answer in time`;
    expect(settled.mock.calls).toEqual([[expect.objectContaining({ name: 'NoAnswerError', message })]]);
  });
});

describe('an answer that came while this process was held up', () => {
  const bound_ms = 300;
  /** Answers at once, and is heard by nobody for longer than an answer may take. */
  const askHeldUp = async (later: Parameters<typeof askJson>[0]) => {
    await using site = await aSite((_, response) => {
      response.end('{}');
      holdUp(3 * bound_ms);
    });
    return await askJson({ begins_within_ms: bound_ms, ...later })({ method: 'GET', url: site.url });
  };

  it('is too late by the clock', async () => {
    await expect(askHeldUp({})).rejects.toThrow('no answer in time');
  });

  it('is heard where only the time counts that this process has had', async () => {
    expect(await askHeldUp({ later: afterOwnTime })).toMatchObject({ status: 200, body: {} });
  });
});
