import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeChromium } from '../../../../lib/capture/browser/chromium/chromium.ts';
import { writeInto } from '../../../../lib/capture/platforms/chat/write-into.ts';
import { Controls } from '../../../../lib/capture/platforms/controls.ts';
import { patientBrowser } from '../../../lab/hosts/patient-browser.ts';
import { longestMs } from '../../../lab/until.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await patientBrowser({ width: 320, height: 240 });
});
afterAll(() => closeChromium(browser));

/** What CKEditor 5 keeps in front of a text behind a break, as measured in 44.3: its INLINE_FILLER. */
const filler = '\u2060'.repeat(7);

const anEditor = async (held: string): Promise<Page> => {
  const page = await browser.newPage();
  page.setDefaultTimeout(longestMs);
  await page.setContent(`<div contenteditable="true">${held}</div>`);
  await page.evaluate((filler) => {
    const editor = document.querySelector('div');
    editor?.addEventListener('input', () => {
      const walker = document.createTreeWalker(editor, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const text = walker.currentNode as Text;
        const isBehindBreak = text.previousSibling?.nodeName === 'BR';
        if (isBehindBreak && text.data.trim() !== '' && !text.data.startsWith(filler)) text.insertData(0, filler);
      }
    });
  }, filler);
  return page;
};
const write = (page: Page, text: string): Promise<void> =>
  Controls.doing(page.mainFrame(), 'write', (controls) => writeInto(controls, 'div', text));
const seen = (page: Page): Promise<string | undefined> => page.evaluate(() => document.querySelector('div')?.innerHTML);

describe('the editor of a chat', () => {
  it('holds a text of several lines in place of what it held, with what it keeps unseen between them', async () => {
    const page = await anEditor('before');
    await write(page, 'One\nTwo');
    expect(await seen(page)).toBe(`One<br>${filler}Two`);
  });

  it('is written into again where a button has taken the focus between two lines, and that is not pressed', async () => {
    const page = await anEditor('');
    await page.evaluate(() => {
      document.body.insertAdjacentHTML('beforeend', '<button onclick="document.title = `pressed`">Leave</button>');
      const takeFocus = () => document.querySelector('button')?.focus();
      document.querySelector('div')?.addEventListener('input', takeFocus, { once: true });
    });
    await write(page, 'One\nTwo');
    expect(await seen(page)).toBe(`One<br>${filler}Two`);
    expect(await page.title()).toBe('');
  });
});
