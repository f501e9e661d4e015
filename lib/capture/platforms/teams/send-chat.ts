/** Writes into the chat of a Teams meeting. */
import type { OutgoingChat } from '../../meeting/meeting.ts';
import type { Controls } from '../controls.ts';
import { bareOf, unseen, writeInto } from '../write-into.ts';
import { selectors } from './selectors.ts';

const openWithinMs = 5_000;
const sentWithinMs = 3_000;
const sentAtLastWithinMs = 5_000;

const { editor, row, body, send } = selectors.chat;

/** How many rows say this: the page breaks lines and makes links of what it shows. */
const countOf = ({ frame }: Controls, bare: string): Promise<number> =>
  frame.$$eval(
    row,
    (rows, body, bare, unseen) =>
      rows.filter(
        (row) => (row.querySelector(body)?.textContent ?? '').replaceAll(new RegExp(unseen, 'gu'), '') === bare,
      ).length,
    body,
    bare,
    unseen,
  );

const press = ({ frame }: Controls): Promise<void> =>
  frame.evaluate((send) => document.querySelector<HTMLElement>(send)?.click(), send);

const shown = (controls: Controls, bare: string, before: number, timeout_ms: number): Promise<void> =>
  controls.until(
    "the bot's message among those that were sent",
    (row, body, bare, unseen, before) =>
      [...document.querySelectorAll(row)].filter(
        (one) => (one.querySelector(body)?.textContent ?? '').replaceAll(new RegExp(unseen, 'gu'), '') === bare,
      ).length > before,
    timeout_ms,
    row,
    body,
    bare,
    unseen,
    before,
  );

/** Whether the text is still in the editor: then the page has not sent it. */
const isUnsent = ({ frame }: Controls, bare: string): Promise<boolean> =>
  frame.evaluate(
    (editor, bare, unseen) =>
      (document.querySelector(editor)?.textContent ?? '').replaceAll(new RegExp(unseen, 'gu'), '') === bare,
    editor,
    bare,
    unseen,
  );

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
  const before = await countOf(controls, bare);
  await writeInto(controls, editor, text);
  await press(controls);
  await shown(controls, bare, before, sentWithinMs).catch(async () => {
    // A press that is lost leaves the text where it was (vexa#133).
    if (await isUnsent(controls, bare)) await press(controls);
    await shown(controls, bare, before, sentAtLastWithinMs);
  });
};
