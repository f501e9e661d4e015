/** What is said and written: makes utterances of captions and messages of chat. Pure but for its memory. */
import type { ChatMessage, Utterance } from '../../domain/captured.ts';
import type { CaptionView, MessageView } from '../platforms/platform.ts';
import type { Roster } from './roster.ts';
import { stableId } from './stable-id.ts';

const most_remembered = 10_000;

/** Remembers ids so that each is new once; forgets the oldest, as pages do too. */
const createMemory = (earlier: readonly string[] = []) => {
  const known = new Set(earlier.slice(-most_remembered));
  return (id: string): boolean => {
    if (known.has(id)) return false;
    known.add(id);
    const [oldest] = known;
    if (known.size > most_remembered && oldest !== undefined) known.delete(oldest);
    return true;
  };
};

/**
 * Each caption once, when it is final, also when an earlier worker has `reported` it. Name and role of the speaker are
 * those of the tile where there is one.
 */
export const createCaptionReader = (roster: Pick<Roster, 'find'>, reported: readonly Utterance[] = []) => {
  const isNew = createMemory();
  // A page that is joined anew may call the same caption by another id.
  const told = new Set(reported.map(({ speaker_uuid, timestamp_ms }) => `${timestamp_ms} ${speaker_uuid}`));
  return (captions: readonly CaptionView[]): Utterance[] =>
    captions
      .filter(({ id, is_final, text }) => is_final && text.trim() !== '' && isNew(id))
      .filter(({ speaker_id, start_ms }) => !told.has(`${start_ms} ${speaker_id}`))
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

/** Each message once, also when an earlier worker has `reported` it. */
export const createChatReader = (bot_id: string, reported: readonly ChatMessage[] = []) => {
  const isNew = createMemory(reported.map(({ id }) => id));
  return (messages: readonly MessageView[]): ChatMessage[] =>
    messages
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
      }))
      .filter(({ id }) => isNew(id));
};
