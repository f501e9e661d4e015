/** Writes into the demo room's chat. */
import type { Page } from 'puppeteer-core';
import type { OutgoingChat } from '../platform.ts';
import { selectors } from './selectors.ts';

const sent_within_ms = 5_000;

const places = {
  to: selectors.chatTo,
  text: selectors.chatText,
  send: selectors.chatSend,
  own: selectors.ownMessage,
  ownText: selectors.messageText,
};

/**
 * Fills in the form without opening its panel, so that a picture of the page stays as it is. Answers how many messages
 * of the bot's own were there before.
 */
const write = (page: Page, reader: string, text: string): Promise<number | undefined> =>
  page.evaluate(
    (places, reader, text) => {
      const to = document.querySelector<HTMLSelectElement>(places.to);
      const field = document.querySelector<HTMLTextAreaElement>(places.text);
      if (!to || !field) return undefined;
      const [chosen, draft] = [to.value, field.value];
      to.value = reader;
      if (to.value !== reader) {
        to.value = chosen;
        return undefined;
      }
      const before = document.querySelectorAll(places.own).length;
      field.value = text;
      document.querySelector<HTMLElement>(places.send)?.click();
      to.value = chosen;
      field.value = draft;
      return before;
    },
    places,
    reader,
    text,
  );

/** Sends a message, and waits until the room shows it as the bot's own. */
export const sendChat = async (page: Page, { to, text }: OutgoingChat): Promise<void> => {
  const reader = typeof to === 'string' ? to : to.participant_id;
  const before = await write(page, reader, text);
  if (before === undefined) throw new Error(`nobody called '${reader}' can be written to in this meeting`);
  await page.waitForFunction(
    (places, reader, text, before) => {
      const own = [...document.querySelectorAll<HTMLElement>(places.own)].slice(before);
      return own.some((row) => row.dataset.to === reader && row.querySelector(places.ownText)?.textContent === text);
    },
    { polling: 50, timeout: sent_within_ms },
    places,
    reader,
    text.trim(),
    before,
  );
};
