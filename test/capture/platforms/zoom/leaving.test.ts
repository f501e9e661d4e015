import { afterEach, describe, expect, it } from 'vitest';
import { ElementMissingError } from '../../../../lib/capture/meeting/errors.ts';
import { handleName } from '../../../../lib/capture/platforms/zoom/handle.ts';
import { zoom } from '../../../../lib/capture/platforms/zoom/index.ts';
import { someControls } from '../../../lab/pages/some-controls.ts';

const key = Symbol.for(handleName);
afterEach(() => void Reflect.deleteProperty(globalThis, key));

interface Client {
  /** So often its options of leaving are closed by something else before they can be chosen from. */
  readonly closed?: number;
  /** The page goes away as the bot leaves, before it has answered that it did. */
  readonly goes?: boolean;
}

const presses = async ({ closed = 0, goes = false }: Client) => {
  let [opened, isOut] = [0, false];
  Reflect.set(globalThis, key, {
    leave: () => !isOut && ++opened > 0,
    confirmLeave() {
      isOut ||= opened > closed;
      return isOut;
    },
  });
  const does = async (element: string, does: (...given: unknown[]) => unknown, _: number, ...given: unknown[]) => {
    if (does(...given) !== true) throw new ElementMissingError('leave', element);
    if (goes) throw new Error('Execution context was destroyed');
  };
  const controls = someControls({
    frame: {
      evaluate: async (does: (...given: unknown[]) => unknown, ...given: unknown[]) => {
        if (goes && isOut) throw new Error('Attempted to use detached Frame');
        return does(...given);
      },
    },
    until: does,
    once: does,
  });
  await zoom.pressLeave(controls);
  return { opened, isOut };
};

describe("leaving by Zoom's client", () => {
  it.each([
    ['chooses to leave in what that opens', {}, { opened: 1, isOut: true }],
    ['opens it once more where it has been closed meanwhile', { closed: 1 }, { opened: 2, isOut: true }],
    ['gives up where it is closed again and again', { closed: 5 }, { opened: 2, isOut: false }],
    ['has left where the page has gone before it could say so', { goes: true }, { opened: 1, isOut: true }],
  ])('%s', async (_, client, seen) => {
    expect(await presses(client)).toEqual(seen);
  });
});
