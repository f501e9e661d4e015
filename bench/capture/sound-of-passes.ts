/** What the sound of a client that goes over to tracks came to, in all passes, and whether that is as good as it is to be. */

export interface Pass {
  /** Less than nothing where it is longer than it was said. */
  readonly missing_s: number;
  /** How much louder it is than it was said. */
  readonly by_page_db: number;
  readonly by_tracks_db: number;
}

/** Missing, or more than was said: what is recorded dies away a little later than what was sent. */
const mostOffS = 0.5;
const mostLouderDb = 1;

const worst = (values: readonly number[]): number =>
  values.toSorted((one, other) => Math.abs(other) - Math.abs(one))[0] ?? Number.NaN;

/** @throws Error with the figure where a pass is not as it is to be, or nothing of it was found */
export const soundOfPasses = (passes: readonly Pass[]): string => {
  const missing = passes.map(({ missing_s }) => missing_s);
  const [most, least] = [Math.max(0, ...missing).toFixed(2), Math.max(0, -Math.min(...missing)).toFixed(2)];
  const byPage = worst(passes.map(({ by_page_db }) => by_page_db));
  const byTracks = worst(passes.map(({ by_tracks_db }) => by_tracks_db));
  const figure = `at most ${most} missing, ${least} more than was said; by the page itself ${byPage.toFixed(1)}, by tracks ${byTracks.toFixed(1)}`;
  const isGood = passes.every(
    ({ missing_s, by_page_db, by_tracks_db }) =>
      Math.abs(missing_s) <= mostOffS && Math.abs(by_page_db) <= mostLouderDb && Math.abs(by_tracks_db) <= mostLouderDb,
  );
  if (!isGood) throw new Error(figure);
  return figure;
};
