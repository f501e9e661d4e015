/** How messages are typed into the field of Galène's chat. Pure. */
import type { OutgoingChat } from '../../../meeting/meeting.ts';
import { type GaleneMember, nameless } from './members.ts';

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
  const isSafe = alike.length === 1 && name !== nameless && !(name in {}) && !members.some((one) => one.id === name);
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
