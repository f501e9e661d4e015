/** Who has another name or role by now: no event tells of it, but the list of participants is to know. */
import type { Identity } from '../../../domain/captured/captured.ts';
import type { ParticipantView } from '../../meeting/view.ts';

/** Pages redraw, and each change is a write. */
const settlesAfterMs = 5_000;

interface Shown {
  readonly view: ParticipantView;
  readonly since_ms: number;
  readonly isTold: boolean;
}

const isSame = (one: ParticipantView, other: ParticipantView): boolean =>
  one.name === other.name && one.is_host === other.is_host && one.user_uuid === other.user_uuid;

/** `known`: who was told of before. Answers at each look what has changed, and stayed so. */
export const createIdentities = (known: readonly ParticipantView[]) => {
  let shown = new Map(known.map((view): [string, Shown] => [view.id, { view, since_ms: 0, isTold: true }]));
  return (others: readonly ParticipantView[], now_ms: number): Identity[] => {
    const before = shown;
    shown = new Map();
    return others.flatMap((view) => {
      const earlier = before.get(view.id) ?? { view, since_ms: now_ms, isTold: true };
      const now = isSame(earlier.view, view) ? earlier : { view, since_ms: now_ms, isTold: false };
      const isDue = !now.isTold && now_ms - now.since_ms >= settlesAfterMs;
      shown.set(view.id, isDue ? { ...now, isTold: true } : now);
      if (!isDue) return [];
      return {
        participant_name: view.name,
        participant_uuid: view.id,
        participant_user_uuid: view.user_uuid,
        participant_is_host: view.is_host,
      };
    });
  };
};
