import { afterAll, expect, it } from 'vitest';
import { closeChromium } from '../../../lib/capture/browser/chromium/chromium.ts';
import { startDemoRoom } from '../../../lib/demo-room/own-server.ts';
import { patientBrowser } from '../../lab/hosts/patient-browser.ts';
import { longestMs } from '../../lab/until.ts';

const text = 'You are recorded. What you say is written down only by a bot with a provider of transcription.';

const room = await startDemoRoom();
const browser = await patientBrowser({ width: 1280, height: 800 });
afterAll(async () => {
  await closeChromium(browser);
  await room[Symbol.asyncDispose]();
});

it.each([
  [1280, 800],
  [390, 844],
])(
  'a notice in a meeting is whole, and lies over nothing that is pressed or written in: %i by %i pixels',
  async (width, height) => {
    const page = await browser.newPage();
    page.setDefaultTimeout(longestMs);
    await page.setViewport({ width, height });
    await page.goto(room.base_url + room.demoRoom.createRoom().room_path);
    const found = await page.evaluate((text) => {
      document.body.dataset.phase = 'in_meeting';
      const [notice, chat] = ['notice', 'chat-panel'].map((id) => document.getElementById(id));
      if (!notice || !chat) throw new Error('the page is another one');
      notice.textContent = text;
      chat.hidden = false;
      const own = notice.getBoundingClientRect();
      const isUnder = (element: Element): boolean => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return left < right && left < own.right && right > own.left && top < own.bottom && bottom > own.top;
      };
      const covered = [...document.querySelectorAll('button, select, textarea')].filter(isUnder).map(({ id }) => id);
      const middle = document.elementFromPoint(own.left + own.width / 2, own.top + own.height / 2);
      return { covered, on_top: middle?.id, is_in_sight: own.left >= 0 && own.right <= innerWidth && own.top >= 0 };
    }, text);
    expect(found).toEqual({ covered: [], on_top: 'notice', is_in_sight: true });
  },
);
