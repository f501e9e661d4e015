/** Where the parts of a recording lie in the store of a bot. */
const padded = (value: number, digits: number): string => String(value).padStart(digits, '0');

/** A take's name: the attempt of the capture task, and which stretch of recording within it. They sort in order of time. */
export const takeName = (attempt: number, stretch: number): string => `${padded(attempt, 3)}-${padded(stretch, 3)}`;

export const segments_prefix = 'segments/';
export const takeFile = (take: string): string => `${segments_prefix}${take}/take.json`;
export const initFile = (take: string): string => `${segments_prefix}${take}/init.mp4`;
export const segmentFile = (take: string, index: number): string => `${segments_prefix}${take}/${padded(index, 6)}.m4s`;

/** The takes among the names of stored objects, in order, each with its segments in order. */
export const takesOf = (names: readonly string[]): { take: string; segments: string[] }[] => {
  const takes = new Map<string, string[]>();
  for (const name of names.toSorted()) {
    const [, take, file] = name.match(/^segments\/([^/]+)\/([^/]+)$/) ?? [];
    if (take === undefined || file === undefined) continue;
    const segments = takes.get(take) ?? [];
    takes.set(take, segments);
    if (file.endsWith('.m4s')) segments.push(name);
  }
  return [...takes].map(([take, segments]) => ({ take, segments }));
};
