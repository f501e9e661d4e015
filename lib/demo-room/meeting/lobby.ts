import type { HeldFor, Participant } from '../protocol.ts';

export interface LobbySettings {
  /** Nobody comes in before a host has. */
  readonly starts_with_host: boolean;
  /** Nobody but hosts comes in while the person with this name is not there. */
  readonly requires_user: string | undefined;
}

/** Those who have asked to join a meeting that they cannot be in yet. */
export const createLobby = ({ starts_with_host, requires_user }: LobbySettings) => {
  const held = new Map<string, { participant: Participant; reason: HeldFor }>();
  let isStarted = !starts_with_host;

  const reasonFor = ({ name, is_host }: Participant, present: readonly Participant[]): HeldFor | undefined => {
    if (is_host) return undefined;
    if (!isStarted) return 'not_started';
    if (requires_user === undefined || name === requires_user) return undefined;
    return present.some((other) => other.name === requires_user) ? undefined : 'authorized_user_absent';
  };

  return {
    reasonFor,
    hold: (participant: Participant, reason: HeldFor): void => {
      held.set(participant.participant_id, { participant, reason });
    },
    /** Somebody came in: who may come after them, and who is held for another reason from now on. */
    entered: (newcomer: Participant, present: readonly Participant[]) => {
      if (newcomer.is_host) isStarted = true;
      const released: Participant[] = [];
      const changed: { participant: Participant; reason: HeldFor }[] = [];
      for (const [id, { participant, reason }] of held) {
        const now = reasonFor(participant, present);
        if (now === reason) continue;
        if (now) changed.push({ participant, reason: now });
        else released.push(participant);
        if (now) held.set(id, { participant, reason: now });
        else held.delete(id);
      }
      return { released, changed };
    },
    forget: (id: string): boolean => held.delete(id),
    ids: (): string[] => [...held.keys()],
  };
};
