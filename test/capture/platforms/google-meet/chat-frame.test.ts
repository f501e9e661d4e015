import type { Frame } from 'puppeteer-core';
import { expect, it, vi } from 'vitest';
import { Controls } from '../../../../lib/capture/platforms/controls.ts';
import { isFrameLoaded } from '../../../../lib/capture/platforms/google-meet/chat-frame.ts';

it.each([
  ['is shown', true],
  ['is not shown', false],
  ['has gone', new Error('detached')],
])('the page of a chat holds on to no element once it was looked for, where one %s', async (_, shown) => {
  const inner = { url: () => 'https://chat.google.com/embed/space/AAQ', evaluate: async () => 'complete' };
  const elements = [false, shown, false].map((isShown) => ({
    evaluate: () => (isShown instanceof Error ? Promise.reject(isShown) : Promise.resolve(isShown)),
    contentFrame: async () => inner,
    dispose: vi.fn(async () => {}),
  }));
  const frame: Pick<Frame, '$$'> = { $$: vi.fn().mockResolvedValue(elements) };
  expect(await isFrameLoaded(new Controls(frame as Frame, 'write into the chat'))).toBe(shown === true);
  expect(elements.map(({ dispose }) => dispose.mock.calls.length)).toEqual([1, 1, 1]);
});
