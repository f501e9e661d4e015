/** Writes into the chat of a Galène group. */
import type { OutgoingChat } from '../../meeting/meeting.ts';
import { chatClosed, isRefused, nobodyThere } from '../chat/refusals.ts';
import { untilSent } from '../chat/until-sent.ts';
import type { Controls } from '../controls.ts';
import { program } from './program.ts';
import { selectors } from './selectors.ts';
import { refusedWithinMs } from './shared/chat.ts';

const places = {
  form: selectors.chatForm,
  field: selectors.chatField,
  own: selectors.ownMessage,
  text: selectors.messageText,
};
type Places = typeof places;

/** Without blanks: the page breaks lines and makes links of what it shows. */
const bare = (text: string): string => text.replaceAll(/\s+/g, '');

/**
 * Types and sends without opening the panel, so that a picture of the page stays as it is. Answers how many messages of the
 * bot with this text there were before, and how many more there are to be.
 */
const press = ({ frame }: Controls, message: OutgoingChat, shown: string) =>
  frame.evaluate(
    program.inPage((handle, places: Places, message: OutgoingChat, shown: string) => {
      const form = document.querySelector<HTMLFormElement>(places.form);
      const field = document.querySelector<HTMLTextAreaElement>(places.field);
      if (!field) return 'no_field';
      if (!form) return 'no_form';
      const lines = handle.lines(message);
      if (typeof lines === 'string') return lines;
      const before = [...document.querySelectorAll(places.own)].filter(
        (row) => (row.querySelector(places.text) ?? row).textContent?.replaceAll(/\s+/g, '') === shown,
      ).length;
      const [undelivered, forbidden] = [handle.undelivered(), handle.forbidden()];
      const draft = field.value;
      for (const line of lines) {
        field.value = line;
        form.requestSubmit();
      }
      field.value = draft;
      return { before, more: lines.length, undelivered, forbidden };
    }),
    places,
    message,
    shown,
  );

interface Awaited {
  readonly shown: string;
  readonly count: number;
  /** How often the server had refused something before. */
  readonly forbidden: number;
}

/** Waits until the page shows so many messages of the bot with this text, or its server has refused what was sent. */
const waitFor = (controls: Controls, { shown, count, forbidden }: Awaited, timeout_ms: number): Promise<void> =>
  controls.until(
    "the bot's message among those that were sent",
    program.inPage(
      (handle, places: Places, shown: string, count: number, forbidden: number) =>
        handle.forbidden() > forbidden ||
        [...document.querySelectorAll(places.own)].filter(
          (row) => (row.querySelector(places.text) ?? row).textContent?.replaceAll(/\s+/g, '') === shown,
        ).length >= count,
    ),
    timeout_ms,
    places,
    shown,
    count,
    forbidden,
  );

const isForbidden = async (controls: Controls, before: number): Promise<boolean> =>
  (await program.ask(controls, 'forbidden')) > before;

/** The page shows what goes to single people before its server has it, which says nothing where somebody gets it. */
const isUndelivered = (controls: Controls, before: number, count: number): Promise<boolean> =>
  isRefused(
    controls.until(
      'a refusal of the server',
      program.inPage((handle, most: number) => handle.undelivered() >= most),
      refusedWithinMs,
      before + count,
    ),
  );

export const sendChat = async (controls: Controls, { to, text }: OutgoingChat): Promise<void> => {
  const shown = bare(text);
  const pressed = await press(controls, { to, text }, shown);
  if (pressed === 'no_field') throw controls.missing(selectors.chatField);
  if (pressed === 'no_form') throw controls.missing(selectors.chatForm);
  if (pressed === 'may_not_write') throw chatClosed();
  if (pressed === 'not_there') throw nobodyThere(to);
  const { before, more, undelivered, forbidden } = pressed;
  await untilSent((timeout_ms) => waitFor(controls, { shown, count: before + more, forbidden }, timeout_ms));
  if (await isForbidden(controls, forbidden)) throw chatClosed();
  if (to === 'everyone') return;
  // Somebody may have left that moment; where all have, nobody has read it.
  if (await isUndelivered(controls, undelivered, more))
    throw (await isForbidden(controls, forbidden)) ? chatClosed() : nobodyThere(to);
};
