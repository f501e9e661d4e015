import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeChromium } from '../../../../../lib/capture/browser/chromium/chromium.ts';
import { bundle } from '../../../../../lib/capture/build/bundle.ts';
import { aRoom } from '../../../../lab/hosts/paper-room.ts';
import { patientBrowser } from '../../../../lab/hosts/patient-browser.ts';
import { longestMs } from '../../../../lab/until.ts';
import type { Composed } from '../../../fixtures/compose-many.ts';

let page: Page;
let room: Awaited<ReturnType<typeof aRoom>>;
beforeAll(async () => {
  room = await aRoom();
  const browser = await patientBrowser({ width: 640, height: 360 });
  page = await browser.newPage();
  page.setDefaultTimeout(longestMs);
  await page.goto(room.url('phase=left'));
  await page.evaluate(bundle(new URL('../../../fixtures/compose-many.ts', import.meta.url), 'composer'));
  await page.evaluate(bundle(new URL('../../../fixtures/throw-in-a-word.ts', import.meta.url), 'interruption'));
});
afterAll(async () => {
  await closeChromium(page.browser());
  await room[Symbol.asyncDispose]();
});

const views = ['speaker_view', 'gallery_view', 'speaker_view_no_sidebar'] as const;

describe.each(views)('hundreds of pictures in %s', (view) => {
  it('that change their shape, with one speaker after the other, leave none behind', async () => {
    const { failures, sizes, most_open, left_open } = (await page.evaluate(
      `composer.composeMany('${view}', 150)`,
    )) as Composed;
    expect(failures).toEqual([]);
    expect(sizes).toContain('1280x720');
    expect(most_open).toBeLessThan(12);
    expect(left_open).toBe(0);
  });
});

it('asks for the pictures of whoever begins to speak before it shows them, and gives them back after a word', async () => {
  expect(await page.evaluate('interruption.throwInAWord()')).toEqual([
    'ada wanted',
    'ben wanted',
    'ben given back',
    // The recording is over.
    'ada given back',
  ]);
});
