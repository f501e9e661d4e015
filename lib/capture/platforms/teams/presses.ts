/** How the adapter presses what is in Teams' page, and in the menu of its meetings. */
import { type Controls, comes } from '../controls.ts';
import { revealBar } from '../reveal.ts';
import { selectors } from './selectors.ts';

export const menuWithinMs = 3_000;
const closedWithinMs = 2_000;

const { bar } = selectors;

/** Seen or not: bars hide themselves. */
export const press = async (controls: Controls, selector: string): Promise<void> => {
  if (!(await controls.click(selector))) throw controls.missing(selector);
};

/**
 * Presses the first of the buttons that is there, unless the label of one says, or does not say, what it shall: in one turn of the
 * page, as a press does the opposite where somebody else has turned it meanwhile. Answers which it was; undefined where there is none.
 */
export const pressUnless = (
  { frame }: Controls,
  { selector, says, isSaid }: { readonly selector: string; readonly says: string; readonly isSaid: boolean },
  buttons: readonly string[],
): Promise<string | undefined> =>
  frame.evaluate(
    (selector, says, isSaid, buttons) => {
      const shows = document.querySelector<HTMLElement>(selector);
      const label = `${shows?.ariaLabel ?? ''} ${shows?.textContent ?? ''}`.trim().toLowerCase();
      if (new RegExp(says).test(label) === isSaid) return 'as wanted';
      const first = buttons.find((button) => document.querySelector(button) !== null);
      if (first !== undefined) document.querySelector<HTMLElement>(first)?.click();
      return first;
    },
    selector,
    says,
    isSaid,
    buttons,
  );

/** In a meeting, whose bar may be out of the page. */
export const showBar = async (controls: Controls): Promise<void> => {
  if ((await controls.has(bar.leave)) || !(await controls.has(selectors.stage))) return;
  await revealBar(controls, bar.leave);
};

export const openMenu = async (controls: Controls, within: string): Promise<void> => {
  if (await controls.has(within)) return;
  await press(controls, bar.more);
  await controls.appears(within, menuWithinMs);
};

/** Until it is gone: what is still there of a menu that closes is no button to be pressed. */
export const closeMenu = async (controls: Controls, within: string): Promise<void> => {
  if (!(await controls.has(within))) return;
  await controls.click(bar.more);
  await comes(controls.goes(within, closedWithinMs, 'a menu that is closed'));
};

export const labelOf = ({ frame }: Controls, selector: string): Promise<string> =>
  frame.evaluate((selector) => {
    const button = document.querySelector<HTMLElement>(selector);
    return `${button?.ariaLabel ?? ''} ${button?.textContent ?? ''}`.trim().toLowerCase();
  }, selector);
