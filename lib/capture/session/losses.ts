export interface LossLimits {
  /** So many, one soon after the other, are worth trying again after each. */
  readonly most: number;
  /** One that lies so long back does not count any more. */
  readonly forgiven_after_ms: number;
}

/** Answers for each loss whether it is worth trying again: not when several come one after the other. */
export const createLossCount = ({ most, forgiven_after_ms }: LossLimits) => {
  let recent: number[] = [];
  return (now_ms: number): boolean => {
    recent = [...recent.filter((at_ms) => now_ms - at_ms < forgiven_after_ms), now_ms];
    return recent.length <= most;
  };
};
