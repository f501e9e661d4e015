/**
 * That every page of the dashboard can be used by everybody: looked over by axe in a real browser, large and small, light and dark.
 * `PICTURES=folder` leaves each as a picture there, for people to look at.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { RunOptions } from 'axe-core';
import type { Page } from 'puppeteer-core';
import { afterAll, describe, expect, it } from 'vitest';
import { driveDashboard, stillness } from './driven.ts';
import { everyLook } from './looks.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const folder = process.env.PICTURES;
if (folder) mkdirSync(folder, { recursive: true });

const dashboard = await driveDashboard();
afterAll(() => dashboard[Symbol.asyncDispose]());
const looks = await everyLook(dashboard);

const height = 860;
/** The rules of colour, of those that axe asks unless told otherwise: light and dark differ by nothing else. */
const colours: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

/** Once what moves for a moment has arrived: it is sent there, as each picture on the way is drawn by the processor. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    const nextPicture = () => new Promise((done) => requestAnimationFrame(done));
    await nextPicture();
    await nextPicture();
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    await nextPicture();
  });

/** What axe has to say of the page as it is shown. */
const faults = (page: Page, options: RunOptions = {}): Promise<string[]> =>
  page.evaluate(async (options) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run({ ...options, resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
  }, options);
const sticksOut = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

describe('every page', () => {
  it.each(looks)(
    'can be used by everybody, at 1280 and 390 pixels, light and dark: axe finds nothing, and nothing sticks out: $name',
    async ({ name, path, text, visitor, unfolds }) => {
      const { page, open, has } = visitor;
      const shownIn = async (width: number, scheme: 'light' | 'dark'): Promise<void> => {
        await page.setViewport({ width, height });
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }, stillness]);
        await has(`html[data-mantine-color-scheme=${scheme}]`);
        await settled(page);
      };
      /** As it is shown at present. */
      const portray = async (width: number, scheme: 'light' | 'dark'): Promise<void> => {
        if (!folder) return;
        const file = `${name.replaceAll(' ', '-')}-${width}-${scheme}.png` as const;
        await page.screenshot({ path: join(folder, file) as `${string}.png`, fullPage: true });
      };
      await page.bringToFront();
      await shownIn(1280, 'light');
      await open(path, text);
      await unfolds?.(visitor);
      await page.evaluate(axe);
      await settled(page);
      await portray(1280, 'light');
      const found = { large_light: await faults(page), sticks_out: await sticksOut(page) };
      await shownIn(1280, 'dark');
      await portray(1280, 'dark');
      const large_dark = await faults(page, colours);
      await shownIn(390, 'dark');
      await portray(390, 'dark');
      const [small_dark, sticks_out_small] = [await faults(page), await sticksOut(page)];
      await shownIn(390, 'light');
      await portray(390, 'light');
      const small_light = await faults(page, colours);
      expect({ ...found, large_dark, small_dark, sticks_out_small, small_light }).toEqual({
        ...{ large_light: [], large_dark: [], small_light: [], small_dark: [] },
        ...{ sticks_out: false, sticks_out_small: false },
      });
    },
  );

  it('obeys its policy, and nothing in it fails', () => {
    expect(dashboard.complaints).toEqual([]);
  });
});
