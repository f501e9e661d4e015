/** Writes into the demo room's chat. */
import type { Frame } from 'puppeteer-core';
import type { OutgoingChat } from '../../meeting/meeting.ts';
import { untilSent } from '../chat/until-sent.ts';
import type { Controls } from '../controls.ts';
import { selectors } from './selectors.ts';

const places = {
  to: selectors.chatTo,
  text: selectors.chatText,
  send: selectors.chatSend,
  own: selectors.ownMessage,
  ownText: selectors.messageText,
};

/** A message is known, once the room shows it, by its text as the form has it, and by not being among those `before`. */
interface Pressed {
  readonly text: string;
  readonly before: readonly (string | undefined)[];
}

/** Fills in the form without opening its panel, so that a picture of the page stays as it is, and presses send. */
const press = (frame: Frame, reader: string, text: string): Promise<Pressed | undefined> =>
  frame.evaluate(
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
      const before = [...document.querySelectorAll<HTMLElement>(places.own)].map((row) => row.dataset.messageId);
      field.value = text;
      const pressed = { text: field.value.trim(), before };
      document.querySelector<HTMLElement>(places.send)?.click();
      to.value = chosen;
      field.value = draft;
      return pressed;
    },
    places,
    reader,
    text,
  );

/** Waits until the room shows a message as the bot's own. */
const shown = (controls: Controls, reader: string, { text, before }: Pressed, timeout_ms: number): Promise<void> =>
  controls.until(
    "the bot's message among those that were sent",
    (places, reader, text, before) =>
      [...document.querySelectorAll<HTMLElement>(places.own)].some(
        (row) =>
          !before.includes(row.dataset.messageId) &&
          row.dataset.to === reader &&
          row.querySelector(places.ownText)?.textContent === text,
      ),
    timeout_ms,
    places,
    reader,
    text,
    before,
  );

/** Sends a message, and waits until the room shows it as the bot's own. */
export const sendChat = async (controls: Controls, { to, text }: OutgoingChat): Promise<void> => {
  const reader = typeof to === 'string' ? to : to.participant_id;
  const pressed = await press(controls.frame, reader, text);
  if (!pressed) throw new Error(`nobody called '${reader}' can be written to in this meeting`);
  await untilSent((timeout_ms) => shown(controls, reader, pressed, timeout_ms));
};
