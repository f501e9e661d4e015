/** When what is said is to be written down, and what of it falls into that time. Pure but for its memory. */
import type { SpokenSound } from '../../meeting/speech.ts';

interface Span {
  readonly since_ms: number;
  /** Absent while it lasts. */
  until_ms?: number;
}

// A piece of speech lasts half a minute at most, and like a caption it comes soon after its end.
const rememberedMs = 120_000;
/** Nobody understands anything in less. */
const shortestMs = 100;
const bytesPerSample = 2;

const partIn = (
  { start_timestamp_ms: start_ms, duration_ms, sample_rate, pcm }: SpokenSound,
  { since_ms, until_ms }: Span,
): SpokenSound => {
  const from_ms = Math.max(start_ms, since_ms);
  const to_ms = Math.min(start_ms + duration_ms, until_ms ?? Number.POSITIVE_INFINITY);
  const byteAt = (at_ms: number): number => Math.round(((at_ms - start_ms) * sample_rate) / 1000) * bytesPerSample;
  return {
    start_timestamp_ms: from_ms,
    duration_ms: to_ms - from_ms,
    sample_rate,
    pcm: to_ms > from_ms ? pcm.subarray(byteAt(from_ms), byteAt(to_ms)) : pcm.subarray(0, 0),
  };
};

/** Begins with a time in which nothing is to be written down. */
export const createTranscribedTime = () => {
  let spans: Span[] = [];
  const open = (): Span | undefined => spans.find(({ until_ms }) => until_ms === undefined);
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
