/** What the encoder of a recording leaves of what people say, decoded by libav: no less than what its maker would have left. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createAudioEncoder } from '../../../../lib/capture/media/encoding/audio-encoder.ts';
import { packSegment } from '../../../../lib/capture/media/encoding/pack-segment.ts';
import type { MediaPacket } from '../../../../lib/capture/media/encoding/packets.ts';
import { holdWorkersInThread } from '../../../../lib/capture/media/encoding/workers-in-thread.ts';
import { createSpectrum } from '../../../../lib/capture/media/listening/spectrum.ts';
import { wishOf } from '../../../../lib/capture/recording/quality.ts';
import { pythonPackages } from '../../../facsimiles/python.ts';
import { speechOf } from '../../../facsimiles/sound/speech.ts';
import { describeSkipped } from '../../../lab/hosts/aws-endpoint.ts';
import { aDataFolder } from '../../../lab/hosts/data-folder.ts';

const sample_rate = 48_000;
const seconds = 8;
/** Two speak, part of the time at once. */
const sound = async (): Promise<Float32Array<ArrayBuffer>> => {
  const mix = new Float32Array(seconds * sample_rate);
  for (const [clip, at_s] of [
    ['maya-01', 0.5],
    ['jonas-01', 2.5],
    ['priya-01', 4.5],
  ] as const)
    for (const [n, sample] of (await speechOf(clip, sample_rate)).entries()) {
      const at = Math.round(at_s * sample_rate) + n;
      if (at < mix.length) mix[at] = (mix[at] ?? 0) + (0.6 * sample) / 32_768;
    }
  return mix;
};

const recorded = async (samples: Float32Array<ArrayBuffer>): Promise<Uint8Array> => {
  const packets: MediaPacket[] = [];
  const fail = (error: unknown): never => {
    throw error;
  };
  const { sound: wish } = wishOf({ format: 'mp4', view: 'speaker_view', resolution: '720p' }) ?? fail('no wish');
  const encoder = createAudioEncoder({ ...wish, sample_rate }, (packet) => packets.push(packet), fail);
  encoder.take(samples.slice());
  await encoder.finish();
  if (!encoder.config) throw new Error('nothing was encoded');
  const { init, media } = await packSegment({ video: [], audio: packets }, { audio: encoder.config });
  return Buffer.concat([init, media]);
};

const program = fileURLToPath(new URL('samples.py', import.meta.url));
const frame = 2_048;
/** Of an encoder of AAC, in samples. */
const late = 1_024;
/** What lies below is hum, above is nothing of a voice. */
const octaves_hz = [125, 250, 500, 1_000, 2_000, 4_000, 8_000, 16_000];

/** The power of a sound in each octave. */
const powersOf = (samples: Float32Array): number[] => {
  const spectrum = createSpectrum(frame);
  const powers = octaves_hz.slice(1).map(() => 0);
  for (let at = 0; at + frame <= samples.length; at += frame / 2) {
    const bins = spectrum(samples.subarray(at, at + frame));
    for (const [n, from_hz] of octaves_hz.slice(0, -1).entries())
      for (let bin = (from_hz * frame) / sample_rate; bin < (2 * from_hz * frame) / sample_rate; bin += 1)
        powers[n] = (powers[n] ?? 0) + (bins[Math.round(bin)] ?? 0);
  }
  return powers;
};
const decibels = (powers: readonly number[], than: readonly number[]): number[] =>
  powers.map((power, n) => 10 * Math.log10(power / (than[n] ?? Number.NaN)));

const packages = await pythonPackages('av.txt');
if ('missing' in packages) describeSkipped('encoded sound, decoded', packages.missing);
else {
  /** In each octave: how loud it is beside what was said, and how far what is not of that is below it, in dB. */
  const heard = async (said: Float32Array<ArrayBuffer>) => {
    await using folder = await aDataFolder();
    const path = join(folder.path, 'sound.mp4');
    await writeFile(path, await recorded(said));
    const env = { ...process.env, PYTHONPATH: packages.folder };
    const options = { env, encoding: 'buffer', maxBuffer: 64 * 1024 * 1024 } as const;
    const { stdout } = await promisify(execFile)(packages.python, [program, path], options);
    const decoded = new Float32Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.byteLength));
    const there = decoded.subarray(late, late + said.length);
    const [wanted, unwanted] = [powersOf(said), powersOf(said.map((sample, n) => (there[n] ?? 0) - sample))];
    return { louder: decibels(powersOf(there), wanted), clear: decibels(wanted, unwanted) };
  };

  describe('the sound of a recording', () => {
    it('is as loud as what was said in every octave of a voice, and nearer to it than by the encoder’s own settings', async () => {
      const said = await sound();
      const byItsMaker = await heard(said);
      using _ = holdWorkersInThread();
      const { louder, clear } = await heard(said);
      for (const [n, octave_db] of louder.entries()) {
        expect(Math.abs(octave_db)).toBeLessThan(0.25);
        expect(clear[n]).toBeGreaterThan(10);
        expect(clear[n]).toBeGreaterThan((byItsMaker.clear[n] ?? Number.NaN) + 1);
      }
    });
  });
}
