/** Decides who starts and stops speaking. Pure. */
import type { SpeechChange } from '../../programs/protocol/speech.ts';
import { type Features, frameMs } from './features.ts';

// Steady noise stands about 3 dB above its own least moments.
const activeDb = 6.5;
const voicedDb = 5;
const voicedFrom = 0.55;
const memoryFrames = 12;
const voicedFrames = 5;
// A word may begin without a voice, such as with an "s", and breath comes before it.
const longestLeadMs = 300;
const leadGapMs = 60;
const offAfterMs = 600;
// Rustling and typing keep nobody speaking.
const voiceWithinMs = 1_000;

/**
 * A gate for one participant. Speech starts when a quarter of a second holds a tenth of a second of voice that stands
 * out, told with the moment at which the sound began, and stops after 600 ms without, told with the moment at which it
 * fell silent.
 */
export const createSpeechGate = () => {
  const voiced: boolean[] = [];
  let sound_since_ms: number | undefined;
  let sound_until_ms = Number.NEGATIVE_INFINITY;
  let voice_until_ms = Number.NEGATIVE_INFINITY;
  let speaking = false;

  const stop = (): SpeechChange | undefined => {
    voiced.length = 0;
    sound_since_ms = undefined;
    if (!speaking) return undefined;
    speaking = false;
    return { type: 'speech_stop', at_ms: sound_until_ms };
  };

  return {
    get speaking(): boolean {
      return speaking;
    },
    /** The last moment at which something was heard that may be speech. */
    get sound_until_ms(): number {
      return sound_until_ms;
    },
    /** Takes a frame that began at a moment; frames come in order of time. */
    measure({ lift_db, voicing }: Features, at_ms: number): SpeechChange | undefined {
      const isVoiced = lift_db >= voicedDb && voicing >= voicedFrom;
      if (isVoiced) voice_until_ms = at_ms + frameMs;
      if (isVoiced || lift_db >= activeDb) {
        if (!speaking && at_ms - sound_until_ms > leadGapMs) sound_since_ms = at_ms;
        sound_until_ms = at_ms + frameMs;
      }
      if (speaking) {
        const isOver = at_ms - sound_until_ms >= offAfterMs || at_ms - voice_until_ms >= voiceWithinMs;
        return isOver ? stop() : undefined;
      }
      voiced.push(isVoiced);
      if (voiced.length > memoryFrames) voiced.shift();
      if (voiced.filter(Boolean).length < voicedFrames) return undefined;
      speaking = true;
      const first_voiced_ms = at_ms - (voiced.length - 1 - voiced.indexOf(true)) * frameMs;
      const since_ms = Math.min(sound_since_ms ?? first_voiced_ms, first_voiced_ms);
      return { type: 'speech_start', at_ms: Math.max(since_ms, first_voiced_ms - longestLeadMs) };
    },
    /** Somebody else is heard from now on, or nobody: closes what is open, and what comes counts anew. */
    stop,
  };
};
