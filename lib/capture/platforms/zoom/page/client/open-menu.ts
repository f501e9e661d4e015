/** Which of the client's menus is open, and what closes it: what opens one closes it too, or opens another one. */
import type { IsVisible } from '../../../page/is-visible.ts';
import { labels, selectors } from '../../selectors.ts';
import { all, called } from './dom.ts';

/** Whether a menu is open, by what opens it; undefined where the client does not say so there. */
export const isExpanded = (opener: Element): boolean | undefined => {
  const toggle = opener.closest('[aria-expanded]');
  return toggle ? toggle.getAttribute('aria-expanded') === 'true' : undefined;
};

/** What closes the menu that is open; undefined while none is. */
export const closerIn = (root: Document, isVisible: IsVisible): HTMLElement | undefined => {
  // Any press outside of it closes this one, and what opens it may be out of the bar.
  if (all(root, selectors.popover).some(isVisible)) return root.body;
  const more = called(root, selectors.footerButton, labels.more);
  const isOpen = more && (isExpanded(more) ?? all(root, selectors.menuItem).some(isVisible));
  return isOpen ? more : undefined;
};
