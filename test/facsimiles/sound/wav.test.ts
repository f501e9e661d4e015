import { describe, expect, it } from 'vitest';
import { readWav, WavError, writeWav } from './wav.ts';

const samples = Int16Array.from([0, 1, -1, 32_767, -32_768]);
const bent = (change: (wav: Buffer) => void): Uint8Array => {
  const wav = Buffer.from(writeWav(samples, 16_000));
  change(wav);
  return wav;
};

describe('a WAV file', () => {
  it('is read as it was written', () => {
    expect(readWav(writeWav(samples, 16_000))).toEqual({
      sample_rate: 16_000,
      channels: 1,
      samples,
      seconds: 5 / 16_000,
    });
  });

  it.each<[string, (wav: Buffer) => void]>([
    ['does not begin with RIFF', (wav) => wav.write('FORM', 0)],
    ['says that more follows than does', (wav) => wav.writeUInt32LE(wav.length, 4)],
    ['says that less sound follows than does', (wav) => wav.writeUInt32LE(2, 40)],
    ['is not PCM', (wav) => wav.writeUInt16LE(3, 20)],
    ['has 24 bits a sample', (wav) => wav.writeUInt16LE(24, 34)],
    ['has the byte rate of another sample rate', (wav) => wav.writeUInt32LE(8_000, 24)],
    ['has the block align of two channels', (wav) => wav.writeUInt16LE(2, 22)],
  ])('that %s is refused', (_, change) => {
    expect(() => readWav(bent(change))).toThrow(WavError);
  });

  it('that is cut short is refused', () => {
    expect(() => readWav(writeWav(samples, 16_000).subarray(0, 46))).toThrow(WavError);
    expect(() => readWav(new Uint8Array(10))).toThrow(WavError);
  });
});
