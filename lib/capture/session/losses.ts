/** How often a meeting may be lost. */
const most = 3;
const forgivenAfterMs = 10 * 60_000;

/** Answers for each loss whether it is worth trying again: not when several come one after the other. */
export const createLossCount = () => {
  let recent: number[] = [];
  return (now_ms: number): boolean => {
    recent = [...recent.filter((at_ms) => now_ms - at_ms < forgivenAfterMs), now_ms];
    return recent.length <= most;
  };
};
