/** The buttons by which a Google Meet's page offers to send again what was not delivered, as it shows them in its chat. */
import type { Controls } from '../controls.ts';
import { program } from './program.ts';
import { labels, selectors } from './selectors.ts';

/** Beside these words, or beside what may be them: how an offer stands in the page is not known well. */
export const offerKinds = ['ours', 'unclear'] as const;
export type OfferKind = (typeof offerKinds)[number];

type Places = Pick<typeof selectors, 'chatField' | 'chatPanel' | 'sidePanel' | 'message' | 'pressable'>;

/** How many there are. */
type Offers = Readonly<Record<OfferKind, number>>;

/** `wanted`: the newest of that kind is pressed in the turn of the page in which it is found, as others come and go in its place. */
const seekOffers = ({ frame }: Controls, text: string, wanted?: OfferKind): Promise<Offers | undefined> =>
  frame.evaluate(
    program.inPage((handle, places: Places, labels: readonly string[], text: string, wanted: OfferKind | undefined) => {
      const { chatField, chatPanel, sidePanel, message, pressable } = places;
      const isShown = (element: Element): boolean => element.checkVisibility();
      const all = (within: ParentNode, selector: string): HTMLElement[] =>
        [...within.querySelectorAll<HTMLElement>(selector)].filter(isShown);
      if (all(document, `${chatField}, ${chatPanel}`).length === 0) return undefined;
      // Pages adorn what was written, and draw pictures in it.
      const wordsIn = (text: string | null): readonly string[] => (text ?? '').split(/[^\p{L}\p{N}]+/u);
      const bare = (text: string): string => wordsIn(text).join('');
      const ours = bare(text);
      const own = new Set([ours, ...handle.ownTexts().map(bare).filter(Boolean)]);
      /**
       * Which of the bot's messages these say last; of two that end in the same place, the longer one. Short ones may be found in times,
       * in icons and in what says that a message was not delivered. So other messages count where whole texts are theirs alone. This one,
       * and those that it may be a part of, also count where the page says more in the same text.
       */
      const lastOwn = (texts: readonly Node[]): string | undefined => {
        let said = '';
        const textEnds = new Set([0]);
        const wordEnds = new Set([0]);
        for (const { nodeValue } of texts) {
          for (const word of wordsIn(nodeValue)) {
            said += word;
            wordEnds.add(said.length);
          }
          textEnds.add(said.length);
        }
        const endOf = (one: string): number | undefined => {
          const ends = one.includes(ours) ? wordEnds : textEnds;
          return [...ends].findLast((end) => ends.has(end - one.length) && said.endsWith(one, end));
        };
        const [last] = [...own]
          .flatMap((one) => {
            const end = endOf(one);
            return end === undefined ? [] : { one, end };
          })
          .sort((some, other) => other.end - some.end || other.one.length - some.one.length);
        return last?.one;
      };
      const textsIn = (node: Node): Node[] => (node.nodeType === 3 ? [node] : [...node.childNodes].flatMap(textsIn));
      /** Later messages stand below an offer, and the field. */
      const before = (offer: Element, within: Element): Node[] =>
        textsIn(within).filter((text) => offer.compareDocumentPosition(text) === offer.DOCUMENT_POSITION_PRECEDING);
      const isCalled = (element: Element): boolean =>
        [element.getAttribute('aria-label'), element.textContent].some((words) =>
          labels.some((label) => words?.trim() === label),
        );
      const offers = all(document, sidePanel).flatMap((panel) => all(panel, pressable).filter(isCalled));
      // A message may bear its number several times.
      const messagesIn = (element: Element): number =>
        new Set([...element.querySelectorAll(message)].map((one) => one.getAttribute('data-message-id'))).size;
      const isOfSeveral = (element: Element): boolean =>
        offers.filter((offer) => element.contains(offer)).length > 1 || messagesIn(element) > 1;
      /** Only what the bot has written is offered to it. */
      const kindOf = (offer: Element): OfferKind | 'others' => {
        const row = offer.closest(message);
        if (row) return lastOwn(textsIn(row)) === ours ? 'ours' : 'others';
        for (let at = offer.parentElement; at && !at.matches(sidePanel) && !isOfSeveral(at); at = at.parentElement) {
          const last = lastOwn(before(offer, at));
          if (last !== undefined) return last === ours ? 'ours' : 'others';
        }
        return 'unclear';
      };
      const kinds = offers.map(kindOf);
      const count = (kind: OfferKind): number => kinds.filter((one) => one === kind).length;
      if (wanted) offers[kinds.lastIndexOf(wanted)]?.click();
      return { ours: count('ours'), unclear: count('unclear') };
    }),
    selectors,
    labels.resend,
    text,
    wanted,
  );

/** Those that are not beside other words of the bot than these; undefined where the page shows no chat. */
export const offersOf = (controls: Controls, text: string): Promise<Offers | undefined> => seekOffers(controls, text);

/** Presses the newest of that kind. */
export const pressOffer = async (controls: Controls, text: string, kind: OfferKind): Promise<void> => {
  await seekOffers(controls, text, kind);
};
