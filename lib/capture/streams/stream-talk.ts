/** What is written in a streamed meeting: its transcript, as captions, and its chat. Pure but for its memory. */
import { createHash } from 'node:crypto';
import { beginningOf } from '../../domain/beginning-of.ts';
import { BoundedMap } from '../../process/bounded.ts';
import type { CaptionView, MessageView } from '../meeting/view.ts';
import { longestMessage, mostCaptions, mostMessages } from '../meeting/view-limits.ts';
import type { Media } from './rtms/messages.ts';
import { sentenceAttributes } from './rtms/numbers.ts';

/**
 * The platform hears a sentence better a little later, and says it again by its number. How much later is not documented,
 * nor whether sentences of meetings have numbers: those without are final at once.
 */
const revisedWithinMs = 3_000;

interface Sentence {
  readonly caption: Omit<CaptionView, 'is_final'>;
  readonly final_ms: number;
}

/** The same for what is sent once more after a connection broke. */
const idOf = ({ user_id, data, timestamp, start_time = timestamp }: Media): string =>
  `${start_time} ${user_id} ${createHash('sha256').update(data).digest('base64url').slice(0, 16)}`;

export const createStreamTalk = () => {
  const sentences = new BoundedMap<string, Sentence>(mostCaptions);
  /** The ids of captions by the numbers of their sentences, which another connection may begin anew. */
  const numbered = new BoundedMap<string, string>(mostCaptions);
  const messages = new BoundedMap<string, MessageView>(mostMessages);
  return {
    captionsAt: (now_ms: number): CaptionView[] =>
      [...sentences.values()].map(({ caption, final_ms }) => ({ ...caption, is_final: now_ms >= final_ms })),
    get messages(): MessageView[] {
      return [...messages.values()];
    },
    /** A sentence of the transcript, that came at a moment: a new one, or a known one as it is heard now. */
    write(said: Media, now_ms: number): void {
      const { user_id, user_name, data, timestamp, start_time: start_ms = timestamp, end_time = timestamp } = said;
      const number = said.sentence_id === undefined ? undefined : `${said.sentence_id} ${user_id}`;
      const isKnown = said.attribute === sentenceAttributes.revised || said.attribute === sentenceAttributes.withdrawn;
      const known = isKnown && number !== undefined ? numbered.get(number) : undefined;
      if (said.attribute === sentenceAttributes.withdrawn) {
        if (known !== undefined) sentences.delete(known);
        return;
      }
      const id = known ?? idOf(said);
      if (number !== undefined) numbered.set(number, id);
      if (known === undefined && sentences.has(id)) return;
      const duration_ms = Math.max(0, end_time - start_ms);
      const text = beginningOf(data, longestMessage);
      sentences.set(id, {
        caption: { id, speaker_id: user_id, speaker_name: user_name, start_ms, duration_ms, text },
        final_ms: number === undefined ? now_ms : now_ms + revisedWithinMs,
      });
    },
    chat(said: Media): void {
      const message: MessageView = {
        id: idOf(said),
        sender_id: said.user_id,
        sender_name: said.user_name,
        to: 'everyone',
        timestamp_ms: said.timestamp,
        edited_at_ms: null,
        text: beginningOf(said.data, longestMessage),
      };
      if (!messages.has(message.id)) messages.set(message.id, message);
    },
  };
};
