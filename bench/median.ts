/** Of an even number of values the higher of the two in the middle; of none 0. */
export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
