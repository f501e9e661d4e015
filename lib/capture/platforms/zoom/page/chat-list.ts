/**
 * Goes for messages that came where nobody looks: an answer stands in its thread, and the client has rows for what is near the end
 * of its list only. Pure but for its memory and for where the list stands.
 */
import { BoundedSet } from '../../../../process/bounded.ts';
import { mostMessages } from '../../../meeting/view-limits.ts';
import { shortText } from '../../page/short-text.ts';
import { selectors } from '../selectors.ts';
import type { MessageRow } from './chat.ts';
import { all } from './client/dom.ts';

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

export interface ChatList {
  /** At each look, with what was read of its rows: of one whose sender is out of view nothing was. */
  look(root: ParentNode, read: readonly Pick<MessageRow, 'id'>[]): void;
}

export const createChatList = (): ChatList => {
  const known = new BoundedSet<string>(mostMessages);
  let before: ReadonlyMap<string, Place> = new Map();
  /** Where the last of all stood when the list stood at its end. */
  let end = 0;
  /** How many came further up than there were rows, and are not found yet. */
  let missing = 0;

  return {
    look(root, read) {
      const list = root.querySelector<HTMLElement>(selectors.chat.scrolled);
      if (!list) return;
      const places = placesIn(list);
      const wasAway = missing > 0;
      const placeholders = [...places].flatMap(([id, { isPlaceholder }]) => (isPlaceholder ? id : []));
      const ids = [...read.map(({ id }) => id), ...placeholders];
      const found = wasAway ? ids.filter((id) => !known.has(id)).length : 0;
      // What came above a row moves it on; between rows it is in view.
      const [first] = [...places].filter(([id]) => before.has(id));
      const came = first ? Math.max(0, first[1].at - (before.get(first[0])?.at ?? 0)) : 0;
      missing = Math.max(0, missing - found) + came;
      before = places;
      for (const id of ids) known.add(id);
      const stands = [...places.values()].map(({ at }) => at);
      if (!wasAway) end = Math.max(0, ...stands);
      const mayMoveOn = list.scrollTop > 0 && end - Math.min(end, ...stands) < farthestUp;
      if (missing > 0 && mayMoveOn) list.scrollTop -= Math.max(rowHeight, list.clientHeight - rowHeight);
      else if (wasAway || missing > 0) {
        missing = 0;
        list.scrollTop = list.scrollHeight;
      }
    },
  };
};
