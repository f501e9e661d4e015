import { describe, expect, it } from 'vitest';
import { createMixer } from '../../../../lib/capture/media/encoding/mixer.ts';

const rate = 1_000;
const block = (value: number, length = 10) => new Float32Array(length).fill(value);
const rounded = (samples: Float32Array) => Array.from(samples, (sample) => Math.round(sample * 100) / 100);

describe('the mixer', () => {
  it('adds voices up at the moments at which they were captured, whatever the order they come in', () => {
    const mixer = createMixer(rate);
    mixer.add(1, block(0.1), 0);
    mixer.add(1, block(0.1), 10_000);
    mixer.add(2, block(0.2), 5_000);
    mixer.add(2, block(0.2, 5), 15_000);
    const mixed = rounded(mixer.release(20_000));
    expect(mixed).toEqual([...Array(5).fill(0.1), ...Array(15).fill(0.3)]);
  });

  it('waits for the slowest voice, half a second at most', () => {
    const mixer = createMixer(rate);
    mixer.add(1, block(0.1, 100), 0);
    mixer.add(2, block(0.2, 400), 0);
    expect(mixer.release(400_000)).toHaveLength(100);
    mixer.add(2, block(0.2, 400), 400_000);
    expect(mixer.release(800_000)).toHaveLength(700);
  });

  it('puts silence where nobody is heard for long, and goes on when they are heard again', () => {
    const mixer = createMixer(rate);
    expect(rounded(mixer.release(2_500_000))).toEqual(Array(1_000).fill(0));
    mixer.add(1, block(0.5), 2_600_000);
    const rest = rounded(mixer.finish(2_610_000));
    expect(rest).toEqual([...Array(1_600).fill(0), ...Array(10).fill(0.5)]);
  });

  it('has room for what has waited to be read while it was held up for three seconds', () => {
    const mixer = createMixer(rate);
    expect(mixer.release(10_000_000)).toHaveLength(8_500);
    for (let at_ms = 10_000; at_ms < 13_000; at_ms += 10) mixer.add(1, block(0.5), at_ms * 1_000);
    expect(rounded(mixer.release(13_100_000)).filter((sample) => sample === 0.5)).toHaveLength(3_000);
  });

  it('waits for nobody who has gone', () => {
    const mixer = createMixer(rate);
    mixer.add(1, block(0.1), 0);
    mixer.add(2, block(0.1, 300), 0);
    mixer.end(1);
    expect(mixer.release(300_000)).toHaveLength(300);
  });

  it('leaves out what was captured before the take, and what comes when its time has been handed out', () => {
    const mixer = createMixer(rate);
    mixer.add(1, block(0.1, 20), -10_000);
    expect(rounded(mixer.release(10_000))).toEqual(Array(10).fill(0.1));
    expect(mixer.release(1_600_000)).toHaveLength(90);
    mixer.add(1, block(0.3, 50), 80_000);
    expect(rounded(mixer.finish(130_000))).toEqual(Array(30).fill(0.3));
  });

  it('moves what is quiet to its place, and leaves together what is heard while it is nearly there', () => {
    const heard = createMixer(rate);
    heard.add(1, block(0.5), 0);
    heard.add(1, block(0.5), 45_000);
    expect(rounded(heard.release(55_000))).toEqual(Array(20).fill(0.5));
    const quiet = createMixer(rate);
    quiet.add(1, block(0.5), 0);
    quiet.add(1, block(0), 25_000);
    quiet.add(1, block(0.5), 35_000);
    expect(rounded(quiet.release(45_000))).toEqual([
      ...Array(10).fill(0.5),
      ...Array(25).fill(0),
      ...Array(10).fill(0.5),
    ]);
  });
});
