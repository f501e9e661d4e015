import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  leastPartBytes,
  type PlannedPart,
  planParts,
  usualPartBytes,
} from '../../../../lib/adapters/aws/media/part-plan.ts';
import { type ByteSource, isStored } from '../../../../lib/domain/captured/byte-source.ts';
import '../../../lab/properties.ts';

const mebibyte = 1024 * 1024;
const stored = (name: string, bytes: number): ByteSource => ({ name, from: 100, bytes });
const made = (bytes: number): ByteSource => ({ bytes, make: async () => new Uint8Array() });

const stretchesOf = (part: PlannedPart): readonly ByteSource[] => ('copy' in part ? [part.copy] : part.send);
const bytesOf = (part: PlannedPart): number => stretchesOf(part).reduce((sum, { bytes }) => sum + bytes, 0);

/** Stretches of the same object that follow each other are one. */
const joined = (sources: readonly ByteSource[]): ByteSource[] => {
  const all: ByteSource[] = [];
  for (const source of sources) {
    const last = all.at(-1);
    const goesOn =
      last && isStored(last) && isStored(source) && last.name === source.name && last.from + last.bytes === source.from;
    if (goesOn) all.splice(-1, 1, { ...last, bytes: last.bytes + source.bytes });
    else all.push(source);
  }
  return all;
};

describe('the parts of an upload', () => {
  it('are copied where they can be: what is too small goes with the beginning of what follows', () => {
    const header = made(mebibyte);
    const parts = planParts([header, stored('a', 20 * mebibyte), stored('b', 8 * mebibyte), stored('c', 100)]);
    expect(parts).toEqual([
      { send: [header, { name: 'a', from: 100, bytes: 4 * mebibyte }] },
      { copy: { name: 'a', from: 100 + 4 * mebibyte, bytes: 16 * mebibyte } },
      { copy: { name: 'b', from: 100, bytes: 8 * mebibyte } },
      { send: [stored('c', 100)] },
    ]);
  });

  it('hold all sources in their order, and none but the last one is smaller or larger than S3 takes it', () => {
    const bytes = fc.oneof(fc.integer({ min: 1, max: 3_000_000 }), fc.integer({ min: 4_000_000, max: 40_000_000 }));
    const source = fc.oneof(
      bytes.map(made),
      fc.tuple(fc.uuid(), bytes).map(([name, size]) => stored(name, size)),
    );
    fc.assert(
      fc.property(fc.array(source, { maxLength: 60 }), (sources) => {
        const parts = planParts(sources);
        expect(joined(parts.flatMap(stretchesOf))).toEqual(joined(sources));
        for (const part of parts.slice(0, -1)) expect(bytesOf(part)).toBeGreaterThanOrEqual(leastPartBytes);
        for (const part of parts.filter((one) => 'send' in one && one.send.every(isStored)))
          expect(bytesOf(part)).toBeLessThan(usualPartBytes + 2 * leastPartBytes);
      }),
    );
  });
});
