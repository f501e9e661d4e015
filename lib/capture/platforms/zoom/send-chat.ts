/** Writes into the chat of Zoom's web client. */
import type { OutgoingChat } from '../../meeting/meeting.ts';
import { chatClosed, nobodyThere } from '../chat/refusals.ts';
import { untilSent } from '../chat/until-sent.ts';
import { takeOut, writeInto } from '../chat/write-into.ts';
import { type Controls, comes } from '../controls.ts';
import { pressEnterWhere } from '../guarded-key.ts';
import type { Reader } from './handle.ts';
import { showBar } from './menus.ts';
import { program } from './program.ts';
import { selectors } from './selectors.ts';

/** A list that is opened a moment before, and gone through: each look at it shows a dozen people or more. */
const listedWithinMs = 10_000;
const openWithinMs = 5_000;
const readerWithinMs = 3_000;

const ambiguous = (): Error =>
  new Error(
    'others in this meeting have the same name, or it means everyone, and the client does not say whom it writes to',
  );

const nameOf = (reader: Reader | 'everyone'): string => (reader === 'everyone' ? reader : reader.name);

/** Whether the text is still in the editor: then the client has not sent it. */
const isUnsent = ({ frame }: Controls, text: string): Promise<boolean> =>
  frame.evaluate(
    (field, bare) => document.querySelector(field)?.textContent?.replaceAll(/\s+/g, '') === bare,
    selectors.chat.field,
    text.replaceAll(/\s+/g, ''),
  );

/** Whether what is written goes to them, asked at the key. */
const isFor = ({ frame }: Controls, reader: Reader | 'everyone') =>
  frame.evaluateHandle(
    program.inPage((handle, reader: Reader | 'everyone') => () => handle.isFor(reader)),
    reader,
  );

/**
 * The button is there where the client has one; Enter does the same. What is for one person must not be read by all: whom it
 * goes to is made sure of at the press itself, as the client goes back to everyone where a host limits the chat (6.2.0).
 */
const submit = async (controls: Controls, reader: Reader | 'everyone'): Promise<void> => {
  const outcome = await program.ask(controls, 'send', reader);
  if (outcome === 'pressed') return;
  if (outcome === 'no_button') {
    await using isStillFor = await isFor(controls, reader);
    if (await pressEnterWhere(controls, selectors.chat.field, isStillFor)) return;
  }
  await takeOut(controls, selectors.chat.field);
  throw new Error(`the client would have sent the message to others than '${nameOf(reader)}', so it was not sent`);
};

const writeTo = async (controls: Controls, reader: Reader | 'everyone', text: string): Promise<void> => {
  await program.until(
    controls,
    `'${nameOf(reader)}' among those who can be written to`,
    readerWithinMs,
    'chooseReader',
    reader,
  );
  const before = await program.ask(controls, 'aboutToSay', text);
  await writeInto(controls, selectors.chat.field, text);
  await submit(controls, reader);
  await untilSent(
    (timeout_ms) =>
      program.until(controls, "the bot's message among those that were sent", timeout_ms, 'hasSaid', text, before + 1),
    async () => {
      if (await isUnsent(controls, text)) await submit(controls, reader);
    },
  );
};

/** To each of them. Whoever has left meanwhile keeps nobody else from reading it, and is no failure where somebody has got it. */
const writeToAll = async (
  controls: Controls,
  to: OutgoingChat['to'],
  readers: readonly (Reader | 'everyone')[],
  text: string,
): Promise<void> => {
  const failed: { readonly reader: Reader | 'everyone'; readonly error: unknown }[] = [];
  for (const reader of readers)
    await writeTo(controls, reader, text).catch((error: unknown) => failed.push({ reader, error }));
  if (failed.length === 0) return;
  const now = await program.ask(controls, 'readers', to);
  const isThere = (reader: Reader | 'everyone'): boolean =>
    now === 'ambiguous' || (now !== 'not_there' && now.some((one) => nameOf(one) === nameOf(reader)));
  const missed = failed.length === readers.length ? failed : failed.filter(({ reader }) => isThere(reader));
  if (missed[0]) throw missed[0].error;
};

/** The client shows those only whom there is room for. */
const listsEverybody = (controls: Controls): Promise<boolean> =>
  comes(program.until(controls, 'everybody in the list of people', listedWithinMs, 'listsEverybody'));

export const sendChat = async (controls: Controls, { to, text }: OutgoingChat): Promise<void> => {
  await showBar(controls);
  const isWhole = to !== 'everyone_but_host' || (await listsEverybody(controls));
  const readers = await program.ask(controls, 'readers', to);
  if (readers === 'ambiguous') throw ambiguous();
  if (readers === 'not_there') throw nobodyThere(to);
  await program
    .until(controls, 'the field of the chat', openWithinMs, 'opensChat')
    .catch((cause: unknown) => Promise.reject(chatClosed({ cause })));
  await writeToAll(controls, to, readers, text);
  if (!isWhole) throw new Error('the client did not list everybody in time, so some of them may not have got it');
};
