/** The chat of a Google Meet: what comes over the channel `collections`, and what the page sends. Pure but for its memory. */
import { BoundedMap } from '../../../../process/bounded.ts';
import type { MessageView } from '../../../meeting/view.ts';
import { createKeptMessages, idBySender } from '../../page/kept-messages.ts';
import type { Written } from '../handle.ts';
import type { MeetChatMessage } from './wire.ts';

const mostSent = 300;

export interface MeetChat {
  hear(message: MeetChatMessage): void;
  /** The page sends this; whether it arrives nobody says. */
  sends(text: string): void;
  /** How often these words, blanks apart, are `own_id`'s. */
  written(words: string, own_id: string | undefined): Written;
  /** All that `own_id` has written, without blanks: what the page has sent, and what it was told of. */
  textsOf(own_id: string | undefined): readonly string[];
  /** The newest, in order; what was changed keeps its place. */
  messages(nameOf: (sender_id: string) => string): MessageView[];
}

/**
 * Ids end in the microseconds at which the service took the message, as an extension has them (2026): others, and what cannot be, such
 * as before the page was there or from now on, tell nothing.
 */
const takenAt = (id: string, began_ms: number, now_ms: number): number => {
  const [, microseconds] = /(?:^|\/)(\d{16})$/.exec(id) ?? [];
  const at_ms = Math.floor(Number(microseconds) / 1_000);
  return at_ms >= began_ms && at_ms <= now_ms ? at_ms : now_ms;
};

const bare = (text: string): string => text.replaceAll(/\s+/g, '');

export const createMeetChat = (now: () => number = Date.now): MeetChat => {
  const began_ms = now();
  const kept = createKeptMessages(now);
  const sent = new BoundedMap<string, number>(mostSent);
  return {
    hear({ id, sender_id, sender_name, text }) {
      kept.keep({
        id: idBySender(sender_id, id),
        ...{ sender_id, sender_name, to: 'everyone', text },
        // The time that is told with it is not that of the message.
        written_ms: takenAt(id, began_ms, now()),
      });
    },
    sends(text) {
      const words = bare(text);
      sent.set(words, (sent.get(words) ?? 0) + 1);
    },
    written(words, own_id) {
      const wanted = bare(words);
      const told = kept.all.filter(({ sender_id, text }) => sender_id === own_id && bare(text) === wanted);
      return { sent: sent.get(wanted) ?? 0, told: told.length };
    },
    textsOf(own_id) {
      const told = kept.all.filter(({ sender_id }) => sender_id === own_id);
      return [...new Set([...sent.keys(), ...told.map(({ text }) => bare(text))])];
    },
    messages: (nameOf) =>
      kept.all.map((message) => ({ ...message, sender_name: nameOf(message.sender_id) || message.sender_name })),
  };
};
