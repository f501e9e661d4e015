import { describe, expect, it } from 'vitest';
import {
  createAudioTimeline,
  createClockMapping,
  createRtpClock,
} from '../../../../lib/capture/media/audio-timeline.ts';
import { createFramePacer } from '../../../../lib/capture/programs/media-worker/take/frame-pacer.ts';
import { createSegmenter } from '../../../../lib/capture/programs/media-worker/take/segmenter.ts';

describe('the timeline of sound', () => {
  it('takes blocks as they are while they are near their time', () => {
    const timeline = createAudioTimeline(1_000);
    expect(timeline.place(0, 10, 60)).toEqual({ silence: 0, skip: 0 });
    expect(timeline.place(40_000, 10, 60)).toEqual({ silence: 0, skip: 0 });
  });

  it('puts silence where the machine lost sound', () => {
    const timeline = createAudioTimeline(1_000);
    timeline.place(0, 10, 60);
    expect(timeline.place(500_000, 10, 60)).toEqual({ silence: 490, skip: 0 });
    expect(timeline.place(510_000, 10, 60)).toEqual({ silence: 0, skip: 0 });
  });

  it('leaves out sound of a time that is already filled', () => {
    const timeline = createAudioTimeline(1_000);
    timeline.place(0, 200, 60);
    expect(timeline.place(100_000, 60, 60)).toEqual({ silence: 0, skip: 60 });
    expect(timeline.place(160_000, 60, 60)).toEqual({ silence: 0, skip: 0 });
  });

  it('begins exactly at zero, whatever came before', () => {
    const timeline = createAudioTimeline(1_000);
    expect(timeline.place(-30_000, 20, 60)).toEqual({ silence: 0, skip: 20 });
    expect(timeline.place(-10_000, 20, 60)).toEqual({ silence: 0, skip: 10 });
    expect(timeline.position).toBe(10);
  });
});

describe('the mapping of clocks', () => {
  it('takes the fastest arrival for the one that did not wait', () => {
    const map = createClockMapping();
    expect(map(0, 1_050)).toBe(1_050);
    expect(map(100_000, 1_110)).toBe(1_110);
    expect(map(200_000, 1_260)).toBe(1_210);
  });

  it('begins anew when a stream begins anew', () => {
    const map = createClockMapping();
    map(900_000, 100);
    expect(map(10_000, 120)).toBe(120);
  });
});

describe('the mapping of a clock that is not quite as fast as ours', () => {
  it('follows it, by the fastest arrival of the last two windows', () => {
    const map = createClockMapping(10_000);
    const behind = Array.from({ length: 3_600 }, (_, second) => {
      const made_ms = second * 1_000 * (1 - 50e-6);
      return second * 1_000 - map(made_ms * 1_000, second * 1_000 + (second % 3 === 0 ? 0 : 40));
    });
    expect(Math.max(...behind)).toBeLessThan(2);
    expect(Math.min(...behind)).toBeGreaterThan(-2);
  });
});

describe('the clock of RTP', () => {
  it('goes on where its 32 bits begin again', () => {
    const clock = createRtpClock(90);
    clock(2 ** 32 - 9_000);
    expect([clock(0), clock(9_000)]).toEqual([100_000, 200_000]);
  });

  it('goes back with a sender that begins anew', () => {
    const clock = createRtpClock(90);
    clock(900_000);
    expect(clock(0)).toBe(-10_000_000);
  });
});

describe('the pacer of pictures', () => {
  const options = { max_fps: 30, min_fps: 10, key_interval_us: 2_000_000, max_queue: 3 };
  /** Shows a minute of pictures at 60 a second to a machine that manages `capacity` of them. */
  const run = (capacity: number) => {
    const pacer = createFramePacer(options);
    let queued = 0;
    const encoded: number[] = [];
    const keys: number[] = [];
    for (let us = 0; us < 60_000_000; us += 16_667) {
      queued = Math.max(0, queued - capacity / 60);
      const verdict = pacer.judge(us, Math.ceil(queued));
      if (verdict === 'skip') continue;
      queued += 1;
      encoded.push(us);
      if (verdict === 'encode_key') keys.push(us);
    }
    return { pacer, per_second: encoded.length / 60, keys };
  };

  it('keeps to the wished rate on a machine that manages it, with a key picture every two seconds', () => {
    const { per_second, keys, pacer } = run(100);
    expect(per_second).toBeCloseTo(30, 0);
    expect(keys.length).toBe(30);
    expect([pacer.dropped, pacer.fps]).toEqual([0, 30]);
  });

  it('has a key picture at each cut, besides those every two seconds', () => {
    const pacer = createFramePacer(options);
    const verdicts = [0, 1, 2, 3].map((index) => pacer.judge(index * 100_000, 0, index === 2));
    expect(verdicts).toEqual(['encode_key', 'encode', 'encode_key', 'encode']);
  });

  /** How long each segment is, in seconds, of half a minute of pictures that come at such times, with cuts at others. */
  const segmentsOf = (picturesMs: readonly number[], cutsMs: readonly number[]): number[] => {
    const pacer = createFramePacer(options);
    const segmenter = createSegmenter();
    const cuts = [...cutsMs];
    const starts: number[] = [];
    const take = (ms: number): void => {
      const isCut = cuts[0] !== undefined && cuts[0] <= ms;
      if (isCut) cuts.shift();
      const verdict = pacer.judge(ms * 1000, 0, isCut);
      if (verdict === 'skip') return;
      const packet = { data: new Uint8Array(), timestamp_us: ms * 1000, duration_us: 1 };
      segmenter.add({ ...packet, kind: 'video', key: verdict === 'encode_key' });
      segmenter.add({ ...packet, kind: 'audio', key: true });
      const group = segmenter.next();
      if (group) starts.push((group.video[0]?.timestamp_us ?? 0) / 1e6);
    };
    const due = [...picturesMs];
    for (let ms = 0; ms <= 30_000; ms += 1) {
      if (due[0] === ms) take(due.shift() ?? ms);
      else if (ms % 100 === 0 && pacer.lacksPicture(ms * 1000)) take(ms);
    }
    return starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
  };
  const every = (ms: number, from_ms = 0): number[] =>
    Array.from({ length: Math.ceil((30_000 - from_ms) / ms) }, (_, index) => from_ms + index * ms);

  it.each([
    ['people take turns', every(40), every(1_900, 1_900)],
    ['nothing moves but at a cut', every(1_900), every(1_900)],
    ['nothing moves', [0], []],
  ])('lets segments end every two seconds, or soon after, while %s', (_, pictures, cuts) => {
    const lengths = segmentsOf(pictures, cuts);
    expect(lengths.length).toBeGreaterThanOrEqual(10);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(2.7);
  });

  it('comes down to what the machine manages, and not below the least', () => {
    const { per_second, pacer } = run(16);
    expect(per_second).toBeLessThan(17);
    expect(per_second).toBeGreaterThan(13);
    expect(pacer.fps).toBeLessThan(22);
    expect(run(5).pacer.fps).toBe(10);
  });
});
