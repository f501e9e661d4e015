import { describe, expect, it } from 'vitest';
import { createStreamSegmenter } from '../../../lib/capture/streams/stream-segmenter.ts';

const second = 1_000_000;
const data = new Uint8Array(1);

const cut = (pictures: readonly { at: number; key?: boolean }[], soundUntil: number) => {
  const segmenter = createStreamSegmenter();
  const groups: { video: number[]; audio: number[] }[] = [];
  const tell = (group: ReturnType<typeof segmenter.next>): void => {
    if (!group) return;
    const [first, last] = [group.audio[0], group.audio.at(-1)];
    const seconds = (us: number | undefined) => (us ?? Number.NaN) / second;
    groups.push({
      video: group.video.map(({ timestamp_us }) => seconds(timestamp_us)),
      audio: [seconds(first?.timestamp_us), seconds(last && last.timestamp_us + last.duration_us)],
    });
  };
  const left = [...pictures];
  for (let tenth = 0; tenth < soundUntil * 10; tenth += 1) {
    const at = tenth / 10;
    while ((left[0]?.at ?? Number.POSITIVE_INFINITY) <= at) {
      const { at: moment = 0, key = false } = left.shift() ?? {};
      segmenter.add({ kind: 'video', data, timestamp_us: moment * second, duration_us: 40_000, key });
    }
    const timestamp_us = Math.round(at * second);
    segmenter.add({ kind: 'audio', data, timestamp_us, duration_us: second / 10, key: true });
    tell(segmenter.next());
  }
  tell(segmenter.rest());
  return groups;
};

describe('the segments of a stream', () => {
  it('begin with key pictures', () => {
    const pictures = [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5].map((at) => ({ at, key: Number.isInteger(at) }));
    expect(cut(pictures, 5)).toEqual([
      { video: [0, 0.5, 1, 1.5], audio: [0, 2] },
      { video: [2, 2.5, 3, 3.5], audio: [2, 4] },
      { video: [4, 4.5], audio: [4, 5] },
    ]);
  });

  it('come every four seconds at least, also where a screen stands still', () => {
    expect(cut([{ at: 0, key: true }, { at: 9 }], 10)).toEqual([
      { video: [0], audio: [0, 4] },
      { video: [], audio: [4, 8] },
      { video: [9], audio: [8, 10] },
    ]);
  });

  it('have a picture in the first of them, which tells how all are decoded', () => {
    const pictures = [2.2, 4.2].map((at) => ({ at, key: true }));
    expect(cut(pictures, 5)).toEqual([
      { video: [2.2], audio: [0, 4] },
      { video: [4.2], audio: [4, 5] },
    ]);
  });

  it('come every four seconds of sound alone', () => {
    expect(cut([], 9).map(({ audio }) => audio)).toEqual([
      [0, 4],
      [4, 8],
      [8, 9],
    ]);
  });
});
