/** Holds back the sound of a line that several people share until it is known whose it is. Pure. */
import type { SpanClock, SpeakerSpan } from '../../programs/protocol/speech.ts';
import type { Sound } from '../sound.ts';

// The page says twenty times a second whose a line is; on a busy machine, or where it says so only when it is certain, it may be
// late by so much.
const patienceMs = 2_500;
/** Where it is told in time, what is held when the line ends is not older. */
const inTimeMs = 700;
const mostSpans = 1_000;

export interface SharedLine {
  take(sound: Sound): void;
  /** Whose the line was, by the worker's clock. */
  know(spans: readonly SpeakerSpan[]): void;
  /** Waits no longer for whose the sound is that is held. */
  flush(): void;
}

/**
 * `hear` gets every block in order, with its speaker. A block whose speaker is not told in time is nobody's: meanwhile the line may
 * have been handed on. What is held when the line is flushed goes to the last one, where the moments are those of playing and were
 * told in time.
 */
export const createSharedLine = (by: SpanClock, hear: (sound: Sound, speaker: string | null) => void): SharedLine => {
  const held: Sound[] = [];
  const spans: SpeakerSpan[] = [];
  let known_until_ms = Number.NEGATIVE_INFINITY;
  /** Of all sound that has come, held or not. */
  let newest_ms = Number.NEGATIVE_INFINITY;
  let speaker: string | null = null;

  const speakerAt = (at_ms: number): string | null => {
    for (let [span] = spans; span; [span] = spans) {
      speaker = span.speaker;
      if (span.until_ms >= at_ms) break;
      spans.shift();
    }
    return speaker;
  };

  const momentOf = ({ at_ms, given_ms }: Sound): number => (by === 'played' ? given_ms : at_ms);

  /** `staysTheirs`: beyond what was told the line is its last speaker's. */
  const giveUntil = (until_ms: number, staysTheirs = false): void => {
    for (let [sound] = held; sound && momentOf(sound) <= until_ms; [sound] = held) {
      held.shift();
      const at_ms = momentOf(sound);
      hear(sound, at_ms <= known_until_ms || staysTheirs ? speakerAt(at_ms) : null);
    }
  };

  return {
    take(sound) {
      // The next block lies in the same memory.
      held.push({ ...sound, samples: sound.samples.slice() });
      newest_ms = Math.max(newest_ms, momentOf(sound));
      giveUntil(Math.max(known_until_ms, momentOf(sound) - patienceMs));
    },
    know(told) {
      spans.push(...told);
      spans.splice(0, spans.length - mostSpans);
      known_until_ms = Math.max(known_until_ms, ...told.map(({ until_ms }) => until_ms));
      giveUntil(known_until_ms);
    },
    flush() {
      const isToldInTime = by === 'played' && newest_ms - known_until_ms <= inTimeMs;
      giveUntil(Number.POSITIVE_INFINITY, isToldInTime);
    },
  };
};
