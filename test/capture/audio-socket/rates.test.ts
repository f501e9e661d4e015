import { describe, expect, it } from 'vitest';
import { createRateChange } from '../../../lib/capture/audio-socket/rates.ts';
import { samplesIn } from '../../../lib/capture/media/pcm.ts';
import { audioRates } from '../../../lib/domain/bot/settings.ts';
import { aTone } from '../../lab/hosts/audio-server.ts';

const rmsOf = (samples: Int16Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
const toneRms = 16_000 / Math.SQRT2;
/** As it comes: in parts that have nothing to do with the rates. */
const inParts = (samples: Int16Array, change: (part: Int16Array) => Int16Array): Int16Array => {
  const parts: Int16Array[] = [];
  for (let at = 0; at < samples.length; at += 331) parts.push(change(samples.subarray(at, at + 331)));
  return Int16Array.from(parts.flatMap((part) => [...part]));
};
const crossings = (samples: Int16Array): number =>
  samples.reduce((count, sample, n) => count + (n > 0 && (samples[n - 1] ?? 0) < 0 && sample >= 0 ? 1 : 0), 0);

describe.each(audioRates)('sound at %i Hz', (rate) => {
  it('has the tones of the meeting that it can hold, as loud, and no others', () => {
    const down = (hertz: number) =>
      inParts(samplesIn(aTone(hertz, 1, 48_000)), createRateChange(48_000, rate)).subarray(200);
    const kept = down(1_000);
    expect(Math.abs(kept.length + 200 - rate)).toBeLessThan(rate / 100);
    expect(Math.abs(rmsOf(kept) / toneRms - 1)).toBeLessThan(0.01);
    expect(Math.abs(crossings(kept) / (kept.length / rate) - 1_000)).toBeLessThan(5);
    // What lies above would be heard as another tone.
    expect(rmsOf(down(rate * 0.7))).toBeLessThan(toneRms / 300);
  });

  it('is heard in the meeting with its own tones, as loud, and no others', () => {
    const up = inParts(samplesIn(aTone(1_000, 1, rate)), createRateChange(rate, 48_000));
    expect(up.length).toBe(48_000);
    const heard = up.subarray(1_000);
    expect(Math.abs(rmsOf(heard) / toneRms - 1)).toBeLessThan(0.01);
    expect(Math.abs(crossings(heard) / (heard.length / 48_000) - 1_000)).toBeLessThan(5);
    // Against the same tone, as it would be at this rate: nothing else is in it.
    const pure = samplesIn(aTone(1_000, 2, 48_000));
    const off = Array.from({ length: 48 }, (_, shift) =>
      rmsOf(heard.subarray(0, 24_000).map((sample, n) => sample - (pure[n + shift] ?? 0))),
    );
    expect(Math.min(...off)).toBeLessThan(toneRms / 10);
  });

  it('is not broken by what is cut off, loud or empty', () => {
    const [down, up] = [createRateChange(48_000, rate), createRateChange(rate, 48_000)];
    expect(samplesIn(Buffer.from([1, 0, 2]))).toEqual(Int16Array.from([1]));
    expect([down(new Int16Array(0)).length, up(new Int16Array(0)).length]).toEqual([0, 0]);
    const square = Int16Array.from({ length: 4_800 }, (_, n) => (n % 40 < 20 ? 32_767 : -32_768));
    expect(rmsOf(up(square))).toBeGreaterThan(20_000);
    expect(rmsOf(down(square))).toBeGreaterThan(1_000);
  });
});
