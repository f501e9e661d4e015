/** Has the captions of a Google Meet shown: by their button, or by their key where the button is called in words of its own. */
import { ElementMissingError } from '../../meeting/errors.ts';
import type { Controls } from '../controls.ts';
import { pressKeyWhere } from '../guarded-key.ts';
import { shownFrame } from './chat-frame.ts';
import { closeNotices } from './dialogs.ts';
import { toggle, wake } from './hands.ts';
import { find } from './seek.ts';
import { labels, selectors } from './selectors.ts';

const turnedWithinMs = 10_000;
const shownWithinMs = 3_000;
/** https://support.google.com/a/users/answer/9896256 */
const key = 'c';
/** On the document, once the key was pressed and nothing of it was seen. */
const inVain = 'meeting-bots.google-meet.captions-key';

const turnsOn = { labels: labels.captionsOn, where: 'page' } as const;
const button = { labels: [...labels.captionsOn, ...labels.captionsOff], where: 'page' } as const;

/**
 * The region is there as soon as they are on, also where nobody has said anything (two public bots, 2026). Of that which is known by
 * its mark nobody says whether it is there before, out of sight or without a height. Where a button would turn them on they are off.
 */
const areShown = async (controls: Controls): Promise<boolean> => {
  if (await find(controls, turnsOn)) return false;
  return controls.frame.evaluate(({ captions, captionsElse }) => {
    if (document.querySelector(captions)) return true;
    const marked = document.querySelector(captionsElse);
    return marked?.checkVisibility() === true && marked.getBoundingClientRect().height > 0;
  }, selectors);
};

/** What is pressed goes to the field that has the focus, which may be in a page of its own. */
const isNotWriting = ({ frame }: Controls) =>
  frame.evaluateHandle(
    () => () =>
      document.activeElement?.matches('input, textarea, iframe, [contenteditable]:not([contenteditable="false"])') !==
      true,
  );

const pressKey = async (controls: Controls): Promise<boolean> => {
  const chat = await shownFrame(controls);
  await using isRight = await isNotWriting(controls);
  // The page in the panel, to which the key would go, may be one that is not known.
  if (!(await isRight.evaluate((isRight) => isRight()))) return false;
  return pressKeyWhere(controls.frame, key, isRight, chat ? [chat] : []);
};

const wasInVain = ({ frame }: Controls): Promise<boolean> =>
  frame.evaluate((inVain) => Reflect.has(document, Symbol.for(inVain)), inVain);

const noteInVain = ({ frame }: Controls): Promise<void> =>
  frame.evaluate((inVain) => void Object.defineProperty(document, Symbol.for(inVain), { value: true }), inVain);

const showByKey = async (controls: Controls): Promise<boolean> => {
  if (await areShown(controls)) return true;
  if (await find(controls, button)) return false;
  // They may be on, in a region of another name: a second press would turn them off.
  if (await wasInVain(controls)) return false;
  if (!(await pressKey(controls))) return false;
  const isShown = (await controls.look(shownWithinMs, async () => (await areShown(controls)) || undefined)) === true;
  if (!isShown) await noteInVain(controls);
  return isShown;
};

export const showCaptions = async (controls: Controls): Promise<void> => {
  await wake(controls);
  await closeNotices(controls);
  try {
    await toggle(controls, { to: turnsOn, done: { labels: labels.captionsOff } }, turnedWithinMs);
  } catch (error) {
    if (!(error instanceof ElementMissingError) || !(await showByKey(controls))) throw error;
  }
};
