/** The chat of a Google Meet, as it comes over the channel `collections`. Pure but for its memory. */
import { forgetOldest } from '../../../process/bounded.ts';
import type { MessageView } from '../../meeting/view.ts';
import type { MeetChatMessage } from './wire.ts';

const mostMessages = 300;

type Kept = Omit<MessageView, 'to'>;

export interface MeetChat {
  hear(message: MeetChatMessage): void;
  /** The newest, in order; what was changed keeps its place. */
  messages(nameOf: (sender_id: string) => string): MessageView[];
}

export const createMeetChat = (now: () => number = Date.now): MeetChat => {
  const kept = new Map<string, Kept>();
  return {
    hear({ id, sender_id, sender_name, text }) {
      // Nobody changes what another one wrote.
      const key = `${sender_id} ${id}`;
      const before = kept.get(key);
      if (before?.text === text) return;
      kept.set(key, {
        id: key,
        sender_id,
        sender_name,
        // The time that is told with it is not that of the message.
        timestamp_ms: before?.timestamp_ms ?? now(),
        edited_at_ms: before ? now() : null,
        text,
      });
      forgetOldest(kept, mostMessages);
    },
    messages: (nameOf) =>
      [...kept.values()].map(({ sender_id, sender_name, ...message }) => ({
        ...message,
        sender_id,
        sender_name: nameOf(sender_id) || sender_name,
        to: 'everyone',
      })),
  };
};
