/** What a meeting left to be read, in the order in which it happened: what was said and written, and who came and went. */
import type { ChatMessage, ParticipantEvent, Utterance } from '../../../lib/client/generated.ts';

export interface Entry {
  readonly kind: 'said' | 'wrote' | 'came' | 'went';
  readonly timestamp_ms: number;
  readonly who: string;
  readonly text: string;
  /** Of what was written: to whom, where that is not everyone. */
  readonly to?: string;
}

interface Said extends Pick<Utterance, 'speaker_name' | 'timestamp_ms'> {
  readonly transcription: {
    readonly transcript: string;
    readonly error_code?: string | undefined;
    readonly error_message?: string | undefined;
  };
}

interface Left {
  readonly lines: readonly Said[];
  readonly chat?: readonly Pick<ChatMessage, 'sender_name' | 'text' | 'timestamp_ms' | 'to'>[];
  readonly events?: readonly Pick<ParticipantEvent, 'event_type' | 'participant_name' | 'timestamp_ms'>[];
}

/** What stands in the place of words that were not understood is why. */
const textOf = ({ transcription }: Said): string =>
  transcription.transcript ||
  `(${transcription.error_message ?? transcription.error_code ?? 'nothing was understood'})`;

/** As chats have it; bots see of what goes to one person only what goes to them. */
const readers: Readonly<Record<string, string>> = {
  specific_user: 'the bot alone',
  everyone_but_host: 'everyone but the host',
};

const moves = { join: 'came', leave: 'went' } as const;

export const entriesOf = ({ lines, chat = [], events = [] }: Left): Entry[] => {
  const said = lines.map(
    (line): Entry => ({
      ...{ kind: 'said', timestamp_ms: line.timestamp_ms },
      ...{ who: line.speaker_name, text: textOf(line) },
    }),
  );
  const wrote = chat.map(
    ({ sender_name: who, text, timestamp_ms, to }): Entry => ({
      ...{ kind: 'wrote', timestamp_ms: Number(timestamp_ms), who, text },
      ...(readers[to] && { to: readers[to] }),
    }),
  );
  const moved = events.flatMap(({ event_type, participant_name: who, timestamp_ms }): Entry[] => {
    if (event_type !== 'join' && event_type !== 'leave') return [];
    return [{ kind: moves[event_type], timestamp_ms, who, text: moves[event_type] }];
  });
  // Of one moment: whoever came, came before they spoke.
  return [...moved, ...said, ...wrote].sort((a, b) => a.timestamp_ms - b.timestamp_ms);
};
