import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSpare } from '../../../../lib/adapters/local/capture/spare.ts';
import type { WorkerEnd, WorkerProcess } from '../../../../lib/adapters/local/capture/worker-process.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Workers that are only noted: which were started, and which ended why. */
const aFactory = () => {
  const started: (WorkerProcess & { end(): void })[] = [];
  const killed: number[] = [];
  let fault: Error | undefined;
  const start = async (): Promise<WorkerProcess> => {
    if (fault) throw fault;
    const { promise: ended, resolve } = Promise.withResolvers<WorkerEnd>();
    const pid = started.length + 1;
    const worker = {
      pid,
      log: '',
      order: () => undefined,
      onSign: () => undefined,
      kill: () => void killed.push(pid),
      ended,
      end: () => resolve({ reason: 'ended', exit_code: 0 }),
    };
    started.push(worker);
    return worker;
  };
  const break_ = (error?: Error): void => {
    fault = error;
  };
  return { start, started, killed, break: break_ };
};

const scene = () => {
  const factory = aFactory();
  const faults: unknown[] = [];
  const spare = createSpare(factory.start, (error) => faults.push(error), { calm_ms: 100, again_ms: 1000 });
  return { spare, faults, ...factory };
};

describe('the spare worker', () => {
  it('is made once it has been calm for a while, and taken once', async () => {
    const { spare, started } = scene();
    spare.wish();
    await vi.advanceTimersByTimeAsync(90);
    spare.wish();
    await vi.advanceTimersByTimeAsync(90);
    expect(started).toEqual([]);
    await vi.advanceTimersByTimeAsync(10);
    expect(started).toHaveLength(1);
    expect(spare.take()?.pid).toBe(1);
    expect(spare.take()).toBeUndefined();
  });

  it('is one at a time', async () => {
    const { spare, started } = scene();
    for (let i = 0; i < 3; i += 1) {
      spare.wish();
      await vi.advanceTimersByTimeAsync(200);
    }
    expect(started).toHaveLength(1);
  });

  it('is made anew some time after it has ended by itself, or could not be started', async () => {
    const { spare, started, faults, ...factory } = scene();
    factory.break(new Error('no processes left'));
    spare.wish();
    await vi.advanceTimersByTimeAsync(100);
    expect(faults).toEqual([new Error('no processes left')]);
    factory.break();
    await vi.advanceTimersByTimeAsync(1000);
    expect(started).toHaveLength(1);
    started[0]?.end();
    await vi.advanceTimersByTimeAsync(999);
    expect([spare.take(), started.length]).toEqual([undefined, 1]);
    await vi.advanceTimersByTimeAsync(1);
    expect(spare.take()?.pid).toBe(2);
  });

  it('ends with the service, and is not made any more', async () => {
    const { spare, started, killed } = scene();
    spare.wish();
    await vi.advanceTimersByTimeAsync(100);
    spare.close();
    spare.wish();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([started.length, killed]).toEqual([1, [1]]);
  });
});
