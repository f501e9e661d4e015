import { createContext, runInContext } from 'node:vm';
import type { Frame } from 'puppeteer-core';
import { expect, it } from 'vitest';
import { Controls } from '../../../lib/capture/platforms/controls.ts';
import { putHandle } from '../../../lib/capture/platforms/page/put-handle.ts';
import { pageHandle } from '../../../lib/capture/platforms/page-handle.ts';

interface Counter {
  add(some: number, more: number): number;
  isAtLeast(count: number): boolean;
  press(): boolean;
}

const name = 'meeting-bots.counter';

/** A page that knows nothing of this process, and is given functions as they are written, as browsers are. */
const aPage = (holder: 'document' | 'globalThis') => {
  const page = createContext({ document: {} });
  const inPage = (work: unknown, ...input: unknown[]) => runInContext(`(${work})`, page)(...input);
  let [count, presses] = [0, 0];
  const handle: Counter = {
    add(some, more) {
      count += some + more;
      return count;
    },
    isAtLeast: (least) => count >= least,
    press: () => {
      presses += 1;
      return true;
    },
  };
  const install = (): void => {
    if (holder === 'document') inPage(putHandle, name, handle);
    else Reflect.set(page, Symbol.for(name), handle);
  };
  const frame = {
    evaluate: async (work: unknown, ...input: unknown[]) => inPage(work, ...input),
    /** A page that is asked twice before it answers. */
    async waitForFunction(condition: unknown, _: object, ...input: unknown[]) {
      const ask = () => (typeof condition === 'string' ? runInContext(condition, page) : inPage(condition, ...input));
      if (ask() !== true || ask() !== true) throw new Error('in vain');
    },
  };
  const controls = new Controls(frame as unknown as Frame, 'count');
  return { page, install, controls, presses: () => presses };
};

it.each(['document', 'globalThis'] as const)('a program is asked by its handle on the %s', async (holder) => {
  const { install, controls } = aPage(holder);
  const program = pageHandle<Counter>(name, holder);
  install();
  expect(await program.ask(controls, 'add', 2, 3)).toBe(5);
  await program.until(controls, 'a count of five', 1_000, 'isAtLeast', 5);
  await expect(program.until(controls, 'a count of six', 1_000, 'isAtLeast', 6)).rejects.toThrow('in vain');
  const added = program.inPage((counter, some: number) => `${typeof process} ${counter.add(some, 0)}`);
  expect(await controls.frame.evaluate(added, 2)).toBe('undefined 7');
});

it('what is done with its yes is done once, however often a busy page is asked', async () => {
  const { install, controls, presses } = aPage('document');
  install();
  await pageHandle<Counter>(name, 'document', ['press']).until(controls, 'the button', 1_000, 'press');
  expect(presses()).toBe(1);
  await pageHandle<Counter>(name).until(controls, 'the button', 1_000, 'press');
  expect(presses()).toBe(3);
});

it('a page without the program says so, where that is asked', async () => {
  const { controls } = aPage('document');
  const program = pageHandle<Counter>(name);
  expect(await controls.frame.evaluate(program.inPage((counter?: Counter) => counter === undefined))).toBe(true);
  await expect(program.ask(controls, 'add', 1, 1)).rejects.toMatchObject({ name: 'TypeError' });
});

it('a page comes across no handle, and its next program may put another', () => {
  const { page, install } = aPage('document');
  install();
  install();
  const document: object = Reflect.get(page, 'document');
  expect(Object.keys(document)).toEqual([]);
  expect(Object.getOwnPropertyDescriptor(document, Symbol.for(name))).toMatchObject({
    configurable: true,
    enumerable: false,
    writable: false,
  });
});
