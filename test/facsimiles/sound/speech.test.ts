import { describe, expect, it } from 'vitest';
import { clipNamed, packetsOf, type SpeechRate, speechOf } from './speech.ts';

const loudness = (samples: Int16Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);

describe('the demo room’s clips', () => {
  it.each<SpeechRate>([8_000, 16_000, 48_000])('are decoded at %i Hz, as long as they last', async (rate) => {
    const samples = await speechOf('maya-01', rate);
    expect(Math.abs(samples.length / rate - clipNamed('maya-01').duration_ms / 1000)).toBeLessThan(0.02);
    // Speech, not silence and not noise at full scale.
    expect(loudness(samples)).toBeGreaterThan(300);
    expect(loudness(samples)).toBeLessThan(12_000);
  });

  it('are given as packets, too, of 20 ms each', async () => {
    expect((await packetsOf('maya-01')).length).toBe(Math.ceil(clipNamed('maya-01').duration_ms / 20));
  });
});
