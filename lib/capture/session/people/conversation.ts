/** What is said and written: makes utterances of captions and messages of chat. Pure but for its memory. */
import { createHash } from 'node:crypto';
import { chatRecipients } from '../../../domain/bot/settings.ts';
import type { ChatMessage, Utterance } from '../../../domain/captured/captured.ts';
import type { CaptionView, MessageView, ParticipantView } from '../../meeting/view.ts';
import type { CaptureAssignment } from '../ports.ts';
import type { Stretches } from '../speech/stretches.ts';
import type { Roster } from './roster.ts';
import { stableId } from './stable-id.ts';

const mostRemembered = 10_000;

/** Remembers words; forgets the oldest, as pages do too. */
const createMemory = (earlier: readonly string[] = []) => {
  const known = new Set(earlier.slice(-mostRemembered));
  return {
    has: (word: string): boolean => known.has(word),
    add(word: string): void {
      known.add(word);
      const [oldest] = known;
      if (known.size > mostRemembered && oldest !== undefined) known.delete(oldest);
    },
  };
};

const momentOf = (speaker: string, at_ms: number): string => `${at_ms} ${speaker}`;

/**
 * Each caption once, when it is final, also when an earlier worker has `reported` it: those of which all was said while
 * it was to be written down. One that goes on beyond that time is told as far as it was shown until then, one that began
 * before it not at all; but for what is being said when the bot comes in and may record at once: that is told as the
 * platform shows it. Name and role of the speaker are those of the tile where there is one.
 */
export const createCaptionReader = (
  roster: Pick<Roster, 'find'>,
  stretches: Pick<Stretches, 'isOpen' | 'hold'>,
  reported?: readonly Utterance[],
) => {
  const ids = createMemory();
  /** Shown while they were not to be written down. */
  const withheld = createMemory();
  // A page that is joined anew may call the same caption by another id.
  const told = createMemory(
    (reported ?? []).map(({ speaker_uuid, timestamp_ms }) => momentOf(speaker_uuid, timestamp_ms)),
  );
  /** As they were shown last while they were to be written down. */
  let unfinished: readonly CaptionView[] = [];
  /** When the first worker of the bot could first record. */
  let began_ms: number | undefined;

  const mayBeTold = ({ id, start_ms }: CaptionView, until_ms: number): boolean => {
    const wasBeingSaid = began_ms !== undefined && start_ms < began_ms && began_ms <= until_ms && !withheld.has(id);
    return stretches.hold(wasBeingSaid ? (began_ms ?? start_ms) : start_ms, until_ms);
  };

  const isNews = ({ id, speaker_id, start_ms, text }: CaptionView): boolean =>
    text.trim() !== '' && !ids.has(id) && !told.has(momentOf(speaker_id, start_ms));

  const utteranceOf = ({ speaker_id, speaker_name, start_ms, duration_ms, text }: CaptionView): Utterance => {
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
  };

  const tell = (captions: readonly CaptionView[]): Utterance[] =>
    captions.flatMap((caption) => {
      if (!isNews(caption)) return [];
      ids.add(caption.id);
      return [utteranceOf(caption)];
    });

  /** What is not final yet, as it is: nothing more of it is to be written down. */
  const cut = (): Utterance[] => {
    const utterances = tell(unfinished);
    for (const { speaker_uuid, timestamp_ms } of utterances) told.add(momentOf(speaker_uuid, timestamp_ms));
    unfinished = [];
    return utterances;
  };

  return {
    read(captions: readonly CaptionView[], now_ms: number): Utterance[] {
      if (stretches.isOpen && !reported) began_ms ??= now_ms;
      const utterances = tell(
        captions.filter((caption) => caption.is_final && mayBeTold(caption, caption.start_ms + caption.duration_ms)),
      );
      if (!stretches.isOpen) {
        for (const { id } of captions) withheld.add(id);
        return [...utterances, ...cut()];
      }
      unfinished = captions.filter((caption) => !caption.is_final && mayBeTold(caption, now_ms));
      return utterances;
    },
    cut,
  };
};

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Remembers which text each message had last; forgets the oldest, as pages do too. */
const createTextMemory = (earlier: readonly Pick<ChatMessage, 'id' | 'text'>[]) => {
  const texts = new Map<string, string>();
  const isNews = ({ id, text }: Pick<ChatMessage, 'id' | 'text'>): boolean => {
    const digest = digestOf(text);
    if (texts.get(id) === digest) return false;
    texts.set(id, digest);
    const [oldest] = texts.keys();
    if (texts.size > mostRemembered && oldest !== undefined) texts.delete(oldest);
    return true;
  };
  for (const message of earlier) isNews(message);
  return isNews;
};

/** Platforms call a single reader by an id or a name of their own. */
const recipientOf = (to: string): ChatMessage['to'] =>
  (chatRecipients as readonly string[]).includes(to) ? to : 'specific_user';

/**
 * Each message once, and once more whenever its text was changed, also when an earlier worker has `reported` it. What
 * the bot writes itself is left out: whoever asked for it knows it, and whoever answers messages would answer their own.
 */
export const createChatReader = (
  { bot_id, bot_name }: Pick<CaptureAssignment, 'bot_id' | 'bot_name'>,
  roster: Pick<Roster, 'find'>,
  reported: readonly ChatMessage[] = [],
) => {
  const isNews = createTextMemory(reported);
  const self = new Set<string>();
  // What an earlier page of the bot wrote has its name, and comes from nobody who is in the meeting.
  const isOwn = ({ sender_id, sender_name }: MessageView): boolean =>
    self.has(sender_id) || (sender_name === bot_name && !roster.find(sender_id));

  return (messages: readonly MessageView[], participants: readonly ParticipantView[]): ChatMessage[] => {
    for (const { id, is_self } of participants) if (is_self) self.add(id);
    return messages
      .filter((message) => !isOwn(message))
      .map(({ id, sender_id, sender_name, to, timestamp_ms, edited_at_ms, text }) => ({
        id: stableId('chat_message', bot_id, timestamp_ms, id),
        text,
        timestamp: Math.floor(timestamp_ms / 1000),
        timestamp_ms: String(timestamp_ms),
        to: recipientOf(to),
        sender_name,
        sender_uuid: sender_id,
        sender_user_uuid: null,
        additional_data: edited_at_ms === null ? {} : { edited_at_ms },
      }))
      .filter(isNews);
  };
};
