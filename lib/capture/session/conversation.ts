/** What is said and written: makes utterances of captions and messages of chat. Pure but for its memory. */
import type { ChatMessage, Utterance } from '../../domain/captured.ts';
import type { CaptionView, MessageView } from '../platforms/platform.ts';
import type { Roster } from './roster.ts';
import { stableId } from './stable-id.ts';

/** Remembers ids so that each is new once; forgets the oldest, as pages do too. */
const createMemory = (most: number) => {
  const known = new Set<string>();
  return (id: string): boolean => {
    if (known.has(id)) return false;
    known.add(id);
    const [oldest] = known;
    if (known.size > most && oldest !== undefined) known.delete(oldest);
    return true;
  };
};

/** Each caption once, when it is final. Name and role of the speaker are those of the tile where there is one. */
export const createCaptionReader = (roster: Pick<Roster, 'find'>) => {
  const isNew = createMemory(10_000);
  return (captions: readonly CaptionView[]): Utterance[] =>
    captions
      .filter(({ id, is_final, text }) => is_final && text.trim() !== '' && isNew(id))
      .map(({ speaker_id, speaker_name, start_ms, duration_ms, text }) => {
        const speaker = roster.find(speaker_id);
        return {
          speaker_name: speaker?.name ?? speaker_name,
          speaker_uuid: speaker_id,
          speaker_user_uuid: null,
          speaker_is_host: speaker?.is_host ?? false,
          timestamp_ms: start_ms,
          duration_ms,
          transcription: { transcript: text.trim() },
        };
      });
};

/** Each message once. */
export const createChatReader = (bot_id: string) => {
  const isNew = createMemory(10_000);
  return (messages: readonly MessageView[]): ChatMessage[] =>
    messages
      .filter(({ id }) => isNew(id))
      .map(({ id, sender_id, sender_name, to, timestamp_ms, text }) => ({
        id: stableId('chat_message', bot_id, timestamp_ms, id),
        text,
        timestamp: Math.floor(timestamp_ms / 1000),
        timestamp_ms: String(timestamp_ms),
        to,
        sender_name,
        sender_uuid: sender_id,
        sender_user_uuid: null,
        additional_data: {},
      }));
};
