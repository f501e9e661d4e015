import { expect, it } from 'vitest';
import { createChatPanel } from '../../../../../lib/capture/platforms/teams/page/chat-panel.ts';

/** The seconds at which the panel was opened; `closes`: those at which the client closes it; `out`: at which the bot is not in the call. */
const opened = (for_s: number, { closes, out = [] }: { closes: (s: number) => boolean; out?: readonly number[] }) => {
  const presses: number[] = [];
  let s = 0;
  let isOpen = false;
  const panel = createChatPanel(() => s * 1_000);
  for (; s < for_s; s += 1) {
    if (closes(s)) isOpen = false;
    if (out.includes(s)) panel.outside();
    else
      panel.keep(isOpen, () => {
        presses.push(s);
        isOpen = true;
        return true;
      });
  }
  return presses;
};

it('is opened again as often as it closes after a while, as with each room', () => {
  expect(opened(100, { closes: (s) => s > 0 && s % 20 === 0 })).toEqual([0, 20, 40, 60, 80]);
});

it('is left alone where the client closes it each time at once', () => {
  expect(opened(60, { closes: () => true })).toEqual([0, 3, 6]);
});

it('is opened anew where the bot was out of the call', () => {
  expect(opened(60, { closes: () => true, out: [30] })).toEqual([0, 3, 6, 31, 34, 37]);
});

it('is no business of its own where there is no button', () => {
  let looks = 0;
  const panel = createChatPanel(() => 0);
  for (let look = 0; look < 5; look += 1)
    panel.keep(false, () => {
      looks += 1;
      return false;
    });
  expect(looks).toBe(5);
});
