import { describe, expect, it } from 'vitest';
import { createResampler } from '../../../../lib/capture/media/listening/resampler.ts';

/** Sends a tone through in blocks of 10 ms; answers what comes out once the filter is full. */
const send = (from: number, to: number, hertz: number): Float32Array => {
  const resampler = createResampler(from, to);
  const out: number[] = [];
  for (let block = 0; block < 100; block += 1) {
    const samples = Float32Array.from({ length: from / 100 }, (_, index) =>
      Math.sin((2 * Math.PI * hertz * (block * (from / 100) + index)) / from),
    );
    out.push(...resampler.take(samples));
  }
  return Float32Array.from(out.slice(to / 10));
};
const decibels = (samples: Float32Array): number =>
  10 * Math.log10((2 * samples.reduce((sum, sample) => sum + sample * sample, 0)) / samples.length + 1e-12);

describe('the resampler', () => {
  it.each([
    [48_000, 16_000, 300],
    [48_000, 16_000, 3_400],
    [48_000, 16_000, 6_600],
    [44_100, 48_000, 1_000],
    [44_100, 48_000, 18_000],
    [8_000, 48_000, 3_000],
  ])('from %d to %d Hz lets a tone of %d Hz pass as it is', (from, to, hertz) => {
    expect(Math.abs(decibels(send(from, to, hertz)))).toBeLessThan(0.1);
  });

  it.each([8_050, 9_000, 12_000, 15_700, 20_000])('lets no alias of %d Hz into 16 kHz', (hertz) => {
    expect(decibels(send(48_000, 16_000, hertz))).toBeLessThan(-70);
  });

  it('gives as many samples as time has passed, without drifting', () => {
    const resampler = createResampler(44_100, 48_000);
    let given = 0;
    for (let block = 0; block < 6_000; block += 1) given += resampler.take(new Float32Array(441)).length;
    expect(Math.abs(given - 60 * 48_000)).toBeLessThan(60);
  });

  it('says by how much it is late', () => {
    const resampler = createResampler(48_000, 16_000);
    const click = new Float32Array(4_800);
    click[0] = 1;
    const out = resampler.take(click);
    const peak = out.reduce((most, sample, index) => (Math.abs(sample) > Math.abs(out[most] ?? 0) ? index : most), 0);
    expect(Math.abs(peak / 16 - resampler.delay_ms)).toBeLessThan(0.1);
  });
});
