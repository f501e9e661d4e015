/** Reads the sound that a browser gives in blocks. */
import { createResampler, type Resampler } from './listening/resampler.ts';
import { meetingRate } from './sound.ts';

/** Answers the sound of blocks as one channel, each only to be read at once: the next one lies in the same memory. */
const createMono = () => {
  let mixed = new Float32Array();
  let other = new Float32Array();
  return (data: AudioData): Float32Array<ArrayBuffer> => {
    const { numberOfChannels, numberOfFrames } = data;
    if (mixed.length !== numberOfFrames) {
      mixed = new Float32Array(numberOfFrames);
      other = new Float32Array(numberOfFrames);
    }
    data.copyTo(mixed, { planeIndex: 0, format: 'f32-planar' });
    if (numberOfChannels === 1) return mixed;
    for (let planeIndex = 1; planeIndex < numberOfChannels; planeIndex += 1) {
      data.copyTo(other, { planeIndex, format: 'f32-planar' });
      for (let i = 0; i < numberOfFrames; i += 1) mixed[i] = (mixed[i] as number) + (other[i] as number);
    }
    for (let i = 0; i < numberOfFrames; i += 1) mixed[i] = (mixed[i] as number) / numberOfChannels;
    return mixed;
  };
};

/**
 * Answers the sound of blocks that follow each other as one channel at the meeting's rate, each only to be read at once: the
 * next one may lie in the same memory. They come out as one: were each as long as it is by itself, the sound of a film would
 * be late at its end. Does not close them.
 */
export const createSamplesOf = () => {
  const mono = createMono();
  let resampler: Resampler | undefined;
  return (data: AudioData): Float32Array<ArrayBuffer> => {
    const samples = mono(data);
    if (data.sampleRate === meetingRate) return samples;
    if (resampler?.from !== data.sampleRate) resampler = createResampler(data.sampleRate, meetingRate);
    return resampler.take(samples);
  };
};
