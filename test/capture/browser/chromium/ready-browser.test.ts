import type { Browser } from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import type { ChromiumOptions } from '../../../../lib/capture/browser/chromium/chromium.ts';
import { browserReady } from '../../../../lib/capture/browser/chromium/ready-browser.ts';

const size = { width: 1280, height: 720 };

/** Browsers of which only this is asked: whether they live, and to close. */
const aLauncher = () => {
  const launched: (ChromiumOptions & { connected: boolean })[] = [];
  return {
    launched,
    async launch(options: ChromiumOptions): Promise<Browser> {
      const browser = {
        ...options,
        connected: true,
        process: () => null,
        async close() {
          browser.connected = false;
        },
      };
      launched.push(browser);
      return browser as unknown as Browser;
    },
  };
};

describe('a browser that is ready', () => {
  it('is given to who asks first, and others get one of their own', async () => {
    const { launched, launch } = aLauncher();
    const ready = await browserReady(size, launch);
    const [first, second] = [await ready.launch(size), await ready.launch(size)];
    expect(launched).toHaveLength(2);
    expect([first === second, first.connected]).toEqual([false, true]);
    await ready[Symbol.asyncDispose]();
    expect(launched.map(({ connected }) => connected)).toEqual([true, true]);
  });

  it.each([
    ['is of another size', { width: 1920, height: 1080 }],
    ['has other options', { ...size, args: ['--mute-audio'] }],
  ])('is closed where the one that is wanted %s', async (_, wanted) => {
    const { launched, launch } = aLauncher();
    await (await browserReady(size, launch)).launch(wanted);
    expect(launched.map(({ connected, width }) => [connected, width])).toEqual([
      [false, size.width],
      [true, wanted.width],
    ]);
  });

  it('is not given when it has ended meanwhile', async () => {
    const { launched, launch } = aLauncher();
    const ready = await browserReady(size, launch);
    for (const browser of launched) browser.connected = false;
    expect((await ready.launch(size)).connected).toBe(true);
  });

  it('is closed when nobody wanted it', async () => {
    const { launched, launch } = aLauncher();
    await (await browserReady(size, launch))[Symbol.asyncDispose]();
    expect(launched.map(({ connected }) => connected)).toEqual([false]);
  });
});
