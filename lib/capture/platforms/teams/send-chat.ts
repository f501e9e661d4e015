/** Writes into the chat of a Teams meeting. */
import type { OutgoingChat } from '../../meeting/meeting.ts';
import { chatClosed } from '../chat/refusals.ts';
import { untilSent } from '../chat/until-sent.ts';
import { type Bare, bareOf, holdingMore, writeInto } from '../chat/write-into.ts';
import { type Controls, comes } from '../controls.ts';
import { pageMemory } from '../page-memory.ts';
import { selectors } from './selectors.ts';

const openWithinMs = 5_000;
/** Its program comes after the meeting's: a panel of 25 s was seen (a public project, 2026). */
const loadedAfterThatMs = 23_000;
/** What could not be written into is not waited for anew with each message. */
const waitAnewAfterMs = 60_000;

const { editor, disabled, list, row, body, send } = selectors.chat;
const sent = `${row} :is(${body})`;

const shown = (controls: Controls, bare: Bare, before: number, timeout_ms: number): Promise<void> =>
  controls.until("the bot's message among those that were sent", holdingMore, timeout_ms, sent, bare, before);

/** When it was waited for the chat in vain. */
const memoryOf = pageMemory(() => ({ waitedInVain_ms: Number.NEGATIVE_INFINITY }));

/** The page's program has opened the panel. */
const reachEditor = (controls: Controls): Promise<void> =>
  controls.appears(editor, openWithinMs).catch(async (cause: unknown) => {
    const memory = memoryOf(controls);
    const waits = performance.now() - memory.waitedInVain_ms >= waitAnewAfterMs;
    if (waits) await comes(controls.appears(`${editor}, ${disabled}`, loadedAfterThatMs));
    if (await controls.has(editor)) return;
    if (waits) memory.waitedInVain_ms = performance.now();
    if (await controls.has(`${disabled}, ${list}`)) throw chatClosed({ cause });
    throw controls.missing('a chat that has loaded', cause);
  });

export const sendChat = async (controls: Controls, { text }: Pick<OutgoingChat, 'text'>): Promise<void> => {
  const bare = bareOf(text);
  await controls.standBy(() => reachEditor(controls));
  const before = await controls.frame.evaluate(holdingMore, sent, bare, 0);
  await writeInto(controls, editor, text);
  await controls.click(send);
  await untilSent(
    (timeout_ms) => shown(controls, bare, before, timeout_ms),
    async () => {
      // A press that is lost leaves the text where it was (vexa#133).
      if ((await controls.frame.evaluate(holdingMore, editor, bare, 0)) > 0) await controls.click(send);
    },
  );
};
