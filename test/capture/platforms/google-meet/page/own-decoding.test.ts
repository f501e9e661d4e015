import { describe, expect, it } from 'vitest';
import { createDecodingWatch } from '../../../../../lib/capture/platforms/google-meet/page/own-decoding.ts';
import type { CountedTrack } from '../../../../../lib/capture/programs/page/platform-page.ts';

type Received = CountedTrack['received'];
const received = (kind: 'audio' | 'video'): Received => ({ track: { kind } }) as unknown as Received;
const line = received('audio');

const counted = (packets: number, decoded: number, of: Received = line): CountedTrack => ({
  received: of,
  arrivals: { packets, bytes: 80 * packets, frames: 0, total_delay_s: decoded / 480_000, delayed: decoded },
});

describe('the sound of a Google Meet', () => {
  it('comes by its lines while the browser decodes them, and while nobody speaks', () => {
    const comesBy = createDecodingWatch();
    expect(comesBy([])).toBe('tracks');
    expect(comesBy([{ received: line, arrivals: undefined }])).toBe('tracks');
    for (let second = 1; second <= 60; second += 1)
      expect(comesBy([counted(50 * second, 48_000 * second)])).toBe('tracks');
    for (let second = 1; second <= 60; second += 1) expect(comesBy([counted(3_000, 2_880_000)])).toBe('tracks');
  });

  it('comes by what the page plays once three seconds of it were never decoded, and by its lines again', () => {
    const comesBy = createDecodingWatch();
    expect(comesBy([counted(50, 0)])).toBe('tracks');
    expect(comesBy([counted(100, 0)])).toBe('tracks');
    expect(comesBy([counted(150, 0)])).toBe('output');
    // Nobody speaks.
    expect(comesBy([counted(150, 0)])).toBe('output');
    expect(comesBy([counted(200, 9_600)])).toBe('tracks');
    // The page goes over to it in the midst of the meeting.
    expect(comesBy([counted(349, 9_600)])).toBe('tracks');
    expect(comesBy([counted(350, 9_600)])).toBe('output');
  });

  it('comes by its lines while the browser decodes one of them, wherever that stands among them', () => {
    const other = received('audio');
    for (const isFirst of [true, false]) {
      const comesBy = createDecodingWatch();
      const lines = [counted(50, 48_000), counted(200, 0, other)];
      expect(comesBy(isFirst ? lines : lines.toReversed())).toBe('tracks');
    }
  });

  it('is not told by pictures', () => {
    const comesBy = createDecodingWatch();
    expect(comesBy([counted(5_000, 0, received('video'))])).toBe('tracks');
  });
});
