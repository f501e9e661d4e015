/** Whether the page shows a call that the bot is in. Works on any DOM. */
import { selectors } from '../../selectors.ts';

export const hasBar = (root: ParentNode): boolean => root.querySelector(selectors.bar.leave) !== null;

/** The bar may be out of the page for a while: then the servers still have the bot among the people. */
export const showsCall = (root: ParentNode, isListed: () => boolean): boolean =>
  hasBar(root) || (root.querySelector(selectors.stage) !== null && isListed());
