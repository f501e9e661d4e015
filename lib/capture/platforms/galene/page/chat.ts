/** The chat of a Galène group, as it goes over the page's socket. Pure but for its memory. */
import type { MessageView } from '../../../meeting/view.ts';
import { createKeptMessages, idBySender, type ToldMessage } from '../../page/kept-messages.ts';
import { refusedWithinMs } from '../shared/chat.ts';
import type { KnownMessages } from './known-messages.ts';
import { nameless } from './members.ts';
import type { GaleneRoom } from './room.ts';
import type { GaleneMessage } from './wire.ts';

export interface GaleneChat {
  /** A message of the type `chat` or `chathistory`. */
  hear(from: 'page' | 'other', message: GaleneMessage): void;
  /** The bot is in the group. */
  came(): void;
  /** The server has sent on to nobody what the bot wrote to one of them, a moment ago. */
  refused(isThere: (id: string) => boolean): void;
  /** The newest, in order. */
  readonly messages: readonly MessageView[];
}

/**
 * Written by people since the bot first came: what the server replays of the hours before is not, nor are captions and what
 * the server says itself. While it was away for a moment counts: then what is replayed is new where nobody has seen it.
 */
export const createGaleneChat = (
  room: Pick<GaleneRoom, 'own_id' | 'hasJoined'>,
  known: KnownMessages,
  now: () => number = Date.now,
): GaleneChat => {
  // Nobody changes what another one wrote, or what they wrote before.
  const messages = createKeptMessages(now, { isSame: () => true });
  let sent = 0;
  /** What the bot has written to single people, while it may be refused. */
  let awaited: readonly (ToldMessage & { readonly written_ms: number })[] = [];
  const settle = (): void => {
    const settled = awaited.filter(({ written_ms }) => now() - written_ms >= refusedWithinMs);
    awaited = awaited.slice(settled.length);
    for (const message of settled) messages.keep(message);
  };
  /** Old servers give their messages no ids: nobody knows which of those are new. */
  const isOfGap = (key: string, id: string): boolean => {
    if (id === '' || !room.hasJoined) return false;
    return known.add(key) && known.wasThere;
  };
  return {
    hear(from, { type, kind, id, source, dest, username, value }) {
      if (kind !== '' && kind !== 'me') return;
      // What goes to everyone comes back to the bot, by the server; what goes to one person does not.
      if (from === 'page' && dest === '') return;
      const sender_id = from === 'page' ? room.own_id : source;
      if (sender_id === '' || value === '') return;
      sent += 1;
      const key = idBySender(sender_id, id || `unnamed ${sent}`);
      if (type === 'chathistory' && !isOfGap(key, id)) return;
      if (id !== '') known.add(key);
      const message = {
        id: key,
        sender_id,
        sender_name: username || nameless,
        to: dest || 'everyone',
        // Servers tell a time of their own clock.
        written_ms: now(),
        text: value,
      };
      if (from === 'page') awaited = [...awaited, message];
      else messages.keep(message);
    },
    came: known.came,
    refused(isThere) {
      settle();
      const gone = awaited.findIndex(({ to }) => !isThere(to));
      awaited = awaited.toSpliced(Math.max(gone, 0), 1);
    },
    get messages() {
      settle();
      return messages.all;
    },
  };
};
