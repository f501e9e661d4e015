import type { Browser } from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import { launchChromium } from '../../../lib/capture/browser/chromium/chromium.ts';
import { createAgentBrowser } from '../../../lib/capture/voice-agent/agent-browser.ts';
import { endlessLoop } from '../../lab/hosts/paper-room.ts';
import { aSite } from '../../lab/hosts/site.ts';

/** Tells whether it has been here before. */
const page = `<!doctype html><script>
  fetch('/been-here?' + localStorage.getItem('seen') + document.cookie);
  localStorage.setItem('seen', 'yes');
  document.cookie = 'seen=yes; max-age=1000';
</script>`;

const hanging = `<!doctype html><script>setTimeout(() => { ${endlessLoop} }, 500);</script>`;

const aWorld = async () => {
  const told: string[] = [];
  const site = await aSite(({ url = '' }, answer) => {
    if (url.startsWith('/been-here?')) told.push(url.slice('/been-here?'.length));
    if (url === '/never') return;
    answer.setHeader('content-type', 'text/html').end(url === '/hang' ? hanging : url === '/' ? page : '');
  });
  const browsers: Browser[] = [];
  const agents = createAgentBrowser({ allow_loopback: true }, async (options) => {
    const browser = await launchChromium(options);
    browsers.push(browser);
    return browser;
  });
  const open = () =>
    agents.open({ url: site.url, onMessage: () => undefined, onLost: () => undefined, onRefused: () => undefined });
  const isRunning = () => browsers.map(({ connected }) => connected);
  return { told, site, agents, open, isRunning };
};

describe('the browser of voice agents', () => {
  it('that is kept ready starts once, and its pages know nothing of each other', async () => {
    const { told, site, agents, open, isRunning } = await aWorld();
    await using _ = site;
    agents.prepare();
    const one = await open();
    const other = await open();
    await one[Symbol.asyncDispose]();
    await other[Symbol.asyncDispose]();
    const last = await open();
    await expect.poll(() => told).toHaveLength(3);
    expect(told).toEqual(['null', 'null', 'null']);
    await last[Symbol.asyncDispose]();
    expect(isRunning()).toEqual([true]);
    await agents[Symbol.asyncDispose]();
    expect(isRunning()).toEqual([false]);
  });

  it('ends with its last page where none is to be ready, and starts again for the next', async () => {
    const { site, agents, open, isRunning } = await aWorld();
    await using _ = site;
    const one = await open();
    const other = await open();
    await one[Symbol.asyncDispose]();
    expect(isRunning()).toEqual([true]);
    await other[Symbol.asyncDispose]();
    await expect.poll(isRunning).toEqual([false]);
    const last = await open();
    expect(isRunning()).toEqual([false, true]);
    await last[Symbol.asyncDispose]();
    await agents[Symbol.asyncDispose]();
    expect(isRunning()).toEqual([false, false]);
  });

  it('says of a page that hangs that it is lost', async () => {
    const { site, agents } = await aWorld();
    await using _ = site;
    const { promise: lost, resolve: onLost } = Promise.withResolvers<string>();
    const nothing = () => undefined;
    const page = await agents.open({ url: `${site.url}hang`, onMessage: nothing, onLost, onRefused: nothing });
    expect(await lost).toBe('it does not answer');
    await page[Symbol.asyncDispose]();
    await agents[Symbol.asyncDispose]();
  });
});
