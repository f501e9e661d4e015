import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchAnswers } from '../../../lib/capture/browser/watch-answers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** How often a frame that answers like this was said to be silent in a minute, and how often it was asked. */
const watch = async (answer: () => Promise<void>, for_ms = 60_000) => {
  const onSilence = vi.fn();
  const evaluate = vi.fn(answer);
  {
    using _ = watchAnswers({ evaluate } as never, 7_000, onSilence);
    await vi.advanceTimersByTimeAsync(for_ms);
  }
  await vi.advanceTimersByTimeAsync(60_000);
  return { silences: onSilence.mock.calls.length, asked: evaluate.mock.calls.length };
};

describe('a page in which something is done', () => {
  it('is asked every second whether it answers, as long as that takes', async () => {
    expect(await watch(async () => undefined)).toEqual({ silences: 0, asked: 60 });
    expect(await watch(async () => undefined, 900)).toEqual({ silences: 0, asked: 0 });
  });

  it('is silent when it does not answer in time, which is told once', async () => {
    expect(await watch(() => new Promise(() => undefined))).toEqual({ silences: 1, asked: 1 });
  });

  it('is not silent while it is slow, or when it refuses to answer', async () => {
    expect((await watch(() => pause(6_900))).silences).toBe(0);
    expect((await watch(() => Promise.reject(new Error('the frame is gone')))).silences).toBe(0);
  });

  it('is not missed once all is done', async () => {
    expect(await watch(() => new Promise(() => undefined), 7_900)).toEqual({ silences: 0, asked: 1 });
  });
});
