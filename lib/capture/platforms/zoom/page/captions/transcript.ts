/**
 * The client's list of what was said. Beside the picture it takes the place of those of people and messages, so it is put into a
 * window of its own, which lies over the picture and is not drawn: what is drawn is recorded.
 */
import type { IsVisible } from '../../../page/is-visible.ts';
import { labels, selectors } from '../../selectors.ts';
import { all, called } from '../client/dom.ts';

/** What puts the list into that window, while it stands beside the picture. */
export const popOutIn = (root: ParentNode): HTMLElement | undefined =>
  called(root, selectors.captions.headerButton, labels.popOut);

export const isListed = (root: ParentNode): boolean =>
  root.querySelector(`${selectors.captions.row}, ${selectors.captions.list}`) !== null;

/** Whether the list is there, and leaves their place to those of people and messages. */
export const isApart = (root: ParentNode): boolean =>
  isListed(root) && root.querySelector(selectors.captions.headerButton) === null;

/** The client has the window for a dialog, and keeps all else from those who have pages read out. */
export const hideWindow = (root: ParentNode, isVisible: IsVisible): void => {
  const window = all(root, selectors.dialog).find((one) => one.querySelector(selectors.captions.window) !== null);
  if (!window) return;
  window.style.setProperty('visibility', 'hidden', 'important');
  if (all(root, selectors.dialog).some((one) => one !== window && isVisible(one))) return;
  root.querySelector(selectors.footer)?.closest('[aria-hidden="true"]')?.removeAttribute('aria-hidden');
};
