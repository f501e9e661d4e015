/** Where the parts of a recording lie in the store of a bot. */
const byNumbers = new Intl.Collator('en', { numeric: true });
const padded = (value: number, digits: number): string => String(value).padStart(digits, '0');

/**
 * A take's name: the attempt of the capture task, and which take it is within that. Numbers in it sort in order
 * of time.
 */
export const takeName = (attempt: number, count: number): string => `${padded(attempt, 3)}-${padded(count, 3)}`;

/** The attempt in a take's name. */
export const attemptOf = (take: string): number => Number.parseInt(take, 10);

export const segmentsPrefix = 'segments/';
export const takeFile = (take: string): string => `${segmentsPrefix}${take}/take.json`;
export const initFile = (take: string): string => `${segmentsPrefix}${take}/init.mp4`;
export const segmentFile = (take: string, index: number): string => `${segmentsPrefix}${take}/${padded(index, 6)}.m4s`;
/** Several segments as one, which may also be there one by one, or several as one. */
export const mergedFile = (take: string, first: number, last: number): string =>
  `${segmentsPrefix}${take}/${padded(first, 6)}-${padded(last, 6)}.m4s`;

/** A still picture beside a take, by the moment (Unix time) at which it was shown. */
export const stillFile = (take: string, at_ms: number): string => `${segmentsPrefix}${take}/stills/${at_ms}.jpg`;

/** A still among the stored objects: of which attempt, and when it was shown. */
export interface StoredStill {
  readonly name: string;
  readonly attempt: number;
  readonly at_ms: number;
}

/** The stills of all takes among the names of stored objects, in the order in which they were shown. */
export const stillsOf = (names: readonly string[]): StoredStill[] =>
  names
    .flatMap((name) => {
      const [, take, at] = name.match(/^segments\/([^/]+)\/stills\/(\d+)\.jpg$/) ?? [];
      return take === undefined ? [] : [{ name, attempt: attemptOf(take), at_ms: Number(at) }];
    })
    .toSorted((one, other) => one.at_ms - other.at_ms);

/**
 * The takes among the names of stored objects, in order, each with its segments in order: those that are in a larger one
 * do not count.
 */
export const takesOf = (names: readonly string[]): { take: string; segments: string[] }[] => {
  const takes = new Map<string, { name: string; first: number; last: number }[]>();
  for (const name of names) {
    const [, take, file] = name.match(/^segments\/([^/]+)\/([^/]+)$/) ?? [];
    if (take === undefined || file === undefined) continue;
    const found = takes.get(take) ?? [];
    takes.set(take, found);
    const [, first, last = first] = file.match(/^(\d+)(?:-(\d+))?\.m4s$/) ?? [];
    if (last !== undefined) found.push({ name, first: Number(first), last: Number(last) });
  }
  return [...takes]
    .toSorted(([a], [b]) => byNumbers.compare(a, b))
    .map(([take, found]) => {
      const segments: string[] = [];
      let reached = -1;
      // What is largest comes before what is in it.
      for (const { name, last } of found.toSorted((a, b) => a.first - b.first || b.last - a.last)) {
        if (last <= reached) continue;
        segments.push(name);
        reached = last;
      }
      return { take, segments };
    });
};
