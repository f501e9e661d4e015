/** The page that offers the maker's app first. */
import type { IsVisible } from '../../../page/is-visible.ts';
import { selectors } from '../../selectors.ts';

const { web, buttons, labels } = selectors.launcher;

/** What goes on in the browser, as guests press it. */
export const wayOn = (document: Document, isVisible: IsVisible): HTMLElement | undefined => {
  const isCalled = (button: HTMLElement): boolean =>
    [button.textContent, button.querySelector('h3')?.textContent].some((text) =>
      labels.some((label) => text?.trim() === label),
    );
  return (
    [...document.querySelectorAll<HTMLElement>(web)].find(isVisible) ??
    [...document.querySelectorAll<HTMLElement>(buttons)].find((button) => isCalled(button) && isVisible(button))
  );
};
