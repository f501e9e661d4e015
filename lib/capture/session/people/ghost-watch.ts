/** Tells the other people in a meeting from the bot, and from the ghosts that its lost connections leave there. */
import type { ParticipantView, SpeechView } from '../../meeting/view.ts';
import { createOwnNames } from './own-names.ts';

// Platforms keep somebody whose connection broke for a few seconds up to a minute.
const doubtedForMs = 120_000;

/**
 * When a page broke or a worker was killed, the bot stays listed in the meeting as a silent participant for a while: a
 * ghost. One of this session, and the last one of the workers before (`participant_id`), is known by its id, where people keep
 * theirs. Others are not, nor is any where ids follow from who else is there. So after a meeting was joined anew (`isRejoin`)
 * anybody who has a name of the bot's own and was not reported before may be one; so may be the worker that is to relieve this
 * one. Such a person is told as a participant once they speak, or have stayed for longer than any ghost.
 */
export const createGhostWatch = (bot_name: string, isRejoin: () => boolean, participant_id?: string) => {
  const own = new Set(participant_id === undefined ? [] : [participant_id]);
  const names = createOwnNames(bot_name);
  let isHost = false;
  const doubted = new Map<string, number>();

  const isDoubtful = ({ id, name, is_host }: ParticipantView, now_ms: number): boolean => {
    // Whoever may end the meeting is the bot only where that may.
    if (!isRejoin() || (is_host && !isHost) || !names.has(name)) return false;
    const since_ms = doubted.get(id) ?? now_ms;
    doubted.set(id, since_ms);
    return now_ms - since_ms < doubtedForMs;
  };

  return {
    /** Those among the people shown who are neither the bot nor a ghost. `isKnown` tells who was reported before. */
    others(
      shown: readonly ParticipantView[],
      speech: readonly SpeechView[],
      isKnown: (id: string) => boolean,
      now_ms: number,
    ): ParticipantView[] {
      names.hear(shown);
      for (const { id, is_self, is_host } of shown) {
        if (!is_self) continue;
        own.add(id);
        isHost ||= is_host;
      }
      for (const { participant_id } of speech)
        if (doubted.has(participant_id)) doubted.set(participant_id, Number.NEGATIVE_INFINITY);
      return shown.filter((view) => {
        if (view.id === '' || own.has(view.id)) return false;
        return isKnown(view.id) || !isDoubtful(view, now_ms);
      });
    },
  };
};
