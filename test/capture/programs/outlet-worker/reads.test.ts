import { describe, expect, it } from 'vitest';
import { createReads, type Read } from '../../../../lib/capture/programs/outlet-worker/reads.ts';

const reading = () => {
  const asked: [string, Read][] = [];
  return { asked, reads: createReads((id, read) => asked.push([id, read])) };
};

describe('what is read of a video', () => {
  it('is what was asked for, in whatever order it comes', async () => {
    const { asked, reads } = reading();
    const both = Promise.all([reads.read('v', 0, 10), reads.read('v', 10, 20)]);
    expect(asked).toEqual([
      ['v', { request: 1, start: 0, end: 10 }],
      ['v', { request: 2, start: 10, end: 20 }],
    ]);
    reads.give(2, new Uint8Array([2]));
    reads.give(1, new Uint8Array([1]));
    expect(await both).toEqual([new Uint8Array([1]), new Uint8Array([2])]);
  });

  it('is waited for in vain by nobody once the video is stopped, and what of it comes late is no other’s', async () => {
    const { reads } = reading();
    const first = Promise.allSettled([reads.read('v', 0, 10), reads.read('v', 10, 20)]);
    reads.giveUp();
    expect((await first).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const second = reads.read('w', 0, 10);
    reads.give(1, new Uint8Array([1]));
    reads.give(3, new Uint8Array([3]));
    expect(await second).toEqual(new Uint8Array([3]));
  });
});
