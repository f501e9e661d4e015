import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMediaWorker } from '../../../../lib/capture/programs/page/media-worker.ts';
import type { WorkerCommand, WorkerMessage } from '../../../../lib/capture/programs/protocol/media.ts';

/** Of the kind that pages make. */
class ADouble extends EventTarget {
  readonly posted: unknown[] = [];
  isOver = false;
  constructor() {
    super();
    made.push(this);
  }
  postMessage(command: unknown): void {
    this.posted.push(command);
  }
  terminate(): void {
    this.isOver = true;
  }
  break(): void {
    this.dispatchEvent(Object.assign(new Event('error'), { message: 'no codecs' }));
  }
  say(data: WorkerMessage): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}
let made: ADouble[];
const command = { type: 'voice_owner', voice: 1, owner: 'ada' } as const satisfies WorkerCommand;

const aScript = async (): Promise<Blob> => new Blob(['the script']);
const damaged = async (): Promise<Blob> => {
  throw new TypeError('the data is not valid');
};
/** Whoever uses it gives it everything anew when it has broken. Tells why it broke. */
const aMediaWorker = (read: () => Promise<Blob> = aScript): string[] => {
  const reasons: string[] = [];
  const worker = createMediaWorker(
    () => worker.provide(read()),
    () => undefined,
    (reason) => {
      reasons.push(reason);
      worker.post(command);
    },
  );
  worker.post(command);
  return reasons;
};
/** How many there are after so long. */
const countAfter = async (wait_ms: number): Promise<number> => {
  await vi.advanceTimersByTimeAsync(wait_ms);
  return made.length;
};
const breakLast = (): Promise<number> => {
  made.at(-1)?.break();
  return countAfter(0);
};

describe('the media worker of a page', () => {
  beforeEach(() => {
    made = [];
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.stubGlobal('Worker', ADouble);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('is replaced at once when it breaks, by one that is given what is given anew', async () => {
    aMediaWorker();
    await countAfter(0);
    expect(await breakLast()).toBe(2);
    expect(made.map(({ isOver, posted }) => [isOver, posted])).toEqual([
      [true, [command]],
      [false, [command]],
    ]);
  });

  it('is replaced later and later where none of them says anything, so that the page is not busy with that alone', async () => {
    aMediaWorker();
    await countAfter(0);
    expect(await breakLast()).toBe(2);
    const counts: number[] = [];
    for (const pause_ms of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      await breakLast();
      counts.push(await countAfter(pause_ms - 1), await countAfter(1));
    }
    expect(counts).toEqual([2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9]);
  });

  it('is replaced at once again after one that worked', async () => {
    aMediaWorker();
    await countAfter(0);
    await breakLast();
    await breakLast();
    await countAfter(1_000);
    made.at(-1)?.say({ type: 'listening' });
    expect(await breakLast()).toBe(4);
  });

  it('is told the page’s clock when it asks for it, which does not say that it works', async () => {
    aMediaWorker();
    const counts: number[] = [];
    for (const pause_ms of [0, 0, 1_000, 2_000]) {
      counts.push(await countAfter(pause_ms));
      made.at(-1)?.say({ type: 'clock_wanted' });
      await breakLast();
    }
    expect(counts).toEqual([1, 2, 3, 4]);
    const { timeOrigin: origin_ms } = performance;
    expect(made.map(({ posted }) => posted)).toEqual(
      Array(4).fill([command, { type: 'clock', at_ms: expect.any(Number), origin_ms }]),
    );
  });

  it('tells that its script is damaged, and asks for it again later and later, until there is one', async () => {
    let asked = 0;
    const reasons = aMediaWorker(() => {
      asked += 1;
      return asked <= 4 ? damaged() : aScript();
    });
    const counts: unknown[] = [];
    for (const pause_ms of [0, 1_000, 2_000, 4_000]) counts.push([await countAfter(pause_ms), asked]);
    expect(counts).toEqual([
      [0, 2],
      [0, 3],
      [0, 4],
      [1, 5],
    ]);
    expect(reasons).toEqual(Array(4).fill('TypeError: the data is not valid'));
    expect(made.map(({ posted }) => posted)).toEqual([[command]]);
  });
});
