/** The chat of a Galène group, as it goes over the page's socket, and how lines are typed into its field. Pure. */
import { BoundedMap } from '../../../../process/bounded.ts';
import type { OutgoingChat } from '../../../meeting/meeting.ts';
import type { MessageView } from '../../../meeting/view.ts';
import type { GaleneMember } from '../page/members.ts';
import type { GaleneRoom } from '../page/room.ts';
import type { SeenMessages } from '../page/seen-messages.ts';
import type { GaleneMessage } from '../page/wire.ts';

const mostMessages = 300;
/** How long after a message the server may say that it goes to nobody. */
export const refusedWithinMs = 1_000;

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
  seen: SeenMessages,
  now: () => number = Date.now,
): GaleneChat => {
  const messages = new BoundedMap<string, MessageView>(mostMessages);
  let sent = 0;
  /** What the bot has written to single people, while it may be refused. */
  let awaited: readonly (readonly [key: string, message: MessageView])[] = [];
  const settle = (): void => {
    const settled = awaited.filter(([, { timestamp_ms }]) => now() - timestamp_ms >= refusedWithinMs);
    awaited = awaited.slice(settled.length);
    for (const [key, message] of settled) messages.set(key, message);
  };
  /** Old servers give their messages no ids: nobody knows which of those are new. */
  const isOfGap = (key: string, id: string): boolean => {
    if (id === '' || !room.hasJoined) return false;
    return seen.add(key) && seen.wasThere;
  };
  return {
    hear(from, { type, kind, id, source, dest, username, value }) {
      if (kind !== '' && kind !== 'me') return;
      // What goes to everyone comes back to the bot, by the server; what goes to one person does not.
      if (from === 'page' && dest === '') return;
      const sender_id = from === 'page' ? room.own_id : source;
      if (sender_id === '' || value === '') return;
      sent += 1;
      // Nobody changes what another one wrote, or what they wrote before.
      const key = `${sender_id} ${id || `unnamed ${sent}`}`;
      if (type === 'chathistory' && !isOfGap(key, id)) return;
      if (id !== '') seen.add(key);
      if (messages.has(key)) return;
      const message: MessageView = {
        id: key,
        sender_id,
        sender_name: username || '(anon)',
        to: dest || 'everyone',
        // Servers tell a time of their own clock.
        timestamp_ms: now(),
        edited_at_ms: null,
        text: value,
      };
      if (from === 'page') awaited = [...awaited, [key, message]];
      else messages.set(key, message);
    },
    came: seen.came,
    refused(isThere) {
      settle();
      const gone = awaited.findIndex(([, { to }]) => !isThere(to));
      awaited = awaited.toSpliced(Math.max(gone, 0), 1);
    },
    get messages() {
      settle();
      return [...messages.values()];
    },
  };
};

/** A line that begins with a slash is a command, unless it begins with two. */
const toEveryone = (text: string): string => (text.startsWith('/') ? `/${text}` : text);

/** The first word of a command ends at a blank, unless it is quoted; a backslash takes what follows as it is. */
const quoted = (word: string): string => (/^[^\s"'\\]+$/.test(word) ? word : `"${word.replaceAll(/["\\]/g, '\\$&')}"`);

/**
 * Galène's `/msg` takes an id or a name, which it looks up in this order; names that several have, that are an id, or that
 * every object of JavaScript knows, would reach somebody else or nobody.
 */
const addressOf = ({ id, name }: GaleneMember, members: readonly GaleneMember[]): string => {
  const alike = members.filter((member) => member.name === name);
  const isSafe = alike.length === 1 && name !== '(anon)' && !(name in {}) && !members.some((one) => one.id === name);
  return isSafe ? name : id;
};

/** What to type for a message, a line for each who shall read it; undefined where nobody of them is there. */
export const linesOf = (
  { to, text }: OutgoingChat,
  members: readonly GaleneMember[],
  own_id: string,
): readonly string[] | undefined => {
  if (to === 'everyone') return [toEveryone(text)];
  const others = members.filter(({ id, isSystem }) => id !== own_id && !isSystem);
  const readers = others.filter(({ id, isHost }) => (to === 'everyone_but_host' ? !isHost : id === to.participant_id));
  if (readers.length === 0) return undefined;
  return readers.map((reader) => `/msg ${quoted(addressOf(reader, members))} ${text}`);
};
