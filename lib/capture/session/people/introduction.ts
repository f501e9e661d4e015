/** Tells as which participant the bot is in the meeting. */
import type { ParticipantView } from '../../meeting/view.ts';

const againAfterMs = 5_000;

export type Introduction = (participants: readonly ParticipantView[], now_ms: number) => void;

/** Tells the bot's id once, and again when a meeting gives it another one. Tries again when that failed. Never fails. */
export const createIntroduction = (present: (participantId: string) => Promise<void>): Introduction => {
  let told = '';
  let tried_ms = Number.NEGATIVE_INFINITY;
  return (participants, now_ms) => {
    const id = participants.find(({ is_self }) => is_self)?.id;
    if (!id || id === told || now_ms - tried_ms < againAfterMs) return;
    tried_ms = now_ms;
    present(id).then(
      () => {
        told = id;
      },
      () => undefined,
    );
  };
};
