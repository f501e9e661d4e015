/** The index of one track of an MP4: when its packets are, how large and where. */
import { makeBox, words } from './boxes.ts';

/** Values of which many follow each other unchanged, as MP4 keeps them. */
const createRuns = () => {
  const runs: { count: number; value: number }[] = [];
  return {
    runs,
    add(value: number): void {
      const last = runs.at(-1);
      if (last?.value === value) last.count += 1;
      else runs.push({ count: 1, value });
    },
  };
};

const table = (type: string, entries: number, values: readonly number[]): Buffer =>
  makeBox(type, words([0, entries]), words(values));

export const createTrackTable = () => {
  const steps = createRuns();
  const chunkLengths: number[] = [];
  const chunkOffsets: number[] = [];
  const chunkEntries: number[] = [];
  const sizes: number[] = [];
  const keys: number[] = [];
  let first: number | undefined;
  let previous: number | undefined;
  let last_duration = 0;

  const offsetsBox = (base: number, isLarge: boolean): Buffer => {
    const bytes = Buffer.alloc(chunkOffsets.length * (isLarge ? 8 : 4));
    for (const [index, offset] of chunkOffsets.entries()) {
      if (isLarge) bytes.writeBigUInt64BE(BigInt(base + offset), index * 8);
      else bytes.writeUInt32BE(base + offset, index * 4);
    }
    return makeBox(isLarge ? 'co64' : 'stco', words([0, chunkOffsets.length]), bytes);
  };

  return {
    /** Packets follow that lie one after the other, from an offset on. `entry`: which sample entry they are decoded by, from 1. */
    beginChunk(offset: number, entry: number): void {
      chunkOffsets.push(offset);
      chunkEntries.push(entry);
      chunkLengths.push(0);
    },
    /** A packet with its time and duration in the track's time scale. */
    add(at: number, duration: number, size: number, isKey: boolean): void {
      first ??= at;
      if (previous !== undefined) steps.add(Math.max(0, at - previous));
      previous = Math.max(at, previous ?? at);
      last_duration = duration;
      sizes.push(size);
      if (isKey) keys.push(sizes.length);
      chunkLengths[chunkLengths.length - 1] = (chunkLengths.at(-1) ?? 0) + 1;
    },
    /** When the first packet is. */
    get start(): number {
      return first ?? 0;
    },
    /** When the last packet ends. */
    get end(): number {
      return (previous ?? 0) + last_duration;
    },
    /** The table's boxes, with media data that begins at `base`. */
    boxes(base: number, isLarge: boolean): Buffer[] {
      const durations = createRuns();
      for (const run of steps.runs) durations.runs.push({ ...run });
      if (sizes.length > 0) durations.add(last_duration);
      const lengths: number[] = [];
      for (const [index, length] of chunkLengths.entries())
        if (length !== chunkLengths[index - 1] || chunkEntries[index] !== chunkEntries[index - 1])
          lengths.push(index + 1, length, chunkEntries[index] ?? 1);
      const steady = durations.runs.flatMap(({ count, value }) => [count, value]);
      return [
        table('stts', durations.runs.length, steady),
        ...(keys.length < sizes.length ? [table('stss', keys.length, keys)] : []),
        table('stsc', lengths.length / 3, lengths),
        makeBox('stsz', words([0, 0, sizes.length]), words(sizes)),
        offsetsBox(base, isLarge),
      ];
    },
  };
};
export type TrackTable = ReturnType<typeof createTrackTable>;
