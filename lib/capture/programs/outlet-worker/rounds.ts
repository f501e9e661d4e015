/** A video once, or round after round. Pure. */

/** One that breaks off sooner, and again in each round, would flicker. */
const leastRoundS = 1;

export interface RoundsOptions {
  readonly loop: boolean;
  /** Plays it from its beginning to its end; rejects where it breaks off. */
  readonly round: () => Promise<void>;
  /** How much of the round was played. */
  readonly played_s: () => number;
  readonly isStopped: () => boolean;
  /** Hears once why a loop does not come to its end; it goes on from its beginning all the same. */
  readonly onFault: (error: unknown) => void;
}

export const playRounds = async ({ loop, round, played_s, isStopped, onFault }: RoundsOptions): Promise<void> => {
  let isFaultTold = false;
  do {
    try {
      await round();
    } catch (error) {
      if (!loop || isStopped() || played_s() < leastRoundS) throw error;
      if (!isFaultTold) onFault(error);
      isFaultTold = true;
    }
  } while (loop && !isStopped());
};
