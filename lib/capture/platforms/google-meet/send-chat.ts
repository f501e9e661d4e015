/** Writes into the chat of a Google Meet. */
import type { OutgoingChat } from '../../meeting/meeting.ts';
import { piecesOf } from '../chat/pieces.ts';
import { chatClosed } from '../chat/refusals.ts';
import type { Controls } from '../controls.ts';
import { hasFocus, pressKeyWhere } from '../guarded-key.ts';
import { type Field, type Framed, fieldInFrame, isFrameLoaded, shownFrame } from './chat-frame.ts';
import { type Fate, followFate } from './delivery.ts';
import { closeNotices } from './dialogs.ts';
import { pressSoon, wake } from './hands.ts';
import { find } from './seek.ts';
import { labels, selectors } from './selectors.ts';

const pressableWithinMs = 5_000;
/** A press that counted is answered within this; one that comes while the page is drawn anew is lost. */
const answeredWithinMs = 1_500;
const drawnWithinMs = 5_000;
/** A page in the panel is loaded first; an editor comes late as well. */
const loadedWithinMs = 12_000;
/** What was sent leaves its field by then. */
const clearedWithinMs = 4_000;
const typedWithinMs = 3_000;
const mostPresses = 3;
const mostTypings = 3;

export const chatButton = { labels: labels.chat, mark: selectors.chatButton, where: 'page' } as const;

type Panel = 'closed' | 'elsewhere' | undefined;
/**
 * Where the field of the chat is; `closed` where its panel is open without one, `loading` where that is to come, and `elsewhere`
 * where another panel is.
 */
type Shown = Field | 'loading' | Panel;

const shownOnPage = ({ frame }: Controls): Promise<Field | Framed | Panel> =>
  frame.evaluate((selectors) => {
    const isShown = (element: Element | null): element is HTMLElement => element?.checkVisibility() === true;
    const all = (selector: string): HTMLElement[] => [...document.querySelectorAll(selector)].filter(isShown);
    const [field] = all(selectors.chatField);
    if (!field) {
      const [framed] = all(selectors.chatFrame);
      if (framed) {
        const { left, top } = framed.getBoundingClientRect();
        return { left, top, hasFocus: document.activeElement === framed };
      }
      if (all(selectors.sidePanel).length === 0) return undefined;
      if (all(selectors.chatPanel).length > 0) return 'closed';
      const isOfPeople = all(selectors.peoplePanel).length > 0;
      return !isOfPeople && document.querySelector(selectors.chatIsOpen) ? 'closed' : 'elsewhere';
    }
    // A long chat may have pushed it out of what is shown of the page, where nothing can be pressed.
    field.scrollIntoView({ block: 'nearest' });
    const { left, top, width, height } = field.getBoundingClientRect();
    const hasFocus = field.contains(document.activeElement);
    const at = { x: left + width / 2, y: top + height / 2, hasFocus, isFramed: false };
    if (!(field instanceof HTMLTextAreaElement)) return { ...at, text: field.textContent ?? '' };
    const { value: text, maxLength } = field;
    return { ...at, text, ...(maxLength > 0 && { most: maxLength }) };
  }, selectors);

export const shownOf = async (controls: Controls): Promise<Shown> => {
  const shown = await shownOnPage(controls);
  return typeof shown === 'object' && 'left' in shown ? fieldInFrame(controls, shown) : shown;
};

const isOfChat = (shown: Shown): boolean => shown === 'closed' || shown === 'loading' || typeof shown === 'object';

/** Presses the button of the panel until the page shows what is wanted; answers whether it does. */
const turnPanel = async (controls: Controls, wanted: (shown: Shown) => boolean): Promise<boolean> => {
  for (let presses = 0; presses < mostPresses; presses += 1) {
    if (!(await pressSoon(controls, chatButton, pressableWithinMs))) return false;
    if (await controls.look(answeredWithinMs, async () => wanted(await shownOf(controls)) || undefined)) return true;
  }
  return false;
};

const openPanel = async (controls: Controls, isOpen: (shown: Shown) => boolean): Promise<void> => {
  await wake(controls);
  await closeNotices(controls);
  if (await turnPanel(controls, isOpen)) return;
  throw controls.missing((await find(controls, chatButton)) ? selectors.chatField : labels.chat.join(' / '));
};

