/** For how long what is not there yet is waited for, by a clock that tests turn. */
import { setImmediate as turn } from 'node:timers/promises';
import { type Frame, TimeoutError } from 'puppeteer-core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Controls, comes } from '../../../lib/capture/platforms/controls.ts';
import { holdUp } from '../../lab/hold-up.ts';

interface Wait {
  readonly timeout: number;
  readonly signal?: AbortSignal;
}

const never = new Promise<never>(() => undefined);

/** Waits as browsers' clients do: by a timer of its own, and for as long as it is not told to stop. */
const waitingFor = (answer: Promise<unknown>, { timeout, signal }: Wait): Promise<unknown> =>
  new Promise((resolve, reject) => {
    if (timeout > 0) setTimeout(() => reject(new TimeoutError('in vain')), timeout);
    signal?.addEventListener('abort', () => reject(signal.reason));
    answer.then(resolve, reject);
  });

const controlsOf = (frame: object) => new Controls(frame as Frame, 'join');

afterEach(() => void vi.useRealTimers());

describe('what is waited for in a page', () => {
  it('is there where it came while this process was held up', async () => {
    const controls = controlsOf({
      waitForFunction: (_: unknown, wait: Wait) => waitingFor(new Promise((resolve) => setImmediate(resolve)), wait),
      evaluate: async () => true,
    });
    // Timers come before what was answered from a turn of immediates on.
    await turn();
    const waited = controls.until('the meeting', () => true, 150);
    holdUp(400);
    await waited;
  });

  it('is waited for once more where the page answers nothing at all for a while', async () => {
    vi.useFakeTimers();
    let waits = 0;
    const controls = controlsOf({
      waitForFunction: (_: unknown, wait: Wait) => {
        waits += 1;
        return waitingFor(waits === 1 ? never : Promise.resolve(true), wait);
      },
      evaluate: () => never,
    });
    const waited = controls.until('the meeting', () => true, 5_000);
    waited.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(15_000);
    await waited;
    expect(waits).toBe(2);
  });

  it('is missing once its time is over, in a page that answers at once', async () => {
    vi.useFakeTimers();
    const controls = controlsOf({
      waitForFunction: (_: unknown, wait: Wait) => waitingFor(never, wait),
      evaluate: async () => true,
    });
    const waited = controls.until('the meeting', () => true, 5_000);
    const missing = expect(waited).rejects.toMatchObject({ name: 'ElementMissingError', element: 'the meeting' });
    await vi.advanceTimersByTimeAsync(6_000);
    await missing;
  });
});

describe('whether something comes', () => {
  const waited = (answer: Promise<unknown>) =>
    controlsOf({ waitForFunction: () => answer, evaluate: async () => true }).until('the meeting', () => true, 5_000);

  it('is told by what is missing once its time is over, and by nothing else', async () => {
    expect(await comes(waited(Promise.resolve()))).toBe(true);
    expect(await comes(waited(Promise.reject(new TimeoutError('in vain'))))).toBe(false);
    await expect(comes(waited(Promise.reject(new Error('the frame was detached'))))).rejects.toThrow('detached');
  });
});

describe('what is looked for from outside of a page', () => {
  const looking = async (evaluate: () => Promise<unknown>, thereAfter_ms: number, tries?: number) => {
    vi.useFakeTimers();
    const begun_ms = Date.now();
    const look = async () => (Date.now() - begun_ms >= thereAfter_ms ? 'there' : undefined);
    const found = controlsOf({ evaluate }).look(5_000, look, tries);
    await vi.advanceTimersByTimeAsync(15_000);
    return found;
  };

  it('is found, or is not once its time is over', async () => {
    expect(await looking(async () => true, 4_000)).toBe('there');
    expect(await looking(async () => true, 6_000)).toBeUndefined();
  });

  it('is looked for once more where the page answers nothing at all for a while', async () => {
    expect(await looking(() => never, 6_000)).toBe('there');
  });

  it('is looked for no more often than is said, whatever the page answers', async () => {
    expect(await looking(() => never, 6_000, 1)).toBeUndefined();
  });
});
