/** Who is in a streamed meeting: those whose coming is told, and those of whom anything comes. Pure but for its memory. */
import { BoundedMap } from '../../process/bounded.ts';
import type { ParticipantView } from '../meeting/view.ts';
import { mostPeople } from '../meeting/view-limits.ts';

/** What somebody said last may come after they have left. */
const lateMs = 5_000;

export interface StreamPerson {
  readonly id: string;
  readonly name: string;
}

export const createStreamPeople = () => {
  const present = new BoundedMap<string, ParticipantView>(mostPeople);
  const left_ms = new BoundedMap<string, number>(mostPeople);

  const arrive = ({ id, name }: StreamPerson, at_ms: number): void => {
    const known = present.get(id);
    // Some events tell no names; whoever has none yet will be told of by another.
    if (name === '' || known?.name === name) return;
    const arrived = { id, user_uuid: null, is_host: false, is_self: false, joined_at_ms: at_ms };
    present.set(id, { ...arrived, has_camera: false, is_sharing: false, ...known, name });
  };
  const change = (id: string, changes: Partial<Pick<ParticipantView, 'has_camera' | 'is_sharing'>>): void => {
    const known = present.get(id);
    if (known) present.set(id, { ...known, ...changes });
  };

  return {
    get all(): ParticipantView[] {
      return [...present.values()];
    },
    join(person: StreamPerson, at_ms: number): void {
      left_ms.delete(person.id);
      arrive(person, at_ms);
    },
    /** Something of theirs has come: a stream that is joined late does not tell of those who are there. */
    sense(person: StreamPerson, at_ms: number): void {
      const left = left_ms.get(person.id);
      if (left === undefined || at_ms > left + lateMs) arrive(person, at_ms);
    },
    leave(id: string, at_ms: number): void {
      present.delete(id);
      left_ms.set(id, at_ms);
    },
    change,
    clear: () => present.clear(),
  };
};
