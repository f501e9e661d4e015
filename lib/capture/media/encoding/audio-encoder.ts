/** AAC or MP3 from the mix. */
import { registerAacEncoder } from '@mediabunny/aac-encoder';
import { registerMp3Encoder } from '@mediabunny/mp3-encoder';
import {
  AdtsOutputFormat,
  AudioSample,
  AudioSampleSource,
  Mp3OutputFormat,
  NullTarget,
  Output,
  type OutputFormat,
  Quality,
} from 'mediabunny';
import type { SoundCodec } from '../../programs/protocol/codecs.ts';
import { createLimiter } from './limiter.ts';
import type { MediaPacket } from './packets.ts';

const registrations: Record<SoundCodec, () => void> = { aac: registerAacEncoder, mp3: registerMp3Encoder };
const registered = new Set<SoundCodec>();

/**
 * Mediabunny runs encoders only below an output, which here forgets everything that it is given. These formats keep nothing
 * of what they have written: Matroska's index would grow by 2 MB in an hour.
 */
const forgetful: Record<SoundCodec, () => OutputFormat> = {
  aac: () => new AdtsOutputFormat(),
  mp3: () => new Mp3OutputFormat({ xingHeader: false }),
};

const register = (codec: SoundCodec): void => {
  if (!registered.has(codec)) registrations[codec]();
  registered.add(codec);
};

export interface AudioEncoderOptions {
  readonly codec: SoundCodec;
  readonly bitrate: number;
  readonly sample_rate: number;
}

/** Encodes mono sound without gaps, one block after the other, and handed to the encoder nowhere louder than -1 dB (true peak). */
export const createAudioEncoder = (
  { codec, bitrate, sample_rate }: AudioEncoderOptions,
  onPacket: (packet: MediaPacket) => void,
  onError: (error: unknown) => void,
) => {
  register(codec);
  const limiter = createLimiter(sample_rate);
  let config: AudioDecoderConfig | undefined;
  let position = 0;

  const source = new AudioSampleSource({
    codec,
    quality: new Quality({ bitrate }),
    onEncodedPacket: (packet, metadata) => {
      config ??= metadata?.decoderConfig;
      onPacket({
        kind: 'audio',
        data: packet.data,
        timestamp_us: packet.microsecondTimestamp,
        duration_us: packet.microsecondDuration,
        key: true,
      });
    },
  });
  const output = new Output({ format: forgetful[codec](), target: new NullTarget() });
  output.addAudioTrack(source);
  const started = output.start();
  started.catch(onError);

  const write = async (samples: Float32Array<ArrayBuffer>): Promise<void> => {
    await started;
    const sample = new AudioSample({
      data: samples,
      format: 'f32-planar',
      numberOfChannels: 1,
      sampleRate: sample_rate,
      timestamp: position / sample_rate,
    });
    position += samples.length;
    await source.add(sample);
    sample.close();
  };

  let queue: Promise<void> = Promise.resolve();
  const encode = (samples: Float32Array<ArrayBuffer>): void => {
    if (samples.length > 0) queue = queue.then(() => write(samples)).catch(onError);
  };

  return {
    get config(): AudioDecoderConfig | undefined {
      return config;
    },
    /** Takes the samples that follow those before. */
    take(samples: Float32Array<ArrayBuffer>): void {
      encode(limiter.take(samples));
    },
    /** Waits for the encoder. */
    async finish(): Promise<void> {
      encode(limiter.finish());
      await queue;
      // A file of these formats is never empty.
      await (position === 0 ? output.cancel() : output.finalize());
    },
  };
};
