/** What a recording shows and sounds like from picture to picture, decoded by ffmpeg, which must not find a fault in it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buffer, text } from 'node:stream/consumers';
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from 'mediabunny';

/** A picture is kept as so many blocks, each with its average red, green and blue. */
const blocks = { across: 32, down: 18 } as const;
const bytes_per_picture = blocks.across * blocks.down * 3;
export const sampleRate = 16_000;

/** Loudness is told for steps of so long. */
export const stepMs = 10;

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface SeenPicture {
  readonly at_ms: number;
  readonly blocks: Uint8Array;
}

const decode = async (args: readonly string[]): Promise<Buffer> => {
  const program = spawn('ffmpeg', ['-nostdin', '-v', 'error', ...args, '-'], { stdio: ['ignore', 'pipe', 'pipe'] });
  await once(program, 'spawn').catch((cause) => {
    throw new Error('recordings are decoded by ffmpeg: install it, and have it on the PATH', { cause });
  });
  const [decoded, faults] = await Promise.all([buffer(program.stdout), text(program.stderr)]);
  if (faults) throw new Error(`ffmpeg finds a fault in the recording: ${faults.trim().slice(0, 300)}`);
  return decoded;
};

const timesOf = async (path: string): Promise<{ pictures: number[]; sound: number }> => {
  using input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(path) });
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  if (!video || !audio) throw new Error('picture or sound is missing');
  const pictures: number[] = [];
  for await (const { timestamp } of new EncodedPacketSink(video).packets(undefined, undefined, { metadataOnly: true }))
    pictures.push(timestamp * 1000);
  return { pictures, sound: Math.max(0, await audio.getFirstTimestamp()) * 1000 };
};

/** Every picture of the recording, of which only a part is looked at. @throws when one cannot be decoded without a fault */
export const picturesOf = async (path: string, { x, y, width, height }: Rectangle): Promise<SeenPicture[]> => {
  const { pictures } = await timesOf(path);
  const part = `crop=${width}:${height}:${x}:${y},scale=${blocks.across}:${blocks.down}:flags=area`;
  const decoded = await decode([
    '-i',
    path,
    '-an',
    '-fps_mode',
    'passthrough',
    // The file's own clock: the usual one, of its average rate, has pictures at the same moment.
    '-enc_time_base',
    '-1',
    '-vf',
    part,
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgb24',
  ]);
  const count = decoded.length / bytes_per_picture;
  if (count !== pictures.length) throw new Error(`of ${pictures.length} pictures ${count} were decoded`);
  return pictures.map((at_ms, index) => ({
    at_ms,
    blocks: decoded.subarray(index * bytes_per_picture, (index + 1) * bytes_per_picture),
  }));
};

/** The loudness of every step of samples at `sampleRate`, in decibels below full scale. */
export const levelsOf = (samples: Float32Array): number[] => {
  const length = (sampleRate * stepMs) / 1000;
  return Array.from({ length: Math.floor(samples.length / length) }, (_, step) => {
    const part = samples.subarray(step * length, (step + 1) * length);
    return Math.max(-100, 10 * Math.log10(part.reduce((sum, sample) => sum + sample * sample, 0) / length));
  });
};

/** The same of a recording. */
export const loudnessOf = async (path: string): Promise<number[]> => {
  const { sound } = await timesOf(path);
  const decoded = await decode(['-i', path, '-vn', '-ac', '1', '-ar', `${sampleRate}`, '-f', 'f32le']);
  const samples = new Float32Array(decoded.buffer, decoded.byteOffset, Math.floor(decoded.length / 4));
  const before = Array.from({ length: Math.round(sound / stepMs) }, () => -100);
  return [...before, ...levelsOf(samples)];
};

// What moves a little, or is encoded a little worse, is still alike.
const alike = 24;

/** The part of a picture that is not like another, from 0 to 1. */
export const difference = (one: Uint8Array, other: Uint8Array): number => {
  const apart = (index: number): number => Math.abs((one[index] ?? 0) - (other[index] ?? 0));
  const all = Array.from({ length: blocks.across * blocks.down }, (_, block) => 3 * block);
  return all.filter((first) => apart(first) + apart(first + 1) + apart(first + 2) > 3 * alike).length / all.length;
};

/** What several pictures have in common. */
export const typical = (pictures: readonly SeenPicture[]): Uint8Array =>
  Uint8Array.from({ length: bytes_per_picture }, (_, index) => {
    const values = pictures.map(({ blocks }) => blocks[index] ?? 0).toSorted((one, other) => one - other);
    return values[values.length >> 1] ?? 0;
  });
