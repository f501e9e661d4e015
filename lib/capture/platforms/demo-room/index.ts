/** The built-in room, joined as a person would join it. */
import type { Page } from 'puppeteer-core';
import type { MeetingPlatform } from '../platform.ts';
import { selectors } from './selectors.ts';

const control_timeout_ms = 5_000;

const control = (page: Page, selector: string) =>
  page.waitForSelector(selector, { visible: true, timeout: control_timeout_ms });

const press = async (page: Page, selector: string): Promise<void> => {
  const element = await control(page, selector);
  await element?.click();
};

export const demoRoom: MeetingPlatform = {
  name: 'demo room',
  pageScript: new URL('./page.ts', import.meta.url),
  async prepare(page, name) {
    const input = await control(page, selectors.name);
    await input?.click({ count: 3 });
    await input?.type(name, { delay: 20 });
  },
  pressJoin: (page) => press(page, selectors.join),
  async settle(page) {
    const toggle = await control(page, selectors.captionsToggle);
    const isOn = await toggle?.evaluate((button) => button.getAttribute('aria-pressed') === 'true');
    if (!isOn) await toggle?.click();
  },
  requestRecording: (page) => press(page, selectors.requestRecording),
  async pressLeave(page) {
    for (const selector of [selectors.leave, selectors.leaveWaitingRoom]) {
      const button = await page.$(selector);
      if (await button?.isVisible()) return button?.click();
    }
  },
};
