/** What the beginning of a segment tells of its packets, so that they need not be looked at one by one. */
import { type Box, boxesIn, pictureEntry } from './boxes.ts';

/** Packets of one track that lie one after the other. */
export interface Run {
  readonly track: number;
  /** When the first packet is to be shown, in the time scale of its track. */
  readonly start: number;
  /** Where the first packet begins, from the beginning of the media data. */
  readonly offset: number;
  readonly sizes: readonly number[];
  readonly durations: readonly number[];
  readonly keys: readonly boolean[];
  /** The sample entry that they are decoded by, where it is not that of their take. */
  readonly entry?: Buffer | undefined;
}

export interface Fragment {
  readonly runs: readonly Run[];
  /** Where the media data begins in the segment, and how long it is. */
  readonly data_start: number;
  readonly data_bytes: number;
}

const isNotKey = (flags: number): boolean => (flags & 0x1_0000) !== 0;

/** The defaults of a track fragment header, for all that a run leaves out (ISO 14496-12, 8.8.7). */
const defaultsOf = ({ content }: Box) => {
  const flags = content.readUInt32BE(0) & 0xff_ffff;
  let at = 8 + (flags & 0x1 ? 8 : 0) + (flags & 0x2 ? 4 : 0);
  const next = (bit: number): number => {
    if (!(flags & bit)) return 0;
    at += 4;
    return content.readUInt32BE(at - 4);
  };
  return { track: content.readUInt32BE(4), duration: next(0x8), size: next(0x10), flags: next(0x20) };
};

const startOf = ({ content }: Box): number =>
  content[0] === 1 ? Number(content.readBigUInt64BE(4)) : content.readUInt32BE(4);

/** A run of packets (8.8.8). Live encoders put pictures in the order in which they are shown. */
const runOf = ({ content }: Box, defaults: ReturnType<typeof defaultsOf>, start: number, data_start: number): Run => {
  const flags = content.readUInt32BE(0) & 0xff_ffff;
  const count = content.readUInt32BE(4);
  let at = 8;
  const next = (bit: number): number | undefined => {
    if (!(flags & bit)) return undefined;
    at += 4;
    return content.readUInt32BE(at - 4);
  };
  const offset = (next(0x1) ?? 0) - data_start;
  const firstFlags = next(0x4);
  const [sizes, durations, keys]: [number[], number[], boolean[]] = [[], [], []];
  for (let index = 0; index < count; index += 1) {
    durations.push(next(0x100) ?? defaults.duration);
    sizes.push(next(0x200) ?? defaults.size);
    const own = next(0x400) ?? (index === 0 ? firstFlags : undefined);
    keys.push(!isNotKey(own ?? defaults.flags));
    next(0x800);
  }
  return { track: defaults.track, start, offset, sizes, durations, keys };
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** From when to when a run is to be shown, given its track's time scale. */
export const timesOf = ({ start, durations }: Run, scale: number) => ({
  start_s: start / scale,
  end_s: (start + sum(durations)) / scale,
});

/** A run without the packets of which the greater part is to be shown at or after a moment, in the scale of its track. */
export const runUntil = (run: Run, until: number): Run => {
  if (until === Number.POSITIVE_INFINITY) return run;
  let at = run.start;
  let count = 0;
  for (const duration of run.durations) {
    if (at + duration / 2 > until) break;
    at += duration;
    count += 1;
  }
  const first = <T>(values: readonly T[]): readonly T[] => values.slice(0, count);
  return { ...run, sizes: first(run.sizes), durations: first(run.durations), keys: first(run.keys) };
};

/** The runs of a segment of one `moof` and one `mdat`; undefined when what is given of it is too short to tell. */
export const fragmentOf = (beginning: Uint8Array): Fragment | undefined => {
  const [moof, mdat] = boxesIn(beginning);
  if (moof?.type !== 'moof' || mdat?.type !== 'mdat') return undefined;
  const data_start = mdat.content.byteOffset - beginning.byteOffset;
  const end = moof.size + mdat.size;
  const runs: Run[] = [];
  for (const track of boxesIn(moof.content).filter(({ type }) => type === 'traf')) {
    const boxes = boxesIn(track.content);
    const [tfhd, tfdt, entry] = ['tfhd', 'tfdt', pictureEntry].map((type) => boxes.find((box) => box.type === type));
    if (!tfhd || !tfdt) return undefined;
    const defaults = defaultsOf(tfhd);
    let start = startOf(tfdt);
    for (const box of boxes.filter(({ type }) => type === 'trun')) {
      const run = runOf(box, defaults, start, data_start);
      runs.push(entry ? { ...run, entry: entry.bytes } : run);
      start += sum(run.durations);
    }
  }
  return { runs, data_start, data_bytes: end - data_start };
};

/** The runs that were recorded at the same time: of a segment that is merged of several, each of these by itself. */
export const asRecorded = (runs: readonly Run[]): Run[][] => {
  const groups: Run[][] = [];
  for (const run of runs) {
    const last = groups.at(-1);
    if (!last || last.some(({ track }) => track === run.track)) groups.push([run]);
    else last.push(run);
  }
  return groups;
};
