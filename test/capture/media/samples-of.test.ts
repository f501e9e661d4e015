import { describe, expect, it } from 'vitest';
import { createSamplesOf } from '../../../lib/capture/media/samples-of.ts';

const usual = 1_000;

/** Seconds of a tone, as decoders give them: in blocks of as many samples as AAC has in each, or of so many. */
const aTone = (seconds: number, rate: number, length = 1024, hertz = usual): AudioData[] =>
  Array.from({ length: Math.round((seconds * rate) / length) }, (_, block) => {
    const samples = Float32Array.from({ length }, (_, i) =>
      Math.sin((2 * Math.PI * hertz * (block * length + i)) / rate),
    );
    const copyTo = (into: Float32Array) => into.set(samples);
    return { numberOfChannels: 1, numberOfFrames: length, sampleRate: rate, copyTo } as unknown as AudioData;
  });

/** A block at the meeting's rate, with so many samples of each channel, all of this value. */
const aBlock = (channels: readonly number[], numberOfFrames = 4): AudioData =>
  ({
    numberOfChannels: channels.length,
    numberOfFrames,
    sampleRate: 48_000,
    copyTo: (into: Float32Array, { planeIndex }: AudioDataCopyToOptions) => void into.fill(channels[planeIndex] ?? 0),
  }) as unknown as AudioData;

describe('sound that comes in blocks', () => {
  it.each([44_100, 48_000, 22_050])('at %i Hz is as long as it was', (rate) => {
    const take = createSamplesOf();
    const blocks = aTone(60, rate);
    const samples = blocks.reduce((sum, block) => sum + take(block).length, 0);
    expect(Math.abs(samples / 48_000 - (blocks.length * 1024) / rate)).toBeLessThan(0.002);
  });

  it('keeps blocks of 10 ms as they are', () => {
    const take = createSamplesOf();
    expect(new Set(aTone(1, 44_100, 441).map((block) => take(block).length))).toEqual(new Set([480]));
  });

  it('has no seams', () => {
    const take = createSamplesOf();
    const samples = aTone(1, 44_100).flatMap((block) => [...take(block)]);
    const steady = samples.slice(480);
    const turn = 2 - 2 * Math.cos((2 * Math.PI * usual) / 48_000);
    const seams = steady.map((now, i) => {
      const [before = now, after = now] = [steady[i - 1], steady[i + 1]];
      return i === 0 || i === steady.length - 1 ? 0 : Math.abs(before - 2 * now + after + turn * now);
    });
    expect(Math.max(...seams)).toBeLessThan(0.001);
  });

  it('has no tones in it that are made of those that nobody hears', () => {
    const take = createSamplesOf();
    const samples = aTone(1, 96_000, 1024, 30_000).flatMap((block) => [...take(block)]);
    expect(samples.slice(480).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)).toBeLessThan(0.001);
  });
});

describe('sound of several channels as one', () => {
  it.each([[[0.5]], [[0.5, -0.25]], [[0.75, 0, 0.75]]])('of %j is their mean', (channels) => {
    const mean = channels.reduce((sum, value) => sum + value, 0) / channels.length;
    expect(createSamplesOf()(aBlock(channels))).toEqual(new Float32Array(4).fill(mean));
  });

  it('needs new memory only where blocks change their length', () => {
    const take = createSamplesOf();
    const first = take(aBlock([0.5, 1]));
    expect(take(aBlock([0]))).toBe(first);
    expect(take(aBlock([0], 5))).toHaveLength(5);
  });
});
