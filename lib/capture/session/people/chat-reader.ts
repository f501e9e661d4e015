/** Makes chat messages of what a meeting shows of its chat. Pure but for its memory. */
import { createHash } from 'node:crypto';
import { chatRecipients } from '../../../domain/bot/settings.ts';
import type { ChatMessage } from '../../../domain/captured/captured.ts';
import { BoundedMap } from '../../../process/bounded.ts';
import type { MessageView, ParticipantView } from '../../meeting/view.ts';
import type { CaptureAssignment } from '../ports.ts';
import { createOwnNames } from './own-names.ts';
import type { PeopleSeen } from './people-seen.ts';
import type { Roster } from './roster.ts';
import { stableId } from './stable-id.ts';

const mostRemembered = 10_000;

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Remembers which text each message had last; forgets the oldest, as pages do too. */
const createTextMemory = (earlier: readonly Pick<ChatMessage, 'id' | 'text'>[]) => {
  const texts = new BoundedMap<string, string>(mostRemembered);
  const isNews = ({ id, text }: Pick<ChatMessage, 'id' | 'text'>): boolean => {
    const digest = digestOf(text);
    if (texts.get(id) === digest) return false;
    texts.set(id, digest);
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
  { bot_id, bot_name, participant_id }: Pick<CaptureAssignment, 'bot_id' | 'bot_name' | 'participant_id'>,
  { roster, people }: { readonly roster: Pick<Roster, 'find'>; readonly people: Pick<PeopleSeen, 'find'> },
  reported: readonly ChatMessage[] = [],
) => {
  const isNews = createTextMemory(reported);
  const self = new Set(participant_id === undefined ? [] : [participant_id]);
  const names = createOwnNames(bot_name);
  /** The texts that the last look showed, by moment and id: few looks show others. */
  let shown: ReadonlyMap<string, string> = new Map();
  // What the bot wrote before it joined anew has a name of its own, and comes from nobody who is in the meeting.
  const isOwn = ({ sender_id, sender_name }: MessageView): boolean =>
    self.has(sender_id) || (names.has(sender_name) && !roster.find(sender_id));

  return (messages: readonly MessageView[], participants: readonly ParticipantView[]): ChatMessage[] => {
    names.hear(participants);
    for (const { id, is_self } of participants) if (is_self) self.add(id);
    const others = messages.filter((message) => !isOwn(message));
    const keyOf = ({ timestamp_ms, id }: MessageView): string => `${timestamp_ms} ${id}`;
    const before = shown;
    shown = new Map(others.map((message) => [keyOf(message), message.text]));
    return others
      .filter((message) => before.get(keyOf(message)) !== message.text)
      .map(({ id, sender_id, sender_name, to, timestamp_ms, edited_at_ms, text }) => ({
        id: stableId('chat_message', bot_id, timestamp_ms, id),
        text,
        timestamp: Math.floor(timestamp_ms / 1000),
        timestamp_ms: String(timestamp_ms),
        to: recipientOf(to),
        sender_name,
        sender_uuid: sender_id,
        sender_user_uuid: people.find(sender_id)?.user_uuid ?? null,
        additional_data: edited_at_ms === null ? {} : { edited_at_ms },
      }))
      .filter(isNews);
  };
};
