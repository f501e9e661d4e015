/** How a bot writes into a chat that is a page of its own in the panel of a Google Meet, of another site than the page around it. */
import type { Browser, HTTPRequest, Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeChromium, launchChromium } from '../../../../lib/capture/browser/chromium/chromium.ts';
import { Controls } from '../../../../lib/capture/platforms/controls.ts';
import { sendChat } from '../../../../lib/capture/platforms/google-meet/send-chat.ts';
import { longestMs } from '../../../lab/until.ts';

/** As five public readers describe it (2026): what it sends it takes from its field, by keys that somebody pressed. */
const pages: Readonly<Record<string, string>> = {
  'meet.google.com': `<body style="margin: 40px"><iframe src="https://chat.google.com/embed/space/AAQ" hidden></iframe><button data-panel-id="2" aria-label="Mit allen chatten">chat</button>
    <script>
      document.querySelector('button').onclick = () => {
        const panel = document.querySelector('aside');
        if (panel) return panel.remove();
        document.body.insertAdjacentHTML('beforeend', '<aside></aside>');
        const page = '<iframe src="https://chat.google.com/embed/space/AAQ?shell=12" width="400" height="300"></iframe>';
        setTimeout(() => document.querySelector('aside').insertAdjacentHTML('beforeend', page), 300);
      };
    </script>`,
  'chat.google.com': `<p id="sent"></p><script>
      setTimeout(() => {
        document.body.insertAdjacentHTML('beforeend', '<div role="textbox" contenteditable="true">&nbsp;</div>');
        const field = document.querySelector('[role="textbox"]');
        field.onkeydown = (event) => {
          if (event.key !== 'Enter' || !event.isTrusted) return;
          event.preventDefault();
          document.querySelector('#sent').textContent += field.textContent.trim();
          field.textContent = '';
          parent.postMessage(document.querySelector('#sent').textContent, '*');
        };
      }, 300);
    </script>`,
};

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium({ width: 1280, height: 720, tells_requests: true });
});
afterAll(() => closeChromium(browser));

const aMeeting = async (): Promise<Page> => {
  const page = await browser.newPage();
  page.setDefaultTimeout(longestMs);
  await page.setRequestInterception(true);
  page.on('request', (request: HTTPRequest) => {
    const body = pages[new URL(request.url()).hostname];
    void request.respond(body === undefined ? { status: 404 } : { contentType: 'text/html', body });
  });
  await page.goto('https://meet.google.com/kvd-hmzp-wqa');
  await page.evaluate(() => {
    addEventListener('message', ({ data }) => Object.assign(document.body.dataset, { sent: String(data) }));
  });
  return page;
};

const write = async (page: Page): Promise<void> => {
  const controls = new Controls(page.mainFrame(), 'write into the chat');
  await sendChat(controls, { text: 'I take the minutes.' });
  // What one page says to another comes when it comes.
  await expect.poll(() => page.evaluate(() => document.body.dataset.sent)).toBe('I take the minutes.');
};

it('writes by the keys into the field of a chat that is a page of its own, beside one that is not seen, and closes its panel again', async () => {
  const page = await aMeeting();
  await write(page);
  expect(await page.$('aside')).toBeNull();
});

it('presses nothing in the page around it that takes the focus at the moment of the key', async () => {
  const page = await aMeeting();
  await page.evaluate(() => {
    document.body.insertAdjacentHTML(
      'beforeend',
      '<button id="leave" onclick="document.title = `left`">Leave</button>',
    );
  });
  const { keyboard } = page;
  const press = keyboard.press.bind(keyboard);
  keyboard.press = async (key) => {
    keyboard.press = press;
    await page.focus('#leave');
    await press(key);
  };
  await write(page);
  expect(await page.title()).toBe('');
});
