/**
 * Whether the client offers to record, or to ask for that, in its bar or in its menu: where it does not, there is nobody to be
 * asked. That is told once it is known. A menu that has drawn nothing yet, and a bar that is out of the page, do not tell.
 */

import { labels, selectors } from '../../selectors.ts';
import { all, called } from './dom.ts';
import { isExpanded } from './open-menu.ts';

const menuWithinMs = 1_000;
const menuLookMs = 50;
/** A client that has shown its bar, and no menu in it, for so long has none. */
const noMenuAfterMs = 10_000;
/** The session goes the same way through the menu when it asks, and gets by between two tries. */
const againAfterMs = 5_000;
const mostTries = 12;

export interface OffersPorts {
  readonly root: () => ParentNode;
  readonly isInside: () => boolean;
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
  readonly tell: (way: boolean) => void;
}

export const createOffersWatch = ({ root, isInside, now, pause, tell }: OffersPorts) => {
  let state: 'unknown' | 'open' | 'known' = 'unknown';
  /** Since when there is a bar without a menu. */
  let bare_ms: number | undefined;
  let not_before_ms = Number.NEGATIVE_INFINITY;
  let tries = 0;

  const conclude = (way: boolean): void => {
    tell(way);
    state = 'known';
  };
  /** The bot may choose in that of readers meanwhile, which says nothing of this one. */
  const items = (): readonly Element[] =>
    all(root(), selectors.menuItem).filter((item) => !item.matches(selectors.chat.receiverItem));
  const isOffered = (): boolean =>
    [selectors.footerButton, selectors.menuItem].some(
      (where) => called(root(), where, [...labels.recordHere, ...labels.record]) !== undefined,
    );
  const opener = (): HTMLElement | undefined => called(root(), selectors.footerButton, labels.more);
  /** One in another language says nothing: its menu would not be known by its name. */
  const hasBar = (): boolean => called(root(), selectors.footerButton, labels.wayOut) !== undefined;

  const lookWithoutMenu = (): void => {
    bare_ms = hasBar() ? (bare_ms ?? now()) : undefined;
    if (bare_ms !== undefined && now() - bare_ms > noMenuAfterMs) conclude(false);
  };

  const lookIntoMenu = async (more: HTMLElement): Promise<void> => {
    state = 'open';
    tries += 1;
    // Other menus may be open.
    const others = new Set(items());
    more.click();
    for (const until_ms = now() + menuWithinMs; now() < until_ms && !isOffered(); ) await pause(menuLookMs);
    const isDrawn = items().some((item) => !others.has(item));
    state = 'unknown';
    not_before_ms = now() + againAfterMs;
    // Whoever was put out meanwhile is in a client whose bar is not theirs to press.
    if (!isInside()) return;
    if (isOffered() || isDrawn) conclude(isOffered());
    const after = opener();
    if (after && isExpanded(after) !== false) after.click();
  };

  return {
    /** Whether nobody is to open another menu now. */
    get isOpen(): boolean {
      return state === 'open';
    },
    async look(): Promise<void> {
      if (state !== 'unknown') return;
      if (isOffered()) return conclude(true);
      const more = opener();
      if (!more) return lookWithoutMenu();
      bare_ms = undefined;
      if (!isExpanded(more) && tries < mostTries && now() >= not_before_ms) await lookIntoMenu(more);
    },
    /** Somebody else goes through the menu now. */
    giveWay(): void {
      not_before_ms = Math.max(not_before_ms, now() + againAfterMs);
    },
  };
};
