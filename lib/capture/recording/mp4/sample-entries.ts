/** How the packets of a track are decoded: an entry for each way there is (ISO 14496-12, 8.5.2). */
import { makeBox, words } from './boxes.ts';

export const createSampleEntries = () => {
  const entries = new Map<string, { readonly bytes: Buffer; readonly number: number }>();
  return {
    /** The number of an entry, from 1: packets name theirs by it. */
    numberOf(entry: Uint8Array): number {
      const bytes = Buffer.from(entry);
      const name = bytes.toString('latin1');
      const found = entries.get(name) ?? { bytes, number: entries.size + 1 };
      entries.set(name, found);
      return found.number;
    },
    box: (): Buffer => makeBox('stsd', words([0, entries.size]), ...[...entries.values()].map(({ bytes }) => bytes)),
  };
};
export type SampleEntries = ReturnType<typeof createSampleEntries>;
