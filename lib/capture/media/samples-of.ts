/** Reads the sound that a browser gives in blocks. */
import { createResampler, type Resampler } from './listening/resampler.ts';
import { createMono } from './pcm.ts';
import { meetingRate } from './sound.ts';

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
