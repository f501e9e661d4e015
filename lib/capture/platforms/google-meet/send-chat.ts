/** Writes into the chat of a Google Meet. */
import type { OutgoingChat } from '../../meeting/meeting.ts';
import type { Controls } from '../controls.ts';
import { type Fate, followFate } from './delivery.ts';
import { closeNotices, find, pressSoon, until, wake } from './hands.ts';
import { labels, selectors } from './selectors.ts';

const pressableWithinMs = 5_000;
/** A press that counted is answered within this; one that comes while the page is drawn anew is lost. */
const answeredWithinMs = 1_500;
const drawnWithinMs = 5_000;
const typedWithinMs = 3_000;
const mostPresses = 3;
const mostTypings = 3;

const chatButton = { labels: labels.chat, where: 'page' } as const;

/** Where the field is, what it holds, and whether keys go to it; `closed` where the panel is open without one. */
const fieldOf = ({ frame }: Controls) =>
  frame.evaluate((selectors) => {
    const seen = (element: Element | null): element is HTMLElement => element?.checkVisibility() === true;
    const field = [...document.querySelectorAll(selectors.chatField)].find(seen);
    if (!field) return [...document.querySelectorAll(selectors.chatPanel)].some(seen) ? 'closed' : undefined;
    // A long chat may have pushed it out of what is shown of the page, where nothing can be pressed.
    field.scrollIntoView({ block: 'nearest' });
    const { left, top, width, height } = field.getBoundingClientRect();
    const text = field instanceof HTMLTextAreaElement ? field.value : (field.textContent ?? '');
    const hasFocus = field.contains(document.activeElement);
    return { x: left + width / 2, y: top + height / 2, text, hasFocus };
  }, selectors);

type Shown = Awaited<ReturnType<typeof fieldOf>>;
type Field = Exclude<Shown, 'closed' | undefined>;

/** Presses the button of the panel until the page shows what is wanted; undefined when it does not. */
const turnPanel = async <T>(controls: Controls, wanted: (shown: Shown) => T | undefined): Promise<T | undefined> => {
  for (let presses = 0; presses < mostPresses; presses += 1) {
    if (!(await pressSoon(controls, chatButton, pressableWithinMs))) return undefined;
    const seen = await until(answeredWithinMs, async () => wanted(await fieldOf(controls)));
    if (seen !== undefined) return seen;
  }
  return undefined;
};

const openPanel = async (controls: Controls): Promise<void> => {
  await wake(controls);
  await closeNotices(controls);
  if (await turnPanel(controls, (shown) => shown)) return;
  throw controls.missing((await find(controls, chatButton)) ? selectors.chatField : labels.chat.join(' / '));
};

/** Nothing shall be typed into a panel that is about to go. One that stays harms nobody. */
const closePanel = (controls: Controls): Promise<true | undefined> =>
  turnPanel(controls, (shown) => (shown === undefined ? true : undefined));

const openField = async (controls: Controls): Promise<{ readonly field: Field; readonly wasOpen: boolean }> => {
  const before = await fieldOf(controls);
  if (before === undefined) await openPanel(controls);
  // A panel that has just opened may be drawn before its field.
  const field = await until(drawnWithinMs, async () => {
    const found = await fieldOf(controls);
    return typeof found === 'object' ? found : undefined;
  });
  if (field) return { field, wasOpen: before !== undefined };
  if ((await fieldOf(controls)) === 'closed') throw new Error('the chat of this meeting is closed to the bot');
  throw controls.missing(selectors.chatField);
};

const bare = (text: string): string => text.replaceAll(/\s+/g, '');

/** Puts the text into the field; the page may draw it anew meanwhile. */
const type = async (controls: Controls, text: string): Promise<void> => {
  const { mouse, keyboard } = controls.frame.page();
  for (let typings = 0; typings < mostTypings; typings += 1) {
    // A panel that was about to close is opened again.
    const { field } = await openField(controls);
    await mouse.click(field.x, field.y);
    if (field.text.trim() !== '') {
      await keyboard.down('Control');
      await keyboard.press('a');
      await keyboard.up('Control');
    }
    // As it would be pasted: a break in the text does not send it.
    await keyboard.sendCharacter(text);
    const isTyped = await until(typedWithinMs, async () => {
      const now = await fieldOf(controls);
      return typeof now === 'object' && bare(now.text) === bare(text) ? true : undefined;
    });
    if (isTyped) return;
  }
  throw controls.missing('the whole message in the field of the chat');
};

/** Whatever else the bot presses meanwhile takes the focus, and would be pressed once more by the key. */
const pressEnter = async (controls: Controls): Promise<void> => {
  const { mouse, keyboard } = controls.frame.page();
  const before = await fieldOf(controls);
  if (typeof before !== 'object') return;
  if (!before.hasFocus) await mouse.click(before.x, before.y);
  const field = before.hasFocus ? before : await fieldOf(controls);
  if (typeof field === 'object' && field.hasFocus) await keyboard.press('Enter');
};

/** A page that is drawn anew may miss the key; as long as the whole text stands in the field nothing was sent. */
const send = async (controls: Controls, text: string, fate: Fate): Promise<void> => {
  for (let presses = 0; presses < mostPresses; presses += 1) {
    await pressEnter(controls);
    if (await fate.isOut()) return fate.settle();
    const field = await fieldOf(controls);
    if (typeof field !== 'object' || bare(field.text) !== bare(text)) break;
  }
  throw controls.missing("the bot's message among those that were sent");
};

export const sendChat = async (controls: Controls, { to, text: asGiven }: OutgoingChat): Promise<void> => {
  if (to !== 'everyone') throw new Error('in a Google Meet a bot can write to everyone only');
  const text = asGiven.replaceAll('\r\n', '\n').trim();
  const { wasOpen } = await openField(controls);
  await type(controls, text);
  const fate = await followFate(controls, text);
  try {
    await send(controls, text, fate);
  } finally {
    if (!wasOpen) await closePanel(controls);
  }
};
