import { isDeepStrictEqual } from 'node:util';
import { arrivalOf, attendanceAfter } from '../../domain/captured/attendance.ts';
import type { Identity, Participant, ParticipantEvent } from '../../domain/captured/captured.ts';
import { BoundedMap } from '../../process/bounded.ts';
import type { ParticipantRepository } from '../../storage/bots/participants.ts';
import type { BotRef } from '../../storage/keys.ts';

export interface KeepParticipantsPorts {
  readonly participants: Pick<ParticipantRepository, 'list' | 'save'>;
}

const mostRemembered = 10_000;

const isGone = ({ is_present }: Participant): boolean => !is_present;

/**
 * Keeps the list of a bot's participants, by one write for each arrival and departure, and for each other name or role that
 * somebody has: so nobody has to read all events to know who is there. There is one for each worker, which remembers the
 * stored list. Of those who left it remembers the last ten thousand: whoever left before them and comes back counts as
 * somebody new. Safe to repeat.
 */
export const createKeepParticipants = ({ participants }: KeepParticipantsPorts, ref: BotRef) => {
  let known: Map<string, Participant> | undefined;

  const load = async (): Promise<Map<string, Participant>> => {
    const stored = new BoundedMap<string, Participant>(mostRemembered, isGone);
    for (const { value } of await participants.list(ref)) stored.set(value.participant_uuid, value);
    return stored;
  };

  return async (events: readonly ParticipantEvent[], identities: readonly Identity[] = []): Promise<void> => {
    if (
      !known &&
      identities.length === 0 &&
      events.every(({ event_type }) => event_type !== 'join' && event_type !== 'leave')
    )
      return;
    known ??= await load();
    const stored = known;
    const changed = new Map<string, Participant>();
    const change = (id: string, make: (before: Participant | undefined) => Participant | undefined): void => {
      const before = changed.get(id) ?? stored.get(id);
      const after = make(before);
      if (after && !isDeepStrictEqual(after, before)) changed.set(id, after);
    };
    for (const event of events) change(event.participant_uuid, (before) => attendanceAfter(before, event));
    for (const identity of identities)
      change(identity.participant_uuid, (before) => before && { ...before, ...identity });
    await participants.save(
      ref,
      [...changed.values()].map((value) => ({ position: arrivalOf(value), value })),
    );
    for (const [id, participant] of changed) stored.set(id, participant);
  };
};
