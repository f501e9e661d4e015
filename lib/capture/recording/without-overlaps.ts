/**
 * Which takes go into a recording, and how far. A worker that hands its bot over to another one records until the other
 * is certain to: for a moment there are two takes of the same time.
 */
import { timesOf } from './mp4/fragment.ts';
import { tracksOf } from './mp4/movie-index.ts';
import { readBeginning } from './mp4/read-beginning.ts';
import type { SegmentStore } from './segment-store.ts';
import type { StoredTake } from './stored-takes.ts';

/** Moments (Unix time) of the two kinds of media: a take's first sound and its first picture differ a little. */
interface Moments {
  readonly pictures_ms: number;
  readonly sound_ms: number;
}

/** A take, or the part of it that goes into the recording. */
export interface KeptTake extends StoredTake {
  /** From then on the take of another worker goes into it. */
  readonly until?: Moments;
  /** It begins where the one before it is cut off. */
  readonly goes_on?: boolean;
}

/** In seconds of the take; infinity for one that goes into the recording to its end. */
export const untilWhen = ({ until, start_timestamp_ms }: KeptTake, isVideo: boolean): number =>
  until ? ((isVideo ? until.pictures_ms : until.sound_ms) - start_timestamp_ms) / 1000 : Number.POSITIVE_INFINITY;

type Store = Pick<SegmentStore, 'get'>;

/** When the media of a segment begins and ends; undefined for one of which nothing can be read. */
const timesIn = async (store: Store, { start_timestamp_ms, init }: StoredTake, name: string) => {
  const tracks = tracksOf(init);
  const runs = (await readBeginning(store, name))?.runs.filter(({ sizes }) => sizes.length > 0) ?? [];
  const seen = runs.flatMap((run) => {
    const track = tracks.get(run.track);
    return track ? [{ isVideo: track.isVideo, ...timesOf(run, track.scale) }] : [];
  });
  if (seen.length === 0) return undefined;
  const firstOf = (some: typeof seen): number =>
    start_timestamp_ms + Math.min(...(some.length > 0 ? some : seen).map(({ start_s }) => start_s)) * 1000;
  return {
    first: {
      pictures_ms: firstOf(seen.filter(({ isVideo }) => isVideo)),
      sound_ms: firstOf(seen.filter(({ isVideo }) => !isVideo)),
    },
    end_ms: start_timestamp_ms + Math.max(...seen.map(({ end_s }) => end_s)) * 1000,
  };
};

const firstThat = async <T>(names: readonly string[], read: (name: string) => Promise<T | undefined>) => {
  for (const name of names) {
    const found = await read(name);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** All takes of one worker: when the first of them begins, and when the last of them ends. */
interface Worker {
  readonly attempt: number;
  readonly first: Moments;
  readonly end_ms: number;
}

const begins = ({ first }: Worker): number => Math.min(first.pictures_ms, first.sound_ms);

const workersOf = async (store: Store, takes: readonly StoredTake[]): Promise<Worker[]> => {
  const workers: Worker[] = [];
  for (const [attempt, own] of Map.groupBy(takes, (take) => take.attempt)) {
    const all = own.flatMap((take) => take.segments.map((name) => ({ take, name })));
    const placed = new Map(all.map(({ take, name }) => [name, take]));
    const read = async (name: string) => timesIn(store, placed.get(name) as StoredTake, name);
    const names = all.map(({ name }) => name);
    const [first, last] = [await firstThat(names, read), await firstThat(names.toReversed(), read)];
    if (first && last) workers.push({ attempt, first: first.first, end_ms: last.end_ms });
  }
  return workers.toSorted((one, other) => one.attempt - other.attempt);
};

/** What of each attempt's media goes into the recording; nothing of attempts that are not in it. */
export type Keeping = ReadonlyMap<number, { readonly until?: Moments; readonly goes_on: boolean }>;

/**
 * A worker that was there longer than the ones before it took its bot over from the first moment that it recorded: what they
 * recorded from then on is left out. One that was gone before they were never took over, and is left out itself.
 */
const keepingOf = (workers: readonly Worker[]): Keeping => {
  const kept: Worker[] = [];
  for (const worker of workers)
    if (!kept.some(({ end_ms }) => begins(worker) < end_ms && worker.end_ms <= end_ms)) kept.push(worker);
  return new Map(
    kept.map((worker, index) => {
      const [before, next] = [kept[index - 1], kept[index + 1]];
      const goes_on = before !== undefined && begins(worker) < before.end_ms;
      return [worker.attempt, { goes_on, ...(next && begins(next) < worker.end_ms && { until: next.first }) }];
    }),
  );
};

/** Decides how much of each take is kept; takes are given in their order. Reads nothing when one worker recorded them all. */
export const keepingAmong = async (store: Store, takes: readonly StoredTake[]): Promise<Keeping | undefined> =>
  new Set(takes.map(({ attempt }) => attempt)).size > 1 ? keepingOf(await workersOf(store, takes)) : undefined;

/** The takes that go into the recording, in their order. */
export const withoutOverlaps = (takes: readonly StoredTake[], keeping: Keeping | undefined): KeptTake[] => {
  if (!keeping) return [...takes];
  const seen = new Set<number>();
  return takes.flatMap((take) => {
    const own = keeping.get(take.attempt);
    const isFirst = !seen.has(take.attempt);
    seen.add(take.attempt);
    if (!own || (own.until && take.start_timestamp_ms >= Math.max(own.until.pictures_ms, own.until.sound_ms)))
      return [];
    return [{ ...take, goes_on: own.goes_on && isFirst, ...(own.until && { until: own.until }) }];
  });
};
