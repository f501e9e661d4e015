import { expect, it } from 'vitest';
import { createChatPanel } from '../../../../../../lib/capture/platforms/teams/page/chat/chat-panel.ts';

interface Client {
  /** The seconds at which it closes the panel. */
  readonly closes?: (s: number) => boolean;
  /** How long after a press the panel shows; another press before that has it not show at all. */
  readonly slow_s?: number;
  /** At which the bot is not in the call. */
  readonly out?: readonly number[];
}

/** The seconds at which its button was pressed. */
const opened = (for_s: number, { closes = () => false, slow_s = 0, out = [] }: Client) => {
  const presses: number[] = [];
  let s = 0;
  let open_from_s = Number.POSITIVE_INFINITY;
  const panel = createChatPanel(() => s * 1_000);
  for (; s < for_s; s += 1) {
    if (closes(s)) open_from_s = Number.POSITIVE_INFINITY;
    if (out.includes(s)) panel.outside();
    else
      panel.keep(s >= open_from_s, () => {
        presses.push(s);
        open_from_s = Number.isFinite(open_from_s) ? Number.POSITIVE_INFINITY : s + slow_s;
        return true;
      });
  }
  return presses;
};

it('is opened again as often as it closes after a while, as with each room', () => {
  expect(opened(100, { closes: (s) => s > 0 && s % 20 === 0 })).toEqual([0, 20, 40, 60, 80]);
});

it('is not pressed again while it may still come, nor once it has', () => {
  expect(opened(200, { slow_s: 9 })).toEqual([0]);
  // The second press takes the first one back.
  expect(opened(200, { slow_s: 19 })).toEqual([0, 10, 30]);
});

it('is pressed again soon where it has shown, and is closed', () => {
  expect(opened(60, { closes: (s) => s === 4 })).toEqual([0, 4]);
});

it('is left alone where the client closes it each time at once', () => {
  expect(opened(90, { closes: () => true })).toEqual([0, 10, 30]);
});

it('is opened anew where the bot was out of the call', () => {
  expect(opened(90, { closes: () => true, out: [35] })).toEqual([0, 10, 30, 40, 50, 70]);
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
