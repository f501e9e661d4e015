/** When what is said is to be written down, and what of it falls into that time. Pure but for its memory. */
import type { SpokenSound } from '../../meeting/speech.ts';
import { partIn } from './parts.ts';

// A piece of speech lasts half a minute at most, and like a caption it comes soon after its end.
const rememberedMs = 120_000;
/** Nobody understands anything in less. */
export const shortestMs = 100;

/** Begins with a time in which nothing is to be written down. */
export const createTranscribedTime = () => {
  let spans: { readonly since_ms: number; until_ms?: number }[] = [];
  const open = () => spans.find(({ until_ms }) => until_ms === undefined);
  return {
    /** Whether what is said now is to be written down. */
    get isOpen(): boolean {
      return open() !== undefined;
    },
    /** `since_ms`: since when it is wanted, where that was before now; what was not wanted before stays so. */
    note(isWanted: boolean, now_ms: number, since_ms = now_ms): void {
      spans = spans.filter(({ until_ms = now_ms }) => now_ms - until_ms < rememberedMs);
      const last = open();
      if (isWanted && !last) spans.push({ since_ms: Math.max(since_ms, ...spans.map(({ until_ms = 0 }) => until_ms)) });
      if (!isWanted && last) last.until_ms = now_ms;
    },
    /** Whether all that was said from one moment to another may be written down. */
    hold: (from_ms: number, to_ms: number): boolean =>
      spans.some(({ since_ms, until_ms = to_ms }) => since_ms <= from_ms && to_ms <= until_ms),
    /** What of a sound may be written down: usually all of it. */
    partsOf: (sound: SpokenSound): SpokenSound[] =>
      spans.map((span) => partIn(sound, span)).filter(({ duration_ms }) => duration_ms >= shortestMs),
  };
};
export type TranscribedTime = ReturnType<typeof createTranscribedTime>;
