/** Closes what lies over Google Meet's pages: notices, and dialogs that nobody knows. What is found is pressed at once. */
import { pause } from '../../../process/pause.ts';
import { isEnd } from '../../meeting/final-phases.ts';
import type { Controls } from '../controls.ts';
import { consents, isPressable, patternsOf, type Sought, seek } from './seek.ts';
import { labels, leftAlone, neverDeclined, recordedWords } from './selectors.ts';
import { signs } from './signs.ts';

/** Notices may come one after the other, and come back. */
const mostNotices = 12;
const noticeGoneMs = 200;

/**
 * Presses the first of them that can be pressed; answers whether one could. What is done meanwhile for another step may press the
 * same one: by the mouse, one of them would press what comes after it.
 */
const clickFirst = async (controls: Controls, some: readonly Sought[]): Promise<boolean> => {
  for (const sought of some) if (isPressable(await seek(controls, sought, true))) return true;
  return false;
};

const notices: readonly Sought[] = [
  { labels: labels.goOn, where: 'dialog', saying: recordedWords },
  { labels: labels.close },
];

/** Closes what lies over the page, one after the other. What asks for consent stays. */
export const closeNotices = async (controls: Controls): Promise<void> => {
  for (let closed = 0; closed < mostNotices; closed += 1) {
    if (!(await clickFirst(controls, notices))) return;
    await pause(noticeGoneMs);
  }
};

/** What dialogs say that tell why the bot is out, but for those that count at an address of their own only. */
const reasons = signs.states
  .filter(({ phase, signs }) => isEnd(phase) && !signs.some((sign) => sign.class === 'U' && sign.must))
  .flatMap(patternsOf);

const spares = [...reasons, ...consents.flatMap(({ patterns }) => patterns), ...leftAlone];
const dismissals: readonly Sought[] = [
  { labels: labels.decline, where: 'dialog', spares: [...reasons, ...neverDeclined] },
  { labels: labels.closeDialog, where: 'dialog', spares },
  { labels: labels.note, where: 'dialog', spares, isAlone: true },
];

/** Closes what lies over something that is to be pressed: also a dialog that nobody knows, where it can be declined or noted. */
export const uncover = async (controls: Controls): Promise<void> => {
  await closeNotices(controls);
  await clickFirst(controls, dismissals);
};
