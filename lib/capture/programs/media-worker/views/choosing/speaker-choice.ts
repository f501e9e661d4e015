/** Decides who is shown large, from who starts and stops speaking. Pure. */

import type { SpeechChange } from '../../../protocol/speech.ts';

/** For how long somebody has said nothing, in ms. */
export type SilenceOf = (participant_id: string, now_ms: number) => number;

// A "mhm" is shorter, and half a second has not passed yet.
const turnAfterMs = 350;
// Somebody who pauses for so long may have finished; that they have is only told later.
const pauseMs = 300;
// Two people who talk at once: the one who had the floor keeps it for so long.
const interruptsAfterMs = 4_000;

/**
 * Follows the conversation: whoever speaks alone is chosen within half a second; in silence the last one stays; whoever
 * speaks goes on being chosen while others throw in a word, and loses the floor to somebody who talks over them for long.
 */
export const createSpeakerChoice = () => {
  /** Those who speak, and since when. */
  const speaking = new Map<string, number>();
  let recent: string[] = [];
  let chosen: string | undefined;
  let chosen_at_ms = Number.NEGATIVE_INFINITY;

  const take = (id: string, now_ms: number): void => {
    chosen = id;
    chosen_at_ms = now_ms;
    recent = [id, ...recent.filter((other) => other !== id)];
  };

  return {
    /** Moments are by the clock that `choose` is asked with. */
    hear(id: string, { type, at_ms }: SpeechChange): void {
      if (type === 'speech_stop') {
        speaking.delete(id);
        return;
      }
      if (!speaking.has(id)) speaking.set(id, at_ms);
    },
    leave(id: string): void {
      speaking.delete(id);
      recent = recent.filter((other) => other !== id);
      if (chosen === id) chosen = undefined;
    },
    isSpeaking: (id: string): boolean => speaking.has(id),
    /** Who spoke, the last one first. */
    get recent(): readonly string[] {
      return recent;
    },
    get speaking(): ReadonlySet<string> {
      return new Set(speaking.keys());
    },
    /**
     * Who is to be shown large; undefined as long as nobody has spoken. `silenceOf` tells of pauses, which are
     * known sooner than that somebody has stopped.
     */
    choose(now_ms: number, silenceOf: SilenceOf = () => 0): string | undefined {
      const isHeard = (id: string): boolean => silenceOf(id, now_ms) < pauseMs;
      const others = [...speaking]
        .filter(([id]) => id !== chosen && isHeard(id))
        .sort(([, one], [, other]) => one - other);
      const hasFloor = chosen !== undefined && speaking.has(chosen) && isHeard(chosen);
      const next = others.find(([, since_ms]) => {
        if (chosen === undefined) return true;
        const for_ms = now_ms - since_ms;
        // Somebody who was talked over for long has been heard; only who begins anew gets the floor back.
        return hasFloor ? since_ms > chosen_at_ms && for_ms >= interruptsAfterMs : for_ms >= turnAfterMs;
      });
      if (next) take(next[0], now_ms);
      return chosen;
    },
  };
};
