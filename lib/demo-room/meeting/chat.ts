import { BoundedMap } from '../../process/bounded.ts';
import type { ChatMessage, Participant } from '../protocol.ts';
import { type Delivery, notice } from './delivery.ts';

const mostRemembered = 500;

/** Who reads a message, its sender too; undefined when it is for somebody who is not there. */
const readersOf = (sender: Participant, around: Participant[], to: string): string[] | undefined => {
  const isReader = ({ participant_id, is_host }: Participant): boolean =>
    to === 'everyone' || to === participant_id || (to === 'everyone_but_host' && !is_host);
  if (!to.startsWith('everyone') && !around.some(isReader)) return undefined;
  return around.filter((person) => person === sender || isReader(person)).map(({ participant_id }) => participant_id);
};

/** The chat of a meeting, which remembers what was written as long as it can be edited. */
export const createChat = () => {
  const written = new BoundedMap<string, { message: ChatMessage; readers: string[] }>(mostRemembered);
  let count = 0;

  return {
    /** `around` are the people in the sender's room, the sender among them. */
    write: (sender: Participant, around: Participant[], { to, text }: { to: string; text: string }, now: number) => {
      const readers = readersOf(sender, around, to);
      if (!readers) return [notice(sender.participant_id, 'Your message was not sent: that person has left.')];
      count += 1;
      const message = {
        message_id: `message-${count}`,
        sender_id: sender.participant_id,
        sender_name: sender.name,
        to,
        text,
        timestamp_ms: now,
        edited_at_ms: null,
      };
      written.set(message.message_id, { message, readers });
      return readers.map((to): Delivery => ({ to, message: { type: 'chat', message } }));
    },
    /** Those who read the message read its new text. */
    edit: (sender_id: string, { message_id, text }: { message_id: string; text: string }, now: number): Delivery[] => {
      const entry = written.get(message_id);
      if (entry?.message.sender_id !== sender_id) return [notice(sender_id, 'This message cannot be edited.')];
      const message = { ...entry.message, text, edited_at_ms: now };
      entry.message = message;
      return entry.readers.map((to) => ({ to, message: { type: 'chat', message } }));
    },
  };
};
