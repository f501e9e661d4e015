/** Tells the others in a meeting from the bot, and from what an earlier page of the bot has left behind there. */
import type { ParticipantView, SpeechView } from '../../meeting/view.ts';

// Platforms keep somebody whose connection broke for a few seconds up to a minute.
const doubtedForMs = 120_000;

/**
 * A page that broke, or a worker that was killed, stays in the meeting as a silent participant for a while. Known by
 * its id when this session opened the page. After another worker (`isRejoin`) it is somebody nobody has heard of under
 * the bot's own name: such a person is told once they speak or have stayed for longer than any ghost.
 */
export const createGhostWatch = (bot_name: string, isRejoin: boolean) => {
  const own = new Set<string>();
  const doubted = new Map<string, number>();

  const isDoubtful = ({ id, name, is_host }: ParticipantView, now_ms: number): boolean => {
    if (!isRejoin || is_host || name.trim() !== bot_name.trim()) return false;
    const since_ms = doubted.get(id) ?? now_ms;
    doubted.set(id, since_ms);
    return now_ms - since_ms < doubtedForMs;
  };

  return {
    /** Those shown who are other people. `isKnown` tells who was reported before. */
    others(
      shown: readonly ParticipantView[],
      speech: readonly SpeechView[],
      isKnown: (id: string) => boolean,
      now_ms: number,
    ): ParticipantView[] {
      for (const { id, is_self } of shown) if (is_self) own.add(id);
      for (const { participant_id } of speech)
        if (doubted.has(participant_id)) doubted.set(participant_id, Number.NEGATIVE_INFINITY);
      return shown.filter((view) => {
        if (view.id === '' || own.has(view.id)) return false;
        return isKnown(view.id) || !isDoubtful(view, now_ms);
      });
    },
  };
};
