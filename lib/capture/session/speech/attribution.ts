/** Gives each piece of speech its speaker, and has it transcribed. */
import { randomBytes } from 'node:crypto';
import { sortableId } from '../../../domain/ids.ts';
import type { HeardSpeech } from '../../../domain/transcription/speech.ts';
import type { SpeechOrder } from '../../../domain/transcription/transcription-settings.ts';
import type { AttributedSound, SpokenSound } from '../../meeting/speech.ts';
import type { PeopleSeen } from '../people/people-seen.ts';
import type { PieceKeeper } from './piece-keeper.ts';
import { createSpeechOrders } from './speech-orders.ts';
import type { TranscribedTime } from './transcribed-time.ts';

export interface SpeechAttribution {
  /** While anything is to be written down: who makes text of what is said. */
  look(order: SpeechOrder | undefined, now_ms: number): void;
  /** Takes what somebody said. */
  take(sound: AttributedSound): void;
}

const unknown = 'unknown';

/** Under which id it is written down who said something. */
export const speakerUuidOf = (participant_id: string | null): string => participant_id ?? unknown;

/**
 * Lives as long as the session. A piece carries the name that its speaker had when last seen, also after they have left;
 * a speaker who was never seen has no name. Of a piece that reaches into a pause, the part outside of it is kept; one in which
 * another order began to count is cut there. What the bot itself says is left out.
 */
export const createSpeechAttribution = (
  keeper: Pick<PieceKeeper, 'keep'> | undefined,
  time: Pick<TranscribedTime, 'partsOf'>,
  people: Pick<PeopleSeen, 'find' | 'speakerOf'>,
): SpeechAttribution => {
  const orders = createSpeechOrders();

  const pieceOf = (
    id: string | null,
    { start_timestamp_ms, duration_ms, sample_rate }: SpokenSound,
    order: SpeechOrder,
  ): HeardSpeech => {
    const timestamp_ms = Math.round(start_timestamp_ms);
    return {
      piece_id: sortableId(new Date(timestamp_ms), randomBytes(10)),
      sample_rate,
      ...order,
      ...people.speakerOf(speakerUuidOf(id), unknown),
      timestamp_ms,
      duration_ms: Math.round(duration_ms),
    };
  };

  return {
    look: (order, now_ms) => orders.note(order, now_ms),
    take({ participant_id, ...sound }) {
      if (participant_id !== null && people.find(participant_id)?.is_self) return;
      for (const { order, part } of time.partsOf(sound).flatMap(orders.partsOf))
        keeper?.keep(pieceOf(participant_id, part, order), part.pcm);
    },
  };
};
