import { describe, expect, it } from 'vitest';
import type { MeetingView } from '../../lib/capture/meeting/view.ts';
import { aTrack } from './builders/meeting-views.ts';
import { createCeasedPictures } from './ceased-pictures.ts';

const now = Date.parse('2026-03-02T09:00:00Z');

/** A camera of which so many pictures had come, the last one so many ms after the first look. */
const seen = (frames: number, arrived_ms: number): Pick<MeetingView, 'media'> => ({
  media: [aTrack('camera', now + arrived_ms, now + arrived_ms, { frames })],
});

describe('pictures that are not wanted', () => {
  it('have ceased once none came for several looks', () => {
    const haveCeased = createCeasedPictures();
    const looks = Array.from({ length: 12 }, (_, n) => haveCeased(seen(9, 0), now + n * 250));
    expect(looks).toEqual([...Array.from({ length: 11 }, () => false), true]);
  });

  it('have not by a look that comes late, as of a machine that stood still', () => {
    const haveCeased = createCeasedPictures();
    expect([0, 250, 9_000].map((at) => haveCeased(seen(9, 0), now + at))).toEqual([false, false, false]);
    expect(haveCeased(seen(12, 9_100), now + 9_250)).toBe(false);
  });

  it('have not while any come, however late they are told of', () => {
    const haveCeased = createCeasedPictures();
    expect(Array.from({ length: 60 }, (_, n) => haveCeased(seen(n, 0), now + n * 250))).not.toContain(true);
  });
});
