/** Which parts of the meeting's time a recording holds. Pure. */
import type { RecordingPart } from '../../domain/captured/recording.ts';

// Less than this between two segments is how they were cut.
const gapS = 0.5;

interface Part {
  readonly start_ms: number;
  /** Where it is in the file. */
  readonly at_s: number;
  end_s: number;
}

/**
 * Lays segments one behind the other, whatever is between them in time cut out. `place` answers how much later in the
 * file than in its take the segment is, given the take's start and the segment's times within it.
 */
export const createParts = () => {
  const parts: Part[] = [];
  let take: { start_ms: number; end_s: number; shift_s: number } | undefined;
  let file_s = 0;

  return {
    /** Another take begins, at a Unix time. `goesOn`: without a gap, where the one before it is cut off. */
    beginTake(start_ms: number, goesOn = false): void {
      const later_s = goesOn && take ? (start_ms - take.start_ms) / 1000 : undefined;
      take =
        take && later_s !== undefined
          ? { start_ms, end_s: take.end_s - later_s, shift_s: take.shift_s + later_s }
          : { start_ms, end_s: Number.NEGATIVE_INFINITY, shift_s: 0 };
    },
    place(start_s: number, end_s: number): number {
      if (!take) throw new Error('a segment belongs to a take');
      if (start_s - take.end_s > gapS) {
        take.shift_s = file_s - start_s;
        parts.push({ start_ms: take.start_ms + start_s * 1000, at_s: file_s, end_s: file_s });
      }
      take.end_s = Math.max(take.end_s, end_s);
      file_s = Math.max(file_s, end_s + take.shift_s);
      const part = parts.at(-1);
      if (part) part.end_s = file_s;
      return take.shift_s;
    },
    get duration_ms(): number {
      return Math.round(file_s * 1000);
    },
    /** The parts in order; the gaps between them are what was paused or lost. */
    get parts(): RecordingPart[] {
      return parts.map(({ start_ms, at_s, end_s }) => ({
        start_timestamp_ms: Math.round(start_ms),
        duration_ms: Math.round(end_s * 1000) - Math.round(at_s * 1000),
      }));
    },
  };
};
