/** The buttons by which a Google Meet's page offers to send again what was not delivered, as it shows them in its chat. */
import type { Controls } from '../controls.ts';
import { labels, selectors } from './selectors.ts';

/** Beside these words, or beside what may be them: how an offer stands in the page is not known well. */
export const offerKinds = ['ours', 'unclear'] as const;
export type OfferKind = (typeof offerKinds)[number];

/** How many there are. */
type Offers = Readonly<Record<OfferKind, number>>;

/**
 * Those that are not beside other words than these; undefined where the page shows no chat. `wanted`: the newest of that kind is
 * pressed in the turn of the page in which it is found, as others come and go in its place.
 */
export const offersOf = ({ frame }: Controls, text: string, wanted?: OfferKind): Promise<Offers | undefined> =>
  frame.evaluate(
    ({ chatField, chatPanel, sidePanel, message, pressable }, labels, text, wanted) => {
      const isSeen = (element: Element): boolean => element.checkVisibility();
      const all = (within: ParentNode, selector: string): HTMLElement[] =>
        [...within.querySelectorAll<HTMLElement>(selector)].filter(isSeen);
      if (all(document, `${chatField}, ${chatPanel}`).length === 0) return undefined;
      // Pages adorn what was written, and draw pictures in it.
      const bare = (words: string | null): string => (words ?? '').replaceAll(/[^\p{L}\p{N}]/gu, '');
      const says = (words: string | null): boolean => bare(words).includes(bare(text));
      /** Later messages stand below an offer, and the field. */
      const before = (offer: Element, within: Element): string => {
        const range = document.createRange();
        range.setStart(within, 0);
        range.setEndBefore(offer);
        return range.toString();
      };
      const isCalled = (element: Element): boolean =>
        [element.getAttribute('aria-label'), element.textContent].some((words) =>
          labels.some((label) => words?.trim() === label),
        );
      const offers = all(document, sidePanel).flatMap((panel) => all(panel, pressable).filter(isCalled));
      const isOfSeveral = (element: Element): boolean =>
        offers.filter((offer) => element.contains(offer)).length > 1 || element.querySelectorAll(message).length > 1;
      const kindOf = (offer: Element): OfferKind | 'others' => {
        const row = offer.closest(message);
        if (row) return says(row.textContent) ? 'ours' : 'others';
        for (let at = offer.parentElement; at && !at.matches(sidePanel) && !isOfSeveral(at); at = at.parentElement)
          if (says(before(offer, at))) return 'ours';
        return 'unclear';
      };
      const kinds = offers.map(kindOf);
      const count = (kind: OfferKind): number => kinds.filter((one) => one === kind).length;
      if (wanted) offers[kinds.lastIndexOf(wanted)]?.click();
      return { ours: count('ours'), unclear: count('unclear') };
    },
    selectors,
    labels.resend,
    text,
    wanted,
  );
