import type { Frame } from 'puppeteer-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Controls } from '../../../../lib/capture/platforms/controls.ts';
import { sendChat } from '../../../../lib/capture/platforms/livekit/send-chat.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A page of which it is known when something is pressed in it. */
const aPage = () => {
  const pressed: number[] = [];
  const evaluate = async (): Promise<number> => pressed.push(Date.now()) - 1;
  const controls = { frame: { evaluate } as unknown as Frame, until: async () => undefined } as unknown as Controls;
  const say = (text: string) => sendChat(controls, { to: 'everyone', text });
  return { pressed, say };
};

it('writes its first message once others have heard who writes, and whatever follows at once', async () => {
  const { pressed, say } = aPage();
  const begun_ms = Date.now();
  const first = say('Hello');
  await vi.advanceTimersByTimeAsync(2_900);
  expect(pressed).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  await first;
  await say('I take the minutes');
  expect(pressed.map((at_ms) => at_ms - begun_ms)).toEqual([3_000, 3_100]);
});
