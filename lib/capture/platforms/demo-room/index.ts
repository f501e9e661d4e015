/** The built-in room, joined as a person would join it. */
import type { Page } from 'puppeteer-core';
import type { MeetingPlatform } from '../platform.ts';
import { sendChat } from './chat.ts';
import { selectors } from './selectors.ts';

const controlTimeoutMs = 5_000;

const control = (page: Page, selector: string) =>
  page.waitForSelector(selector, { visible: true, timeout: controlTimeoutMs });

const press = async (page: Page, selector: string): Promise<void> => {
  const element = await control(page, selector);
  await element?.click();
};

/** Presses a button that is on or off, if need be, and waits until it is as wanted. Buttons of hidden panels work too. */
const turn = async (page: Page, selector: string, on: boolean): Promise<void> => {
  const wanted = String(on);
  const turned = (selector: string, wanted: string) =>
    document.querySelector(selector)?.getAttribute('aria-pressed') === wanted;
  if (await page.evaluate(turned, selector, wanted)) return;
  await page.$eval(selector, (button) => (button as HTMLElement).click());
  await page.waitForFunction(turned, { polling: 50, timeout: controlTimeoutMs }, selector, wanted);
};

export const demoRoom: MeetingPlatform = {
  name: 'demo room',
  exposesTracks: true,
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
    for (const button of await page.$$(`${selectors.leave}, ${selectors.leaveWaitingRoom}`)) {
      if (await button.isVisible()) return button.click();
    }
  },
  sendChat,
  setCamera: (page, on) => turn(page, selectors.camera, on),
  acceptBreakout: (page) => press(page, selectors.acceptBreakout),
  setScreenShare: (page, on) => turn(page, selectors.screenShare, on),
  showIncomingVideo: (page, wanted) => turn(page, selectors.incomingVideo, wanted),
  setMicrophone: (page, on) => turn(page, selectors.microphone, on),
};
