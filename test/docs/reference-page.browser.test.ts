import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routeNames } from '../../lib/api/routes.ts';
import { closeChromium, launchChromium } from '../../lib/capture/browser/chromium.ts';
import { type LocalApi, startLocalApi } from '../lab/api/local-api.ts';
import { document as openApi } from '../lab/api/openapi.ts';
import { longestMs } from '../lab/until.ts';

describe('the page at /docs', () => {
  let api: LocalApi;
  let browser: Browser;
  let page: Page;
  const requested: string[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    api = await startLocalApi();
    browser = await launchChromium({ width: 1280, height: 900 });
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

  it('tries an operation with a key', async () => {
    await page.click('.auth-wrapper .authorize');
    await page.type('.auth-container input', `Token ${api.api_key}`);
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

  it('has asked nobody but the service, and complained of nothing', () => {
    const elsewhere = requested.filter((url) => !url.startsWith(`${api.base_url}/`) && !url.startsWith('data:'));
    expect({ elsewhere, complaints }).toEqual({ elsewhere: [], complaints: [] });
    expect(requested).toContain(`${api.base_url}/api/v1/openapi.json`);
  });
});
