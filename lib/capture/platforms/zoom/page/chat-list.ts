/**
 * Goes for messages that came where nobody looks: an answer stands in its thread, and the client has rows for what is near the end
 * of its list only, so that of many at once the first have none. Pure but for its memory and for where the list stands.
 */
import { BoundedSet } from '../../../../process/bounded.ts';
import { mostMessages } from '../../../meeting/view-limits.ts';
import { shortText } from '../../page/short-text.ts';
import { selectors } from '../selectors.ts';
import type { MessageRow } from './chat.ts';
import { all } from './client/dom.ts';
import { isAtEnd } from './client/tend.ts';

/** Less than a row is moved on too little, and not too far. */
const rowHeight = 40;
/** Messages that are further up may have been forgotten, and would be new: a few screens less than are remembered. */
const farthestUp = mostMessages - 200;

interface Place {
  /** Where it stands among all. */
  readonly at: number;
  /** There is nothing to be read of it. */
  readonly isPlaceholder: boolean;
}

/** Those that have rows, by their ids. */
const placesIn = (list: ParentNode): ReadonlyMap<string, Place> =>
  new Map(
    all(list, selectors.chat.item).flatMap((item): [string, Place][] => {
      const text = item.querySelector(selectors.chat.text);
      if (!text?.id) return [];
      const isPlaceholder = text.matches(selectors.chat.placeholder);
      return [[shortText(text.id), { at: Number(/\d+$/.exec(item.id)?.[0]), isPlaceholder }]];
    }),
  );

/**
 * Where the list is taken to: `up_to_known` by a screen at each look until a row is met that was read before, `down` in the same
 * way, as who writes may be told above only, and `up_for_answers` until as many as are missing were found.
 */
type Way = 'at_end' | 'up_to_known' | 'down' | 'up_for_answers';

export interface ChatList {
  /**
   * At each look, with what was read of its rows: of one whose sender is out of view nothing was. Answers whether that is to be told
   * now: on the way up it would be told before what was written before it, and is met again on the way down.
   */
  look(root: ParentNode, read: readonly Pick<MessageRow, 'id'>[]): boolean;
}

export const createChatList = (): ChatList => {
  const known = new BoundedSet<string>(mostMessages);
  let way: Way = 'at_end';
  let before: ReadonlyMap<string, Place> = new Map();
  /** Where the last of all stood when the list stood at its end. */
  let end = 0;
  /** How many came further up than there were rows, and are not found yet. */
  let missing = 0;

  return {
    look(root, read) {
      const list = root.querySelector<HTMLElement>(selectors.chat.scrolled);
      if (!list) return true;
      // Where it was moved to, its rows may not be drawn yet.
      if (way !== 'at_end' && !list.querySelector(selectors.chat.item)) return way !== 'up_to_known';
      const places = placesIn(list);
      const placeholders = [...places].flatMap(([id, { isPlaceholder }]) => (isPlaceholder ? id : []));
      const ids = [...read.map(({ id }) => id), ...placeholders];
      const found = way === 'up_for_answers' ? ids.filter((id) => !known.has(id)).length : 0;
      // What came above a row moves it on; between rows it is in view.
      const [first] = [...places].filter(([id]) => before.has(id));
      const came = first ? Math.max(0, first[1].at - (before.get(first[0])?.at ?? 0)) : 0;
      missing = Math.max(0, missing - found) + came;
      before = places;
      const stands = [...places.values()].map(({ at }) => at);
      if (way === 'at_end') end = Math.max(0, ...stands);

      const mayMoveUp = list.scrollTop > 0 && end - Math.min(end, ...stands) < farthestUp;
      const screen = Math.max(rowHeight, list.clientHeight - rowHeight);
      // What stood there before anything was read may be of an earlier meeting: only who writes what is in view is looked for.
      const isMet = known.size > 0 ? [...places.keys()].some((id) => known.has(id)) : ids.length > 0;
      const isCutOff = places.size > 0 && !isMet;
      if ((way === 'at_end' || way === 'up_to_known') && isCutOff && mayMoveUp) way = 'up_to_known';
      else if (way === 'up_to_known') way = 'down';
      else if (way !== 'down' && missing > 0 && mayMoveUp) way = 'up_for_answers';
      else if (way !== 'down') {
        [way, missing] = ['at_end', 0];
        if (!isAtEnd(list)) list.scrollTop = list.scrollHeight;
      }
      // On the way up each row would be known as soon as it was seen. What cannot be read on the way down never can: it is gone for once.
      if (way !== 'up_to_known') for (const id of way === 'down' ? places.keys() : ids) known.add(id);
      if (way === 'up_to_known' || way === 'up_for_answers') list.scrollTop -= screen;
      if (way === 'down') {
        const stood = list.scrollTop;
        list.scrollTop += screen;
        if (list.scrollTop === stood) way = 'at_end';
      }
      return way !== 'up_to_known';
    },
  };
};
