/**
 * Goes for messages that came where nobody looks: an answer stands in its thread, and the client has rows for what is near the end
 * of its list only. Pure but for its memory and for where the list stands.
 */
import { BoundedSet } from '../../../../process/bounded.ts';
import { mostMessages } from '../../../meeting/view-limits.ts';
import { selectors } from '../selectors.ts';
import { all } from './client/dom.ts';

/** Less than a row is moved on too little, and not too far. */
const rowHeight = 40;

/** Where those that have rows stand among all, by their ids. */
const placesIn = (list: ParentNode): ReadonlyMap<string, number> =>
  new Map(
    all(list, selectors.chat.item).flatMap((item): [string, number][] => {
      const id = item.querySelector(selectors.chat.text)?.id;
      return id ? [[id, Number(/\d+$/.exec(item.id)?.[0])]] : [];
    }),
  );

export interface ChatList {
  /** At each look, once the rows are read. */
  look(root: ParentNode): void;
}

export const createChatList = (): ChatList => {
  const known = new BoundedSet<string>(mostMessages);
  let before: ReadonlyMap<string, number> = new Map();
  /** How many came further up than there were rows, and are not found yet. */
  let missing = 0;

  return {
    look(root) {
      const list = root.querySelector<HTMLElement>(selectors.chat.scrolled);
      if (!list) return;
      const places = placesIn(list);
      const wasAway = missing > 0;
      const found = wasAway ? [...places.keys()].filter((id) => !known.has(id)).length : 0;
      // What came above a row moves it on; between rows it is in view.
      const [first] = [...places].filter(([id]) => before.has(id));
      const came = first ? Math.max(0, first[1] - (before.get(first[0]) ?? 0)) : 0;
      missing = Math.max(0, missing - found) + came;
      before = places;
      for (const id of places.keys()) known.add(id);
      if (missing > 0 && list.scrollTop > 0) list.scrollTop -= Math.max(rowHeight, list.clientHeight - rowHeight);
      else if (wasAway || missing > 0) {
        missing = 0;
        list.scrollTop = list.scrollHeight;
      }
    },
  };
};
