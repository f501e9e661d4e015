/** Why no delivery is listed. */
interface Asked {
  readonly about: string | undefined;
  /** Those in one state, or to one subscription. */
  readonly isChosen: boolean;
  readonly hasMore: boolean;
}

export const noneListed = ({ about, isChosen, hasMore }: Asked): string => {
  if (hasMore) return 'None of this kind among the latest ones: look at the earlier ones.';
  if (about)
    return isChosen ? 'Nothing of this kind was sent about it.' : 'Nothing was sent about it in the last 30 days.';
  return isChosen
    ? 'None of this kind. What arrived at once is listed by the id of what it is about.'
    : 'Nothing: whatever was sent has arrived at the first attempt.';
};
