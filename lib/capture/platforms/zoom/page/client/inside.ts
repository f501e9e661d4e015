import type { IsVisible } from '../../../page/is-visible.ts';
import { selectors } from '../../selectors.ts';
import { chatList, notInside, peopleList } from '../../signs/parts.ts';
import { countIn } from '../people/people.ts';
import { all } from './dom.ts';

export const hasBar = (root: ParentNode): boolean => root.querySelector(selectors.footer) !== null;

/** The bar may be out of the page while no pointer moves: what it has opened stays, beside the people. */
const isWithoutBar = (root: ParentNode): boolean =>
  root.querySelector(selectors.stage) !== null && root.querySelector(`${peopleList}, ${chatList}`) !== null;

/** The client may have its bar there while the bot still joins, or waits: then something says so, or the bar counts nobody. */
export const isInside = (root: ParentNode, isVisible: IsVisible): boolean =>
  (hasBar(root) || isWithoutBar(root)) && countIn(root) !== 0 && !all(root, notInside).some(isVisible);

export const isInWaitingRoom = (root: ParentNode, isVisible: IsVisible): boolean =>
  !isInside(root, isVisible) && all(root, selectors.waitingRoom).some(isVisible);