/** Nothing shall be typed into a panel that is about to go. One that stays harms nobody. */
const closePanel = (controls: Controls): Promise<boolean> => turnPanel(controls, (shown) => !isOfChat(shown));

const openField = async (controls: Controls): Promise<{ readonly field: Field; readonly wasOpen: boolean }> => {
  const before = await shownOf(controls);
  const wasOpen = isOfChat(before);
  // What opens where no panel was is that of the chat, also before anything in it is drawn.
  const isOpen = (shown: Shown): boolean => isOfChat(shown) || (before === undefined && shown === 'elsewhere');
  if (!wasOpen) await openPanel(controls, isOpen);
  // A panel that has just opened may be drawn before its field.
  const drawnField = (within_ms: number): Promise<Field | undefined> =>
    controls.standBy(() =>
      controls.look(within_ms, async () => {
        const found = await shownOf(controls);
        return typeof found === 'object' ? found : undefined;
      }),
    );
  let field = await drawnField(drawnWithinMs);
  if (!field && isOpen(await shownOf(controls))) field = await drawnField(loadedWithinMs);
  if (field) return { field, wasOpen };
  const without = await shownOf(controls);
  const isClosed = without === 'loading' ? await isFrameLoaded(controls) : isOpen(without);
  if (isClosed) throw chatClosed();
  throw controls.missing(without === 'loading' ? selectors.framedChatField : selectors.chatField);
};

const bare = (text: string): string => text.replaceAll(/\s+/g, '');

/** Puts the text into the field; the page may draw it anew meanwhile. Answers where it is. */
const type = async (controls: Controls, text: string): Promise<Field> => {
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
    const isTyped = await controls.look(typedWithinMs, async () => {
      const now = await shownOf(controls);
      return typeof now === 'object' && bare(now.text) === bare(text) ? true : undefined;
    });
    if (isTyped) return field;
  }
  throw controls.missing('the whole message in the field of the chat');
};

/** Whatever else the bot presses meanwhile takes the focus, and would be pressed once more by the key. */
const pressEnter = async (controls: Controls): Promise<void> => {
  const { frame } = controls;
  const field = await shownOf(controls);
  if (typeof field !== 'object') return;
  if (!field.hasFocus) await frame.page().mouse.click(field.x, field.y);
  const holder = field.isFramed ? await shownFrame(controls) : frame;
  if (!holder) return;
  await using isInField = await hasFocus(holder, field.isFramed ? selectors.framedChatField : selectors.chatField);
  await pressKeyWhere(holder, 'Enter', isInField, field.isFramed ? [frame] : []);
};

/** The page is not told what one in its panel sends. */
const fateInFrame = (controls: Controls): Fate => ({
  isOut: async () =>
    (await controls.look(clearedWithinMs, async () => {
      const now = await shownOf(controls);
      return typeof now === 'object' && bare(now.text) === '' ? true : undefined;
    })) === true,
  settle: () => Promise.resolve(),
});

/** A page that is drawn anew may miss the key; as long as the whole text stands in the field nothing was sent. */
const send = async (controls: Controls, text: string, fate: Fate): Promise<void> => {
  for (let presses = 0; presses < mostPresses; presses += 1) {
    await pressEnter(controls);
    if (await fate.isOut()) return fate.settle();
    const field = await shownOf(controls);
    if (typeof field !== 'object' || bare(field.text) !== bare(text)) break;
  }
  throw controls.missing("the bot's message among those that were sent");
};

const write = async (controls: Controls, text: string): Promise<void> => {
  const { isFramed } = await type(controls, text);
  const fate = isFramed ? fateInFrame(controls) : await followFate(controls, text, () => openField(controls));
  await send(controls, text, fate);
};

/** What is longer than the field takes goes out in pieces, in their order; of one that does not arrive, no more do. */
export const sendChat = async (controls: Controls, { text }: Pick<OutgoingChat, 'text'>): Promise<void> => {
  const { field, wasOpen } = await openField(controls);
  try {
    for (const piece of piecesOf(text, field.most ?? Number.POSITIVE_INFINITY)) await write(controls, piece);
  } finally {
    if (!wasOpen) await closePanel(controls).catch(() => undefined);
  }
};
