import { describe, expect, it } from 'vitest';
import { createZip } from '../../../lib/capture/recording/zip.ts';
import { unzipped } from '../../lab/unzipped.ts';

const at = new Date('2026-11-22T10:30:07.000Z');
const zipOf = (files: readonly { name: string; bytes: Uint8Array }[]) => {
  const zip = createZip();
  const parts = files.flatMap(({ name, bytes }) => [zip.add({ name, bytes, at }), bytes]);
  const { bytes } = zip;
  return { bytes, whole: Buffer.concat([...parts, zip.end()]) };
};

describe('an archive', () => {
  it('holds files as they are, in their order', () => {
    const files = [
      { name: 'one.jpg', bytes: Uint8Array.of(0xff, 0xd8, 1) },
      { name: 'zwei – ü.jpg', bytes: new Uint8Array(70_000).fill(7) },
      { name: 'empty.jpg', bytes: new Uint8Array() },
    ];
    const read = unzipped(zipOf(files).whole);
    expect([...read.keys()]).toEqual(files.map(({ name }) => name));
    for (const { name, bytes } of files) expect(read.get(name)?.equals(bytes)).toBe(true);
  });

  it('knows its size before it is whole', () => {
    const { bytes, whole } = zipOf([{ name: 'one.jpg', bytes: Uint8Array.of(1) }]);
    expect(bytes).toBe(whole.length);
  });

  it('dates its files', () => {
    const { whole } = zipOf([{ name: 'one.jpg', bytes: Uint8Array.of(1) }]);
    // Seconds are counted in twos.
    expect([whole.readUInt16LE(10), whole.readUInt16LE(12)]).toEqual([
      (10 << 11) | (30 << 5) | 3,
      (46 << 9) | (11 << 5) | 22,
    ]);
  });
});
