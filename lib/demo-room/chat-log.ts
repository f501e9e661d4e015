import type { ChatMessage, Participant } from './protocol.ts';

const MOST_REMEMBERED = 500;

interface Written {
  message: ChatMessage;
  readers: string[];
}

/** What was written in a meeting, as long as it can be edited. */
export const createChatLog = () => {
  const written = new Map<string, Written>();
  let count = 0;

  return {
    write: (
      sender: Participant,
      readers: string[],
      { to, text }: { to: string; text: string },
      now: number,
    ): Written => {
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
      const entry = { message, readers };
      written.set(message.message_id, entry);
      const [oldest] = written.keys();
      if (written.size > MOST_REMEMBERED && oldest !== undefined) written.delete(oldest);
      return entry;
    },
    /** The message as it reads now; undefined when it is not one of this sender's. */
    edit: (sender_id: string, message_id: string, text: string, now: number): Written | undefined => {
      const entry = written.get(message_id);
      if (entry?.message.sender_id !== sender_id) return undefined;
      entry.message = { ...entry.message, text, edited_at_ms: now };
      return entry;
    },
  };
};
