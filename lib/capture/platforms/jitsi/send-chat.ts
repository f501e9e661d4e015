/** Writes into the chat of a Jitsi meeting. */
import type { OutgoingChat } from '../../meeting/meeting.ts';
import { piecesOf } from '../chat/pieces.ts';
import { chatClosed, isRefused, nobodyThere } from '../chat/refusals.ts';
import { untilSent } from '../chat/until-sent.ts';
import { type Controls, comes } from '../controls.ts';
import { pressEnterWhere } from '../guarded-key.ts';
import { closeNotices } from './close-notices.ts';
import { program } from './program.ts';
import { selectors } from './selectors.ts';

const openWithinMs = 3_000;
const closedWithinMs = 3_000;
const refusedWithinMs = 500;
const mostTries = 3;
const goneWithinMs = 1_000;
/** No page's field takes less: newer ones cut off what is longer (CHAR_LIMIT in features/chat of jitsi-meet). */
const leastTaken = 500;

/** Waits until it is gone: the next message would be typed into a field that goes. A panel that stays harms nobody. */
const closeChat = async (controls: Controls): Promise<void> => {
  if (!(await controls.click(selectors.closeChat))) return;
  await comes(controls.goes(selectors.chatField, closedWithinMs, 'the closed chat'));
};

/** Answers whether it was closed before. */
const openChat = async (controls: Controls): Promise<boolean> => {
  if (await controls.has(selectors.chatField)) return false;
  const opens = await controls.click(selectors.openChat);
  if (!opens && !(await controls.has(selectors.closeChat))) throw controls.missing(selectors.openChat);
  if (await comes(controls.appears(selectors.chatField, openWithinMs))) return opens;
  if (opens) await closeChat(controls);
  throw chatClosed();
};

/** What React shows in a field is set as a key would set it, and kept as far as the page takes it. */
const fill = async (controls: Controls, text: string): Promise<void> => {
  await controls.shows(selectors.chatField).catch(async (error: unknown) => {
    // An open panel has no field for whom the bot may not write to.
    throw (await controls.has(selectors.closeChat)) ? chatClosed() : error;
  });
  // At once, and the key goes to what has the focus: a page that is drawn anew has another field then.
  await controls.frame.evaluate(
    (selector, text) => {
      const field = document.querySelector<HTMLTextAreaElement>(selector);
      const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value') ?? {};
      field?.focus();
      set?.call(field, text);
      field?.dispatchEvent(new Event('input', { bubbles: true }));
    },
    selectors.chatField,
    text,
  );
};

/** How much of a text the field takes. */
const takenOf = async (controls: Controls, text: string): Promise<number> => {
  if (text.length <= leastTaken) return leastTaken;
  await fill(controls, text);
  const kept = await controls.frame.evaluate(
    (selector) => document.querySelector<HTMLTextAreaElement>(selector)?.value.length ?? 0,
    selectors.chatField,
  );
  return Math.max(kept, leastTaken);
};

const covered = (): Error => new Error('a dialog of the page keeps the bot from writing into the chat');

const notFor = (): Error => new Error('the page does not let the bot choose who reads its message');

/** One that was closed stays on the page for a moment more. */
const withoutDialog = (controls: Controls): Promise<boolean> =>
  comes(controls.goes(selectors.modal, goneWithinMs, 'the page without a dialog over it'));

/**
 * Sends what the field says. What is for one person must not be read by all: whom it goes to is made sure of at the key itself,
 * as the page forgets it when that person leaves, and would send to everyone then. So is what gets the key: in a dialog that has
 * just opened it would agree to whatever that asks.
 */
const submit = async (controls: Controls, reader: string, text: string): Promise<void> => {
  let failure: Error | undefined;
  for (let tries = 0; tries < mostTries; tries += 1) {
    await withoutDialog(controls);
    if (!(await program.ask(controls, 'writeTo', reader))) throw notFor();
    await fill(controls, text);
    await using isRight = await controls.frame.evaluateHandle(
      program.inPage(
        (handle, reader: string, modal: string) => () =>
          document.querySelector(modal) === null && handle.writeTo(reader),
      ),
      reader,
      selectors.modal,
    );
    // A dialog may keep the focus to itself.
    const pressed = await pressEnterWhere(controls, selectors.chatField, isRight).catch((error: Error) => error);
    if (pressed === true) return;
    failure = (await controls.has(selectors.modal)) ? covered() : pressed || notFor();
    await fill(controls, '');
    await closeNotices(controls);
  }
  throw failure;
};

/** Waits until the page has one more message of the bot with this text; when it asks whether all shall read what they shall, they do. */
const sent = (controls: Controls, reader: string, text: string, before: number, timeout_ms: number): Promise<void> =>
  controls.until(
    "the bot's message among those that were sent",
    program.inPage((handle, toEverybody: string, text: string, before: number) => {
      const button = [...document.querySelectorAll<HTMLElement>('[role="dialog"] button')].find(
        ({ textContent }) => toEverybody !== '' && textContent?.trim() === toEverybody,
      );
      button?.click();
      return handle.written(text) > before;
    }),
    timeout_ms,
    reader === 'everyone' ? selectors.toEverybody : '',
    text,
    before,
  );

const write = async (controls: Controls, reader: string, text: string): Promise<void> => {
  const before = await program.ask(controls, 'written', text);
  await submit(controls, reader, text);
  await untilSent((timeout_ms) => sent(controls, reader, text, before, timeout_ms));
};

/**
 * What is for single people the page shows as sent at once, whatever the server makes of it (SEND_MESSAGE in
 * features/chat/middleware.ts): that refuses it by a message of its own. Of several readers one may just have left.
 */
const checkTaken = async (controls: Controls, readers: readonly string[], before: number): Promise<void> => {
  if (readers.includes('everyone')) return;
  const refusal = controls.until(
    'what the server says of the message',
    program.inPage((handle, refusals: number) => handle.refusals() >= refusals),
    refusedWithinMs,
    before + readers.length,
  );
  if (await isRefused(refusal)) throw new Error('the server of the meeting has refused the message');
};

export const sendChat = async (controls: Controls, { to, text }: OutgoingChat): Promise<void> => {
  const [first, ...others] = await program.ask(controls, 'readers', to);
  if (first === undefined) throw nobodyThere(to);
  const mayWrite = await controls.frame.evaluate(
    program.inPage(({ mayWriteTo }, readers: readonly string[]) => readers.every((reader) => mayWriteTo(reader))),
    [first, ...others],
  );
  // The button that opens the chat opens polls, files or captions where there is none.
  if (!mayWrite) throw chatClosed();
  // A dialog of the page keeps the focus to itself, and the key that sends.
  await closeNotices(controls);
  // Where a meeting lets people write to single ones only, there is no field before one is chosen.
  await program.ask(controls, 'writeTo', first);
  const wasClosed = await openChat(controls);
  try {
    const pieces = piecesOf(text, await takenOf(controls, text));
    const before = await program.ask(controls, 'refusals');
    for (const reader of [first, ...others]) for (const piece of pieces) await write(controls, reader, piece);
    await checkTaken(controls, [first, ...others], before);
  } finally {
    // In vain, too, what was sent is sent, and what was not has its own reason.
    if (wasClosed) await closeChat(controls).catch(() => undefined);
  }
};
