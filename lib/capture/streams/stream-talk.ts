/** What is written in a streamed meeting: its transcript, as captions, and its chat. Pure but for its memory. */
import { createHash } from 'node:crypto';
import { beginningOf } from '../../domain/beginning-of.ts';
import { BoundedMap } from '../../process/bounded.ts';
import type { CaptionView, MessageView } from '../meeting/view.ts';
import type { Media } from './rtms/messages.ts';

/** As many as a view may show. */
const mostCaptions = 200;
const mostMessages = 1_000;
const longestText = 10_000;

/** The same for what is sent once more after a connection broke. */
const idOf = ({ user_id, data, timestamp, start_time = timestamp }: Media): string =>
  `${start_time} ${user_id} ${createHash('sha256').update(data).digest('base64url').slice(0, 16)}`;

export const createStreamTalk = () => {
  const captions = new BoundedMap<string, CaptionView>(mostCaptions);
  const messages = new BoundedMap<string, MessageView>(mostMessages);
  return {
    get captions(): CaptionView[] {
      return [...captions.values()];
    },
    get messages(): MessageView[] {
      return [...messages.values()];
    },
    /** A sentence of the transcript. */
    write(said: Media): void {
      const { user_id, user_name, data, timestamp, start_time: start_ms = timestamp, end_time = timestamp } = said;
      const caption: CaptionView = {
        id: idOf(said),
        speaker_id: user_id,
        speaker_name: user_name,
        start_ms,
        duration_ms: Math.max(0, end_time - start_ms),
        is_final: true,
        text: beginningOf(data, longestText),
      };
      if (!captions.has(caption.id)) captions.set(caption.id, caption);
    },
    chat(said: Media): void {
      const message: MessageView = {
        id: idOf(said),
        sender_id: said.user_id,
        sender_name: said.user_name,
        to: 'everyone',
        timestamp_ms: said.timestamp,
        edited_at_ms: null,
        text: beginningOf(said.data, longestText),
      };
      if (!messages.has(message.id)) messages.set(message.id, message);
    },
  };
};
