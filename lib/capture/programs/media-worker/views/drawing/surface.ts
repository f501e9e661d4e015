/** The colour of somebody's tile while there is no picture of them. Pure. */
import { colourOf } from './mask.ts';
import type { Colour } from './picture.ts';

const nobody = colourOf(45, 49, 57);
const dark: readonly (readonly [red: number, green: number, blue: number])[] = [
  [58, 74, 107],
  [52, 92, 84],
  [96, 66, 84],
  [92, 80, 50],
  [74, 66, 110],
  [56, 84, 60],
  [104, 68, 56],
  [50, 84, 102],
];

/** The same for the same participant, in every recording. */
export const surfaceOf = (participant_id: string | undefined): Colour => {
  if (participant_id === undefined) return nobody;
  let sum = 0;
  for (const symbol of participant_id) sum = (sum * 31 + (symbol.codePointAt(0) ?? 0)) % 65_521;
  const colour = dark[sum % dark.length];
  return colour ? colourOf(...colour) : nobody;
};
