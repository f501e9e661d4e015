/** Parts of a sound, by time. */
import type { SpokenSound } from '../../meeting/speech.ts';

export interface Span {
  readonly since_ms: number;
  /** Absent while it lasts. */
  readonly until_ms?: number;
}

const bytesPerSample = 2;

const endOf = ({ start_timestamp_ms, duration_ms }: SpokenSound): number => start_timestamp_ms + duration_ms;

/** The part that falls into a span. Its duration is not above zero where there is none. */
export const partIn = (sound: SpokenSound, { since_ms, until_ms = Number.POSITIVE_INFINITY }: Span): SpokenSound => {
  const { start_timestamp_ms: start_ms, sample_rate, pcm } = sound;
  const from_ms = Math.max(start_ms, since_ms);
  const to_ms = Math.min(endOf(sound), until_ms);
  const byteAt = (at_ms: number): number => Math.round(((at_ms - start_ms) * sample_rate) / 1000) * bytesPerSample;
  return {
    start_timestamp_ms: from_ms,
    duration_ms: to_ms - from_ms,
    sample_rate,
    pcm: to_ms > from_ms ? pcm.subarray(byteAt(from_ms), byteAt(to_ms)) : pcm.subarray(0, 0),
  };
};

/** The parts that fall into none of the spans. */
export const partsOutside = (sound: SpokenSound, spans: readonly Required<Span>[]): SpokenSound[] => {
  const parts: SpokenSound[] = [];
  let since_ms = sound.start_timestamp_ms;
  for (const span of spans.toSorted((one, other) => one.since_ms - other.since_ms)) {
    parts.push(partIn(sound, { since_ms, until_ms: span.since_ms }));
    since_ms = Math.max(since_ms, span.until_ms);
  }
  return [...parts, partIn(sound, { since_ms })].filter(({ duration_ms }) => duration_ms > 0);
};
