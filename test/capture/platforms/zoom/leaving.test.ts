import { afterEach, describe, expect, it } from 'vitest';
import type { Controls } from '../../../../lib/capture/platforms/controls.ts';
import { handleName } from '../../../../lib/capture/platforms/zoom/handle.ts';
import { zoom } from '../../../../lib/capture/platforms/zoom/index.ts';

const key = Symbol.for(handleName);
afterEach(() => void Reflect.deleteProperty(globalThis, key));

/** A client whose options of leaving are closed so often by something else before they can be chosen from. */
const presses = async (closed: number): Promise<{ readonly opened: number; readonly isOut: boolean }> => {
  let [opened, isOut] = [0, false];
  Reflect.set(globalThis, key, {
    leave: () => !isOut && ++opened > 0,
    confirmLeave() {
      isOut ||= opened > closed;
      return isOut;
    },
  });
  const does = async (element: string, does: (...given: unknown[]) => unknown, _: number, ...given: unknown[]) => {
    if (does(...given) !== true) throw new Error(`${element} was not found in time`);
  };
  const controls = {
    frame: {
      $: async () => null,
      evaluate: async (does: (...given: unknown[]) => unknown, ...given: unknown[]) => does(...given),
    },
    until: does,
    once: does,
  } as unknown as Controls;
  await zoom.pressLeave(controls);
  return { opened, isOut };
};

describe("leaving by Zoom's client", () => {
  it.each([
    ['chooses to leave in what that opens', 0, { opened: 1, isOut: true }],
    ['opens it once more where it has been closed meanwhile', 1, { opened: 2, isOut: true }],
    ['gives up where it is closed again and again', 5, { opened: 2, isOut: false }],
  ])('%s', async (_, closed, seen) => {
    expect(await presses(closed)).toEqual(seen);
  });
});
