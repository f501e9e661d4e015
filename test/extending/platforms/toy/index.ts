/** A platform that is not there: its page shows who is in the meeting, has a chat, and its sound is all that can be heard. */
import type { MeetingPlatform } from '../../../../lib/capture/platforms/platform.ts';
import { toyRow } from './row.ts';
import { selectors } from './selectors.ts';
import { signs } from './signs.ts';

const shownWithinMs = 5_000;

export const toyPlatform: MeetingPlatform = {
  capabilities: toyRow.capabilities,
  proven_on: 'a page of its own, in every run of the tests',
  signs,
  pageProgram: 'toy-page',
  async prepare(controls, { name }) {
    await controls.type(selectors.name, name);
  },
  pressJoin: (controls) => controls.press(selectors.join),
  async pressLeave({ frame }) {
    const button = await frame.$(selectors.leave);
    if (await button?.isVisible()) await button?.click();
  },
  async sendChat(controls, { text }) {
    await controls.type(selectors.chatText, text);
    await controls.press(selectors.chatSend);
    await controls.until(
      'the message among those that are shown',
      (selector, text) => [...document.querySelectorAll(selector)].some((row) => row.textContent === text),
      shownWithinMs,
      selectors.message,
      text,
    );
  },
};
