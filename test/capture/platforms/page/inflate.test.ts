import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { inflate, joined } from '../../../../lib/capture/platforms/page/inflate.ts';

const told = Buffer.from('Good morning all. '.repeat(100));

describe('what strangers have packed', () => {
  it.each([
    ['gzip', gzipSync(told)],
    ['deflate', deflateSync(told)],
    ['deflate-raw', deflateRawSync(told)],
  ] as const)('is unpacked, in however many parts it came: by %s', async (packing, packed) => {
    const { bytes, end } = await inflate([packed.subarray(0, 10), packed.subarray(10)], packing, told.length);
    expect([Buffer.from(bytes).equals(told), end]).toEqual([true, 'whole']);
  });

  it('is unpacked no further than a part beyond what it may come to', async () => {
    const { bytes, end } = await inflate([gzipSync(Buffer.alloc(8 * 1024 * 1024))], 'gzip', 1024 * 1024);
    expect(end).toBe('too_large');
    expect(bytes.length).toBeGreaterThan(1024 * 1024);
    expect(bytes.length).toBeLessThan(2 * 1024 * 1024);
  });

  it.each([
    ['cut off', gzipSync(told).subarray(0, 30)],
    ['noise', Buffer.from([1, 2, 3, 4])],
    ['nothing', Buffer.alloc(0)],
  ])('is broken where it is %s', async (_, packed) => {
    expect((await inflate([packed], 'gzip', told.length)).end).toBe('broken');
  });
});

it('joins parts', () => {
  expect(joined([Uint8Array.of(1, 2), Uint8Array.of(), Uint8Array.of(3)])).toEqual(Uint8Array.of(1, 2, 3));
});
