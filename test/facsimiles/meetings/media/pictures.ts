/** Pictures of people's cameras and screens: one colour each, as key pictures of VP8 that fit into a packet. */
import { readFileSync } from 'node:fs';

/** By colour; `make-pictures.ts` beside it made the file. */
const kept: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL('pictures.json', import.meta.url), 'utf8'),
);
const pictures = Object.entries(kept).map(([colour, base64]) => ({ colour, picture: Buffer.from(base64, 'base64') }));

export interface Picture {
  /** As in `#b03a3a`. */
  readonly colour: string;
  readonly picture: Uint8Array;
}

/** The same for the same number; neighbours differ. */
export const pictureFor = (number: number): Picture => {
  const one = pictures[number % pictures.length];
  if (!one) throw new Error('there are no pictures: run media/make-pictures.ts');
  return one;
};
