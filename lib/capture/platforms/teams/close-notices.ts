/** Closes what lies over Teams' pages. */
import type { Controls } from '../controls.ts';
import { selectors } from './selectors.ts';

const { dialogs } = selectors;

/** Bots have no devices before they show something, and the page asks whether that is meant. */
export const closeNotices = ({ frame }: Controls): Promise<void> =>
  frame.evaluate(
    (buttons, labels, goOn) => {
      const visible = [...document.querySelectorAll<HTMLElement>(buttons)].filter(
        (button) =>
          (labels.includes(button.textContent.replaceAll(/\s+/g, ' ').trim()) || button.matches(goOn)) &&
          button.checkVisibility({ visibilityProperty: true }),
      );
      for (const button of visible) button.click();
    },
    dialogs.buttons,
    dialogs.labels as readonly string[],
    dialogs.goOn,
  );
