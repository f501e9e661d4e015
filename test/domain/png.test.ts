import { describe, expect, it } from 'vitest';
import { checkPng } from '../../lib/domain/png.ts';
import { aPng } from '../lab/builders/pictures.ts';

describe('a PNG', () => {
  it('is taken whole', () => {
    expect(checkPng(aPng())).toBeUndefined();
  });

  it('is not looked at where it is too large', () => {
    const [most, more] = [0, 1].map((n) => checkPng(Buffer.alloc(2 * 1024 * 1024 + n)));
    expect([most, more]).toEqual(['must be the data of a PNG picture', 'must be at most 2 MB']);
  });

  const damaged = aPng();
  damaged[20] = 9;
  it.each<[string, Buffer, string]>([
    ['nothing', Buffer.alloc(0), 'must be the data of a PNG picture'],
    ['a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'must be the data of a PNG picture'],
    ['a signature alone', aPng().subarray(0, 8), 'is a damaged PNG picture'],
    ['a picture cut short', aPng().subarray(0, -1), 'is a damaged PNG picture'],
    ['a picture with more behind it', Buffer.concat([aPng(), Buffer.from('<script>')]), 'is a damaged PNG picture'],
    ['a picture with a wrong checksum', damaged, 'is a damaged PNG picture'],
    ['a picture without a side', aPng({ width: 0 }), 'must be a picture of at most 8192 by 8192 pixels'],
    ['a picture that is too wide', aPng({ width: 8193 }), 'must be a picture of at most 8192 by 8192 pixels'],
  ])('is not %s', (_, bytes, fault) => {
    expect(checkPng(bytes)).toBe(fault);
  });
});
