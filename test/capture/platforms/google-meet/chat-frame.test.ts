import type { Frame } from 'puppeteer-core';
import { expect, it, vi } from 'vitest';
import { Controls } from '../../../../lib/capture/platforms/controls.ts';
import { isFrameLoaded } from '../../../../lib/capture/platforms/google-meet/chat-frame.ts';

it.each([
  ['is seen', true],
  ['is not seen', false],
  ['has gone', new Error('detached')],
])('the page of a chat holds on to no element once it was looked for, where one %s', async (_, seen) => {
  const inner = { url: () => 'https://chat.google.com/embed/space/AAQ', evaluate: async () => 'complete' };
  const elements = [false, seen, false].map((isSeen) => ({
    evaluate: () => (isSeen instanceof Error ? Promise.reject(isSeen) : Promise.resolve(isSeen)),
    contentFrame: async () => inner,
    dispose: vi.fn(async () => {}),
  }));
  const frame: Pick<Frame, '$$'> = { $$: vi.fn().mockResolvedValue(elements) };
  expect(await isFrameLoaded(new Controls(frame as Frame, 'write into the chat'))).toBe(seen === true);
  expect(elements.map(({ dispose }) => dispose.mock.calls.length)).toEqual([1, 1, 1]);
});
