/** Writes into the chat of a page made of LiveKit's components. */
import { pause } from '../../../process/pause.ts';
import type { OutgoingChat } from '../../meeting/meeting.ts';
import { chatClosed } from '../chat/refusals.ts';
import { untilSent } from '../chat/until-sent.ts';
import { type Controls, comes } from '../controls.ts';
import { pageMemory } from '../page-memory.ts';
import type { LiveKitHandle } from './handle.ts';
import { program } from './program.ts';
import { selectors } from './selectors.ts';

const openWithinMs = 3_000;
/**
 * The server tells others of the bot when the connection is up by which it hears them, and passes on its messages before: one
 * that comes first stands in their pages without a name, for good. With LiveKit 1.13.5 that was two seconds after the
 * bot came in (2026-11-28); nothing tells the bot.
 */
const knownAfterMs = 3_000;
const memoryOf = pageMemory(() => ({ isIntroduced: false }));

/** Before the first message of a page: until others have heard who writes. */
const introduced = async (controls: Controls): Promise<void> => {
  const memory = memoryOf(controls);
  if (memory.isIntroduced) return;
  await pause(knownAfterMs);
  memory.isIntroduced = true;
};

const places = {
  toggle: selectors.chatToggle,
  form: selectors.chatForm,
  field: selectors.chatField,
  own: selectors.ownMessage,
};
type Places = typeof places;

/**
 * Sends without opening the panel, so that a picture of the page stays as it is. The field has one line only; while the
 * page reads it, it says all lines of the text. Answers how many messages of the bot with this text there were before;
 * undefined where the bot may not write: the server drops what is sent then, which the page shows as if it were sent, and some
 * pages show no button of the chat.
 */
const press = ({ frame }: Controls, text: string): Promise<number | undefined> =>
  frame.evaluate(
    program.inPage((handle: LiveKitHandle | undefined, places: Places, text: string) => {
      if (handle?.mayWrite() === false) return undefined;
      const form = document.querySelector<HTMLFormElement>(places.form);
      const field = document.querySelector<HTMLInputElement>(places.field);
      if (!form || !field || !document.querySelector(places.toggle)) return undefined;
      const before = [...document.querySelectorAll(places.own)].filter(
        ({ textContent }) => textContent === text,
      ).length;
      const own = Object.getOwnPropertyDescriptor(field, 'value');
      Object.defineProperty(field, 'value', { configurable: true, get: () => text, set: () => undefined });
      form.requestSubmit();
      Reflect.deleteProperty(field, 'value');
      if (own) Object.defineProperty(field, 'value', own);
      return before;
    }),
    places,
    text,
  );

/** Waits until the page shows one more message of the bot with this text. */
const shown = (controls: Controls, text: string, before: number, timeout_ms: number): Promise<void> =>
  controls.until(
    "the bot's message among those that were sent",
    (own, text, before) =>
      [...document.querySelectorAll(own)].filter(({ textContent }) => textContent === text).length > before,
    timeout_ms,
    places.own,
    text,
    before,
  );

export const sendChat = async (controls: Controls, { text }: Pick<OutgoingChat, 'text'>): Promise<void> => {
  // It comes with the bot's rights, a moment after the bot.
  await comes(controls.appears(places.toggle, openWithinMs, 'the button of the chat'));
  await introduced(controls);
  const before = await press(controls, text);
  if (before === undefined) throw chatClosed();
  await untilSent((timeout_ms) => shown(controls, text, before, timeout_ms));
};
