/** Which lines are drawn: those in sight, and some on either side, so that whoever scrolls finds them there. */
import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';

/**
 * The places of the lines that are drawn. A line that has the focus is one of them wherever it is, as the focus would be lost
 * with it, and so are those beside it, to which the arrows lead.
 */
export const drawnOf = (range: Range, focused: number | undefined): number[] => {
  const inSight = defaultRangeExtractor(range);
  if (focused === undefined) return inSight;
  const kept = [focused - 1, focused, focused + 1].filter((place) => place >= 0 && place < range.count);
  return [...new Set([...inSight, ...kept])].sort((a, b) => a - b);
};
