import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { createLoss } from '../../../lib/capture/browser/loss.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const never = (): Promise<never> => new Promise(() => undefined);

describe('work for something that may be lost', () => {
  it('comes to its end while nothing is lost', async () => {
    const { orLost } = createLoss();
    expect(await orLost(Promise.resolve(1))).toBe(1);
    await expect(orLost(Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  it('rejects at once when that is lost, and ever after', async () => {
    const loss = createLoss();
    const waiting = loss.orLost(never());
    loss.lose('the page crashed');
    loss.lose('the page was closed');
    await expect(waiting).rejects.toThrow('the page crashed');
    await expect(loss.orLost(never())).rejects.toThrow('the page crashed');
    expect(loss.isLost).toBe(true);
  });

  it('is forgotten when it is done, with what it brought', async () => {
    const { orLost } = createLoss();
    const brought: WeakRef<object>[] = [];
    for (let turn = 0; turn < 100; turn += 1) {
      const view = { turn };
      brought.push(new WeakRef(view));
      await orLost(Promise.resolve(view));
    }
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
    // The last one may still be in somebody's hands.
    expect(brought.slice(0, -1).filter((one) => one.deref() !== undefined)).toEqual([]);
  });
});
