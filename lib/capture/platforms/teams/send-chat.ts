/** Writes into the chat of a Teams meeting. */
import type { OutgoingChat } from '../../meeting/meeting.ts';
import type { Controls } from '../controls.ts';
import { type Bare, bareOf, holdingMore, writeInto } from '../write-into.ts';
import { selectors } from './selectors.ts';

const openWithinMs = 5_000;
const sentWithinMs = 3_000;
const sentAtLastWithinMs = 5_000;

const { editor, row, body, send } = selectors.chat;
const sent = `${row} :is(${body})`;

const press = ({ frame }: Controls): Promise<void> =>
  frame.evaluate((send) => document.querySelector<HTMLElement>(send)?.click(), send);

const shown = (controls: Controls, bare: Bare, before: number, timeout_ms: number): Promise<void> =>
  controls.until("the bot's message among those that were sent", holdingMore, timeout_ms, sent, bare, before);

export const sendChat = async (controls: Controls, { to, text: asGiven }: OutgoingChat): Promise<void> => {
  if (to !== 'everyone') throw new Error('in a Teams meeting a bot can write to everyone only');
  const text = asGiven.replaceAll('\r\n', '\n').trim();
  const bare = bareOf(text);
  // The page's program has opened the panel.
  await controls
    .until(editor, (editor) => document.querySelector(editor) !== null, openWithinMs, editor)
    .catch((cause: unknown) => {
      throw new Error('the chat of this meeting is closed to the bot', { cause });
    });
  const before = await controls.frame.evaluate(holdingMore, sent, bare, 0);
  await writeInto(controls, editor, text);
  await press(controls);
  await shown(controls, bare, before, sentWithinMs).catch(async () => {
    // A press that is lost leaves the text where it was (vexa#133).
    if ((await controls.frame.evaluate(holdingMore, editor, bare, 0)) > 0) await press(controls);
    await shown(controls, bare, before, sentAtLastWithinMs);
  });
};
