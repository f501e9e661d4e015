/**
 * That every page of the dashboard can be used by everybody: looked over by axe in a real browser, large and small, light and dark.
 * `PICTURES=folder` leaves each as a picture there, for people to look at.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RunOptions } from 'axe-core';
import type { Page } from 'puppeteer-core';
import { afterAll, describe, expect, it } from 'vitest';
import { faults, settled, withAxe } from '../lab/pages/accessibility.ts';
import { driveDashboard, stillness } from './driven.ts';
import { everyLook } from './looks.ts';

const folder = process.env.PICTURES;
if (folder) mkdirSync(folder, { recursive: true });

const dashboard = await driveDashboard();
afterAll(() => dashboard[Symbol.asyncDispose]());
const looks = await everyLook(dashboard);

const height = 860;
/** The rules of colour, of those that axe asks unless told otherwise: light and dark differ by nothing else. */
const colours: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

const sticksOut = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

const views = [
  { width: 1280, scheme: 'light' },
  { width: 1280, scheme: 'dark' },
  { width: 390, scheme: 'dark' },
  { width: 390, scheme: 'light' },
] as const;

describe('every page', () => {
  // The next one is opened as the last one was left: each change of size or colours is drawn by the processor.
  it.each(looks.map((look, index) => ({ ...look, views: index % 2 ? views.toReversed() : views })))(
    'can be used by everybody, at 1280 and 390 pixels, light and dark: axe finds nothing, and nothing sticks out: $name',
    async ({ name, path, text, visitor, unfolds, views }) => {
      const { page, open, has } = visitor;
      const showIn = async ({ width, scheme }: (typeof views)[number]): Promise<void> => {
        await page.setViewport({ width, height });
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }, stillness]);
        await has(`html[data-mantine-color-scheme=${scheme}]`);
      };
      await page.bringToFront();
      const found: {
        readonly width: number;
        readonly scheme: string;
        readonly faults: string[];
        sticksOut: boolean;
      }[] = [];
      for (const view of views) {
        const { width, scheme } = view;
        await showIn(view);
        if (found.length === 0) {
          await open(path, text);
          await unfolds?.(visitor);
          await withAxe(page);
        }
        await settled(page);
        if (folder) {
          const file = `${name.replaceAll(' ', '-')}-${width}-${scheme}.png` as const;
          await page.screenshot({ path: join(folder, file) as `${string}.png`, fullPage: true });
        }
        const isOtherScheme = found.at(-1)?.width === width;
        found.push({
          ...{ width, scheme },
          faults: await faults(page, isOtherScheme ? colours : {}),
          sticksOut: await sticksOut(page),
        });
      }
      expect(found).toEqual(views.map((view) => ({ ...view, faults: [], sticksOut: false })));
    },
  );

  describe('that is low and narrow, as on a phone or where it is much enlarged,', () => {
    const { page, open, has, hasNo, tabTo, press } = dashboard;
    /** That of 1280 by 1024 at 400 %. */
    const least = { width: 320, height: 256 };

    it.each(['', '?until=2038-01-01'])('shows bots in its list, whatever is above it: %j', async (path) => {
      await page.bringToFront();
      await page.setViewport(least);
      await open(path, 'Recording');
      await has('.bot-row[href]');
      expect(await page.$eval('.bots', ({ clientHeight }) => clientHeight)).toBeGreaterThan(200);
      expect(await sticksOut(page)).toBe(false);
    });

    it.each([320, 720, 844, 1024, 1120])(
      'says in its list which meetings they are of: %i pixels wide',
      async (width) => {
        await page.bringToFront();
        await page.setViewport({ width, height });
        await open('', 'Recording');
        await has('.bot-row[href] .meeting');
        const widths = await page.$$eval('.bot-row[href] .meeting', (names) =>
          names.map(({ clientWidth }) => clientWidth),
        );
        expect(Math.min(...widths)).toBeGreaterThan(120);
      },
    );

    it('has a menu that is in the way of nobody while it is closed, and is closed by the keyboard', async () => {
      await page.bringToFront();
      await page.setViewport(least);
      await open('/settings', 'Key for Deepgram');
      await has('nav [href="/dashboard/calendars"]');
      const isInMenu = () => page.evaluate(() => document.activeElement?.closest('nav') !== null);
      await tabTo('[aria-label="Sign out"]');
      await page.keyboard.press('Tab');
      expect(await isInMenu()).toBe(false);
      await press('Open the menu');
      await has('[aria-label="Close the menu"][aria-expanded=true]');
      await tabTo('nav [href="/dashboard/calendars"]');
      await page.keyboard.press('Escape');
      await has('[aria-label="Open the menu"]:focus');
      await page.keyboard.press('Enter');
      await tabTo('nav [href="/dashboard/calendars"]');
      await page.keyboard.press('Enter');
      // Whoever goes to another page goes on in it.
      await has('main:focus');
      await has('[aria-label="Open the menu"]');
      await hasNo('nav:not([data-closed])');
    });
  });

  it('moves for those only who like that, while nothing is loading', async () => {
    const { page, open } = dashboard;
    const endless = () =>
      page.evaluate(() =>
        document
          .getAnimations()
          .filter(({ effect }) => effect?.getComputedTiming().endTime === Infinity)
          .filter(({ effect }) => !(effect as KeyframeEffect).target?.closest('.mantine-Loader-root'))
          .map((animation) => (animation as CSSAnimation).animationName),
      );
    await page.bringToFront();
    await open('', 'Recording');
    expect(await endless()).toEqual([]);
    await page.emulateMediaFeatures([{ ...stillness, value: 'no-preference' }]);
    expect(await endless()).toEqual(['pulse']);
    await page.emulateMediaFeatures([stillness]);
  });

  it('obeys its policy, and nothing in it fails', () => {
    expect(dashboard.complaints).toEqual([]);
  });
});
