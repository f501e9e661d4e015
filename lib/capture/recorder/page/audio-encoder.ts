/** AAC from captured sound, in step with the clock. Runs in the media worker. */
import { registerAacEncoder } from '@mediabunny/aac-encoder';
import { AudioSample, AudioSampleSource, MkvOutputFormat, NullTarget, Output, Quality } from 'mediabunny';
import { createAudioTimeline } from '../audio-timeline.ts';
import type { MediaPacket } from '../segmenter.ts';

const sample_rate = 48_000;

/** Mono: a meeting is a mix of people, not a stage. */
const mono = (data: AudioData): Float32Array<ArrayBuffer> => {
  const left = new Float32Array(data.numberOfFrames);
  data.copyTo(left, { planeIndex: 0, format: 'f32-planar' });
  if (data.numberOfChannels < 2) return left;
  const right = new Float32Array(data.numberOfFrames);
  data.copyTo(right, { planeIndex: 1, format: 'f32-planar' });
  return left.map((sample, index) => (sample + (right[index] ?? 0)) / 2);
};

export const createAudioEncoder = (
  bitrate: number,
  onPacket: (packet: MediaPacket) => void,
  onError: (error: unknown) => void,
) => {
  registerAacEncoder();
  const timeline = createAudioTimeline(sample_rate);
  let config: AudioDecoderConfig | undefined;
  let position = 0;

  const source = new AudioSampleSource({
    codec: 'aac',
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
  // Mediabunny runs encoders only below an output; this one forgets everything it is given.
  const output = new Output({ format: new MkvOutputFormat({ appendOnly: true }), target: new NullTarget() });
  output.addAudioTrack(source);
  const started = output.start();
  started.catch(onError);

  const write = async (samples: Float32Array<ArrayBuffer>): Promise<void> => {
    if (samples.length === 0) return;
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
  /** One block after the other, whoever brings it. */
  const enqueue = (samples: Float32Array<ArrayBuffer>): void => {
    queue = queue.then(() => write(samples)).catch(onError);
  };
  const enqueueSilence = (samples: number): void => {
    for (let left = samples; left > 0; left -= sample_rate) enqueue(new Float32Array(Math.min(left, sample_rate)));
  };

  return {
    get config(): AudioDecoderConfig | undefined {
      return config;
    },
    /** Takes a block that was captured at a moment of the take. Does not close it. */
    take(data: AudioData, at_us: number): void {
      const { silence, skip } = timeline.place(at_us, data.numberOfFrames);
      enqueueSilence(silence);
      enqueue(mono(data).subarray(skip));
    },
    /** Puts silence where sound has failed to come for more than a second. */
    keepUp(now_us: number): void {
      if (timeline.missing(now_us) > 2 * sample_rate) enqueueSilence(timeline.fill(now_us - 1e6));
    },
    /** Fills up with silence to the end of the take and waits for the encoder. */
    async finish(until_us: number): Promise<void> {
      enqueueSilence(timeline.fill(until_us));
      await queue;
      await output.finalize();
    },
  };
};
