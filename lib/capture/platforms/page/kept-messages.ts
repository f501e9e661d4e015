/** Messages of a chat, which their writers may change. Pure but for its memory. */
import { forgetOldest } from '../../../process/bounded.ts';
import type { MessageView } from '../../meeting/view.ts';
import { longestMessage, shortText } from './short-text.ts';

export interface ToldMessage extends Pick<MessageView, 'id' | 'sender_id' | 'sender_name' | 'to' | 'text'> {
  /** When it was written and when it was changed, where that is told: else as it comes. */
  readonly written_ms?: number | undefined;
  readonly changed_ms?: number | undefined;
}

export interface KeptMessages {
  /** The same text again says nothing. What was changed keeps its place. */
  keep(message: ToldMessage): void;
  find(id: string): MessageView | undefined;
  /** The newest, in order. */
  readonly all: MessageView[];
}

/** For ids that are their senders' own: nobody changes what another one wrote. */
export const idBySender = (sender_id: string, id: string): string => `${sender_id} ${id}`;

export interface Keeping {
  readonly most?: number;
  readonly isSame?: (one: string, other: string) => boolean;
}

export const createKeptMessages = (
  now: () => number = Date.now,
  { most = 300, isSame = Object.is }: Keeping = {},
): KeptMessages => {
  const messages = new Map<string, MessageView>();
  return {
    keep({ id, sender_id, sender_name, to, text: told, written_ms, changed_ms }) {
      const before = messages.get(id);
      const text = shortText(told, longestMessage);
      if (before && isSame(before.text, text)) return;
      messages.set(id, {
        ...{ id, sender_id, sender_name, to, text },
        timestamp_ms: before?.timestamp_ms ?? written_ms ?? now(),
        edited_at_ms: before ? (changed_ms ?? now()) : null,
      });
      forgetOldest(messages, most);
    },
    find: (id) => messages.get(id),
    get all() {
      return [...messages.values()];
    },
  };
};
