import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { Crc32, Md5, readableStreamHasher, Sha256 } from '../../../../lib/adapters/aws/stand-ins/native-checksums.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const hex = async (sum: Promise<Uint8Array>) => Buffer.from(await sum).toString('hex');

const ofAbc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

describe('checksums by Node', () => {
  // FIPS 180-4, RFC 1321 and ISO 3309 on "abc".
  it.each([
    [Sha256, ofAbc],
    [Md5, '900150983cd24fb0d6963f7d28e17f72'],
    [Crc32, '352441c2'],
  ])('%o sums up what it was given since its reset, and may be asked in between', async (Sum, expected) => {
    const sum = new Sum();
    sum.update(bytes('something else'));
    sum.reset();
    sum.update(bytes('ab'));
    expect(await hex(sum.digest())).not.toBe(expected);
    sum.update(bytes('c'));
    expect(await hex(sum.digest())).toBe(expected);
  });

  // RFC 4231, test case 2.
  it.each([['Jefe'], [bytes('Jefe')]])('are keyed by %o', async (secret) => {
    const sum = new Sha256(secret);
    sum.update(bytes('something else'));
    sum.reset();
    sum.update(bytes('what do ya want for '));
    sum.update('nothing?');
    expect(await hex(sum.digest())).toBe('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843');
  });

  it('are told of a stream that is read to its end', async () => {
    const stream = Readable.from([bytes('a'), bytes('bc')], { objectMode: false });
    expect(await hex(readableStreamHasher(Sha256, stream))).toBe(ofAbc);
  });
});
