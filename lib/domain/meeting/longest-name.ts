/** No name and no id that a meeting tells is longer, in letters. */
export const longestName = 256;
