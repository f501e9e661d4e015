/** Writes into the chat of Zoom's web client. */
import type { OutgoingChat } from '../../meeting/meeting.ts';
import type { Controls } from '../controls.ts';
import { writeInto } from '../write-into.ts';
import type { Reader } from './handle.ts';
import { ask, press, untilTrue } from './menus.ts';
import { selectors } from './selectors.ts';

const openWithinMs = 3_000;
const readerWithinMs = 3_000;
const sentWithinMs = 3_000;
const sentAtLastWithinMs = 4_000;

/** Why nobody was written to. */
const unreachable = {
  not_there: 'nobody with this id can be written to in this meeting',
  ambiguous:
    'others in this meeting have the same name, or it means everyone, and the client does not say whom it writes to',
} as const;

/** Whether the text is still in the editor: then the client has not sent it. */
const isUnsent = ({ frame }: Controls, text: string): Promise<boolean> =>
  frame.evaluate(
    (field, bare) => document.querySelector(field)?.textContent?.replaceAll(/\s+/g, '') === bare,
    selectors.chat.field,
    text.replaceAll(/\s+/g, ''),
  );

/** The button is there where the client has one; Enter does the same. */
const sent = async (controls: Controls): Promise<void> => {
  const button = await controls.frame.$(selectors.chat.send);
  const isPressed = await button?.evaluate((element) => {
    const pressable = element as HTMLButtonElement;
    if (pressable.disabled) return false;
    pressable.click();
    return true;
  });
  if (!isPressed) await controls.frame.page().keyboard.press('Enter');
};

const writeTo = async (controls: Controls, reader: Reader | 'everyone', text: string): Promise<void> => {
  const name = reader === 'everyone' ? reader : reader.name;
  await untilTrue(controls, `'${name}' among those who can be written to`, readerWithinMs, 'chooseReader', reader);
  const before = await ask(controls, 'aboutToSay', text);
  await writeInto(controls, selectors.chat.field, text);
  await sent(controls);
  const shown = (timeout_ms: number): Promise<void> =>
    untilTrue(controls, "the bot's message among those that were sent", timeout_ms, 'hasSaid', text, before + 1);
  await shown(sentWithinMs).catch(async () => {
    // A press that was lost is made again; a page that was too busy to be watched has not said no, and is looked at anew.
    if (await isUnsent(controls, text)) await sent(controls);
    await shown(sentAtLastWithinMs);
  });
};

export const sendChat = async (controls: Controls, { to, text: asGiven }: OutgoingChat): Promise<void> => {
  const text = asGiven.replaceAll('\r\n', '\n').trim();
  const readers = await ask(controls, 'readers', to);
  if (typeof readers === 'string') throw new Error(unreachable[readers]);
  const field = await controls.frame.$(selectors.chat.field);
  if (!field && (await ask(controls, 'has', 'footer', 'openChat'))) await press(controls, 'footer', 'openChat');
  await controls.frame
    .waitForSelector(selectors.chat.field, { timeout: openWithinMs })
    .catch((cause: unknown) => Promise.reject(new Error('the chat of this meeting is closed to the bot', { cause })));
  for (const reader of readers) await writeTo(controls, reader, text);
};
