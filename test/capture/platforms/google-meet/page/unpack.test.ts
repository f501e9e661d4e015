import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createUnpacker } from '../../../../../lib/capture/platforms/google-meet/page/unpack.ts';
import { collections, device } from './meet-messages.ts';

const message = collections({ event: 2, users: [{ id: device(30), name: 'Ada' }] });
const read = async (unpacked: Promise<Uint8Array | undefined>): Promise<string | undefined> => {
  const bytes = await unpacked;
  return bytes && Buffer.from(bytes).toString('hex');
};
const hex = Buffer.from(message).toString('hex');

describe('what comes over the channel of collections', () => {
  it.each([
    ['gzip', gzipSync(message)],
    ['zlib', deflateSync(message)],
    ['nothing', message],
    // What stands before it three public readers skip.
    ['gzip behind three bytes', Buffer.concat([Buffer.from([0x12, 0x85, 0x01]), gzipSync(message)])],
  ])('is packed by %s', async (_, packed) => {
    expect(await read(createUnpacker()(packed))).toBe(hex);
  });

  it('may come in two parts', async () => {
    const unpack = createUnpacker();
    const packed = gzipSync(message);
    expect(await unpack(packed.subarray(0, 30))).toBeUndefined();
    expect(await read(unpack(packed.subarray(30)))).toBe(hex);
    expect(await read(unpack(message))).toBe(hex);
  });

  it('is as it came where what looks like gzip behind three bytes is none', async () => {
    const plain = Uint8Array.from([0x0a, 0x04, 0x61, 0x1f, 0x8b, 0x08]);
    expect(await createUnpacker()(plain)).toEqual(plain);
  });

  it('may be broken, and what comes next is read all the same', async () => {
    const unpack = createUnpacker();
    const broken = gzipSync(message).fill(0xff, 12, 30);
    expect(await unpack(broken)).toBeUndefined();
    expect(await read(unpack(gzipSync(message)))).toBe(hex);
  });

  it('is never unpacked beyond a megabyte, nor beyond two in a second', async () => {
    let now_ms = 0;
    const unpack = createUnpacker(() => now_ms);
    const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(10_000);
    expect(await unpack(bomb)).toBeUndefined();
    const large = gzipSync(Buffer.alloc(700_000));
    expect((await unpack(large))?.length).toBe(700_000);
    expect(await unpack(large)).toBeUndefined();
    expect(await unpack(gzipSync(message))).toBeUndefined();
    now_ms = 1_000;
    expect(await read(unpack(gzipSync(message)))).toBe(hex);
  });
});
