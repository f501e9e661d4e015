/** What is heard in the meeting: gives each piece of speech its speaker, and has it transcribed. */
import { randomBytes } from 'node:crypto';
import { sortableId } from '../../../domain/ids.ts';
import type { HeardSpeech } from '../../../domain/transcription/speech.ts';
import type { SpeechOrder } from '../../../domain/transcription/transcription-settings.ts';
import type { ParticipantView } from '../../meeting/view.ts';
import type { PieceKeeper } from './piece-keeper.ts';
import type { Sound, Stretches } from './stretches.ts';

/** What somebody said in one go, as the page hands it over; nobody, when it is not known who. */
export interface HeardPiece extends Sound {
  readonly participant_id: string | null;
}

export interface Hearing {
  /** Who is there now; and, while anything is to be written down, who makes text of what is said. */
  look(participants: readonly ParticipantView[], order?: SpeechOrder): void;
  hear(piece: HeardPiece): void;
}

const mostPeople = 5_000;
const unknown = 'unknown';

/**
 * Lives as long as the session. A piece has the name that its speaker had when last seen, also when they have left since;
 * of somebody who was never seen there is no name. Of what was said around a pause only the part that may be written
 * down is kept. The bot itself is never heard.
 */
export const createHearing = (
  keeper: Pick<PieceKeeper, 'keep'> | undefined,
  stretches: Pick<Stretches, 'partsOf'>,
): Hearing => {
  const people = new Map<string, ParticipantView>();
  let ordered: SpeechOrder | undefined;

  const speakerOf = (id: string | null) => {
    const person = id === null ? undefined : people.get(id);
    return {
      speaker_name: person?.name ?? unknown,
      speaker_uuid: id ?? unknown,
      speaker_user_uuid: null,
      speaker_is_host: person?.is_host ?? false,
    };
  };

  const pieceOf = (
    id: string | null,
    { start_timestamp_ms, duration_ms, sample_rate }: Sound,
    order: SpeechOrder,
  ): HeardSpeech => {
    const timestamp_ms = Math.round(start_timestamp_ms);
    return {
      piece_id: sortableId(new Date(timestamp_ms), randomBytes(10)),
      sample_rate,
      ...order,
      ...speakerOf(id),
      timestamp_ms,
      duration_ms: Math.round(duration_ms),
    };
  };

  return {
    look(participants, order) {
      for (const person of participants) {
        // Those seen last are at the end.
        people.delete(person.id);
        people.set(person.id, person);
      }
      for (const id of people.keys()) {
        if (people.size <= mostPeople) break;
        people.delete(id);
      }
      if (order) ordered = order;
    },
    hear({ participant_id, ...sound }) {
      if (!ordered || (participant_id !== null && people.get(participant_id)?.is_self)) return;
      for (const part of stretches.partsOf(sound)) keeper?.keep(pieceOf(participant_id, part, ordered), part.pcm);
    },
  };
};
