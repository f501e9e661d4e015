import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepAlive } from '../../lib/capture-home/heartbeat.ts';
import { log } from '../../lib/process/log.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(log, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A worker's line whose beats are answered in turn; the last answer stays. */
const aLine = (...answers: (boolean | Error)[]) => {
  const line = {
    beats: 0,
    async beat(): Promise<boolean> {
      const answer = answers[Math.min(line.beats, answers.length - 1)] ?? true;
      line.beats += 1;
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  return line;
};

describe('the heartbeat of a capture worker', () => {
  it('comes at once, then every twenty seconds, and not any more once it is disposed of', async () => {
    const line = aLine(true);
    const beating = keepAlive(line, () => undefined);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(line.beats).toBe(4);
    beating[Symbol.dispose]();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(line.beats).toBe(4);
  });

  it('comes again a second after one that failed', async () => {
    const line = aLine(new Error('no table'), true);
    using _ = keepAlive(line, () => undefined);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(line.beats).toBe(2);
  });

  it('tells a worker when the bot is not its own', async () => {
    const onOthers = vi.fn();
    using _ = keepAlive(aLine(true, false), onOthers);
    await vi.advanceTimersByTimeAsync(19_999);
    expect(onOthers).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(onOthers).toHaveBeenCalled();
  });
});
