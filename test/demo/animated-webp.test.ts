import { describe, expect, it } from 'vitest';
import { animatedWebp } from '../../lib/demo/animated-webp.ts';

const chunk = (name: string, content: readonly number[]): Buffer => {
  const header = Buffer.alloc(8, name, 'latin1');
  header.writeUInt32LE(content.length, 4);
  return Buffer.concat([header, Buffer.from(content), Buffer.alloc(content.length % 2)]);
};
const still = (...chunks: Buffer[]): Buffer => {
  const content = Buffer.concat([Buffer.from('WEBP'), ...chunks]);
  return Buffer.concat([chunk('RIFF', [...content])]);
};

/** The chunks of a file, with what is in them. */
const chunksIn = (bytes: Buffer): [name: string, content: Buffer][] => {
  const found: [string, Buffer][] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.readUInt32LE(at + 4);
    found.push([bytes.toString('latin1', at, at + 4), bytes.subarray(at + 8, at + 8 + length)]);
    at += 8 + length + (length % 2);
  }
  return found;
};

describe('a WebP that moves', () => {
  it('has the pictures of its stills, each for its time, and plays without end', () => {
    const film = animatedWebp(960, 600, [
      { webp: still(chunk('VP8 ', [1, 2, 3])), duration_ms: 499.6 },
      { webp: still(chunk('VP8X', [16, 0]), chunk('ALPH', [9]), chunk('VP8 ', [4, 5])), duration_ms: 70_000 },
    ]);
    const [[name, content] = ['', Buffer.alloc(0)], ...others] = chunksIn(film);
    expect([name, content.toString('latin1', 0, 4), others]).toEqual(['RIFF', 'WEBP', []]);
    const size = 'bf0300570200';
    expect(chunksIn(content.subarray(4)).map(([kind, inside]) => [kind, inside.toString('hex')])).toEqual([
      ['VP8X', `02000000${size}`],
      ['ANIM', '000000000000'],
      ['ANMF', `000000000000${size}f4010002${chunk('VP8 ', [1, 2, 3]).toString('hex')}`],
      [
        'ANMF',
        `000000000000${size}70110102${chunk('ALPH', [9]).toString('hex')}${chunk('VP8 ', [4, 5]).toString('hex')}`,
      ],
    ]);
  });

  it('is not made of what is no picture', () => {
    expect(() => animatedWebp(1, 1, [{ webp: still(chunk('EXIF', [1])), duration_ms: 1 }])).toThrow('no WebP');
  });
});
