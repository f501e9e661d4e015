/** Everybody whom a session has seen in its meeting, as they were shown last, also after they have left. */
import type { Utterance } from '../../../domain/captured/captured.ts';
import { BoundedMap } from '../../../process/bounded.ts';
import type { ParticipantView } from '../../meeting/view.ts';

const mostPeople = 5_000;

/** What is written down of whoever said something. */
type Speaker = Pick<Utterance, 'speaker_uuid' | 'speaker_name' | 'speaker_user_uuid' | 'speaker_is_host'>;

export const createPeopleSeen = () => {
  const people = new BoundedMap<string, ParticipantView>(mostPeople);
  return {
    note(shown: readonly ParticipantView[]): void {
      for (const person of shown) people.set(person.id, person);
    },
    find: (id: string): ParticipantView | undefined => people.get(id),
    /** As whom somebody's words are written down; `unknown_as`: under which name where they were never seen. */
    speakerOf(id: string, unknown_as: string): Speaker {
      const seen = people.get(id);
      const person = seen?.is_self ? undefined : seen;
      return {
        speaker_name: person?.name ?? unknown_as,
        speaker_user_uuid: person?.user_uuid ?? null,
        speaker_is_host: person?.is_host ?? false,
        speaker_uuid: id,
      };
    },
  };
};
export type PeopleSeen = ReturnType<typeof createPeopleSeen>;
