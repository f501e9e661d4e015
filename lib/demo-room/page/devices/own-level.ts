import { createQuietContext } from './quiet-context.ts';

/** How loud one's own microphone is right now, 0 to 1; follows the microphone when it changes. */
export const createOwnLevel = (microphone: () => MediaStreamTrack | undefined) => {
  let context: AudioContext | undefined;
  let analyser: AnalyserNode | undefined;
  let measured: MediaStreamTrack | undefined;
  let samples = new Float32Array(0);

  const connect = (track: MediaStreamTrack): void => {
    context ??= createQuietContext();
    void context.resume();
    analyser = context.createAnalyser();
    analyser.fftSize = 512;
    samples = new Float32Array(analyser.fftSize);
    context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
    measured = track;
  };

  return (): number => {
    const track = microphone();
    if (!track?.enabled) return 0;
    if (track !== measured) connect(track);
    analyser?.getFloatTimeDomainData(samples);
    return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
  };
};
