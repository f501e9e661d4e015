/** How a bot leaves Jitsi Meet while its bar is out of the page. */
import { afterEach, expect, it, vi } from 'vitest';
import { ElementMissingError } from '../../../../lib/capture/meeting/errors.ts';
import { Controls } from '../../../../lib/capture/platforms/controls.ts';
import { handleName } from '../../../../lib/capture/platforms/jitsi/handle.ts';
import { jitsi } from '../../../../lib/capture/platforms/jitsi/index.ts';
import { selectors } from '../../../../lib/capture/platforms/jitsi/selectors.ts';
import { someControls } from '../../../lab/pages/some-controls.ts';

const mostLooks = 20;
afterEach(() => vi.unstubAllGlobals());

/** What is pressed in a meeting whose bar is there so many looks after the pointer has moved. */
const leaving = async (comesAfterLooks: number, begins = { isIn: true }) => {
  let looks = Number.NEGATIVE_INFINITY;
  let { isIn } = begins;
  const told = { presses: 0, moves: 0, looks: 0 };
  const button = {
    click() {
      told.presses += 1;
      isIn = false;
    },
  };
  const find = (selector: string) => (selector === selectors.leave && looks >= comesAfterLooks ? button : null);
  vi.stubGlobal('document', { [Symbol.for(handleName)]: { isIn: () => isIn }, querySelector: find });
  const move = async (): Promise<void> => {
    told.moves += 1;
    looks = 0;
  };
  const controls = someControls({
    frame: {
      evaluate: async (does: (...given: unknown[]) => unknown, ...given: unknown[]) => does(...given),
      page: () => ({ mouse: { move } }),
      frameElement: async () => null,
    },
    click: Controls.prototype.click,
    async until(element: string, condition: (...given: unknown[]) => boolean, _: number, ...given: unknown[]) {
      for (let left = mostLooks; left > 0; left -= 1) {
        if (condition(...given)) return;
        looks += 1;
        told.looks += 1;
      }
      throw new ElementMissingError('leave', element);
    },
  });
  await jitsi.pressLeave(controls);
  return told;
};

it.each([
  ['is there', Number.NEGATIVE_INFINITY, { presses: 1, moves: 0, looks: 0 }],
  ['comes back at once', 0, { presses: 1, moves: 2, looks: 0 }],
  ['comes back a moment after the pointer has moved', 3, { presses: 1, moves: 2, looks: 3 }],
])('what leaves the meeting is pressed once where its bar %s', async (_, comesAfterLooks, told) => {
  expect(await leaving(comesAfterLooks)).toEqual(told);
});

it('is not waited for by a bot that is not in the meeting', async () => {
  expect(await leaving(Number.POSITIVE_INFINITY, { isIn: false })).toEqual({ presses: 0, moves: 2, looks: 0 });
});
