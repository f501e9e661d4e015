import type { RunOptions } from 'axe-core';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routeNames } from '../../lib/api/routes.ts';
import { closeChromium } from '../../lib/capture/browser/chromium/chromium.ts';
import { type LocalApi, startLocalApi } from '../lab/api/local-api.ts';
import { document as openApi } from '../lab/api/openapi.ts';
import { patientBrowser } from '../lab/hosts/patient-browser.ts';
import { faults, settled, withAxe } from '../lab/pages/accessibility.ts';
import { longestMs } from '../lab/until.ts';

/** The rules whose answers differ by colours and by width, of those that axe asks unless told otherwise: all else is the same page. */
const ofLooks = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'region', 'bypass'];

describe('the page at /docs', () => {
  let api: LocalApi;
  let browser: Browser;
  let page: Page;
  const requested: string[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    api = await startLocalApi();
    browser = await patientBrowser({ width: 1280, height: 900, tells_requests: true });
    page = await browser.newPage();
    page.setDefaultTimeout(longestMs);
    page.on('request', (request) => requested.push(request.url()));
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(`${api.base_url}/docs`);
    await page.waitForSelector('#operations-Bots-createBot');
  });
  afterAll(async () => {
    await closeChromium(browser);
    await api[Symbol.asyncDispose]();
  });

  it('folds what only the dashboard calls away, at the end', async () => {
    const tags = await page.$$eval('.opblock-tag', (all) =>
      all.map((tag) => [tag.getAttribute('data-tag'), tag.getAttribute('data-is-open')]),
    );
    expect(tags.filter(([, isOpen]) => isOpen !== 'true')).toEqual([['Dashboard', 'false']]);
    expect(tags.at(-1)).toEqual(['Dashboard', 'false']);
  });

  it('shows every operation and every webhook', async () => {
    const shown = await page.$$eval('.opblock', (blocks) => blocks.map(({ id }) => id.split('-').at(-1)));
    const webhooks = Object.values(openApi.webhooks).map(({ post }) => post.operationId);
    expect(shown.sort()).toEqual([...routeNames, ...webhooks].sort());
  });

  it('shows the curl lines of an operation, and the fields of what it takes', async () => {
    await page.click('#operations-Bots-createBot .opblock-summary-control');
    await page.waitForSelector('#operations-Bots-createBot .curl-lines');
    const text = await page.$eval('#operations-Bots-createBot', (block) => block.textContent);
    expect(text).toContain('curl -X POST "$BASE_URL/api/v1/bots"');
    expect(text).toContain('The name that people in the meeting see.');
  });

  it('tries an operation with a key that is pasted as it is', async () => {
    await page.click('.auth-wrapper .authorize');
    await page.type('.auth-container input', api.api_key);
    await page.click('.auth-btn-wrapper .authorize');
    await page.click('.auth-btn-wrapper .btn-done');
    const operation = '#operations-Bots-listBots';
    await page.click(`${operation} .opblock-summary-control`);
    await (await page.waitForSelector(`${operation} .try-out__btn`))?.click();
    await (await page.waitForSelector(`${operation} .execute`))?.click();
    await page.waitForSelector(`${operation} .live-responses-table`);
    const status = await page.$eval(`${operation} .live-responses-table tbody .response-col_status`, (cell) =>
      cell.textContent?.trim(),
    );
    expect(status).toMatch(/^200/);
  });

  it('has contents, which lead to what they name and open it', async () => {
    const lines = await page.$$eval('#contents a', (links) => links.map((link) => link.textContent));
    expect(lines).toEqual(expect.arrayContaining(['Start', 'Errors', 'Ask a bot to leave its meeting']));
    await page.$$eval('#contents a', (links) =>
      links.find((link) => link.textContent === 'Ask a bot to leave its meeting')?.click(),
    );
    await page.waitForSelector('#operations-Bots-leaveBot .curl-lines', { visible: true });
  });

  it.each([
    [1280, 'light', {}],
    [390, 'dark', { runOnly: { type: 'rule', values: ofLooks } }],
  ] satisfies [number, string, RunOptions][])(
    'can be read by everybody, at %i pixels and %s: axe finds nothing, and nothing sticks out',
    async (width, scheme, options) => {
      await page.setViewport({ width, height: 860 });
      await page.emulateMediaFeatures([
        { name: 'prefers-color-scheme', value: scheme },
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ]);
      await page.setBypassCSP(true);
      await withAxe(page);
      await settled(page);
      expect(await faults(page, options)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      // Nor is a column of a table out of sight.
      expect(
        await page.$$eval('.info td, .info th', (cells) =>
          Math.max(...cells.map((cell) => cell.getBoundingClientRect().right)),
        ),
      ).toBeLessThanOrEqual(width);
    },
  );

  it.each<[string, object, string[], object]>([
    ['all of it, where no part is named', {}, [], { paths: { a: {} } }],
    ['all of it, where there is no such part', {}, ['paths', 'b', 'get'], { paths: { a: {} } }],
    [
      'a part that refers to what is within a component, or nowhere, with that component',
      { b: [{ $ref: '#/components/schemas/Bot/properties/id' }, { $ref: '#/components/schemas/None' }] },
      ['paths', 'b'],
      { webhooks: {}, components: { schemas: { Bot: {} } } },
    ],
  ])('reads of a document %s', async (_, more, path, read) => {
    const document = { paths: { a: {}, ...more }, components: { schemas: { Bot: {} } } };
    expect(await page.evaluate(`around(${JSON.stringify(document)}, ${JSON.stringify(path)})`)).toMatchObject(read);
  });

  it('has asked nobody but the service, and complained of nothing', () => {
    const elsewhere = requested.filter((url) => !url.startsWith(`${api.base_url}/`) && !url.startsWith('data:'));
    expect({ elsewhere, complaints }).toEqual({ elsewhere: [], complaints: [] });
    expect(requested).toContain(`${api.base_url}/api/v1/openapi.json`);
  });
});
