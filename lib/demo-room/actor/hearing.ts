import { createQuietContext } from '../page/quiet-context.ts';

/** What was heard of somebody, in short steps; loudness in decibels below full scale. */
export interface Sound {
  steps: { timestamp_ms: number; loudness_db: number; frequency_hz: number }[];
  /** The loudest step, and the strongest frequency in it. */
  loudness_db: number;
  frequency_hz: number;
}

const STEP_MS = 20;
const SAMPLE_RATE = 48_000;
const SAMPLES_PER_STEP = (SAMPLE_RATE * STEP_MS) / 1000;
const SILENCE_DB = -100;
const FFT_SIZE = 4096;

/** Ears: tracks are heard from the first time on that somebody listens to them. */
export const createHearing = () => {
  let context: AudioContext | undefined;
  const analysers = new WeakMap<MediaStreamTrack, AnalyserNode>();
  const samples = new Float32Array(FFT_SIZE);
  const spectrum = new Float32Array(FFT_SIZE / 2);

  const analyserOf = async (track: MediaStreamTrack): Promise<AnalyserNode> => {
    context ??= createQuietContext();
    await context.resume();
    const analyser = analysers.get(track) ?? new AnalyserNode(context, { fftSize: FFT_SIZE, smoothingTimeConstant: 0 });
    if (!analysers.has(track)) context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
    analysers.set(track, analyser);
    return analyser;
  };

  const step = (analyser: AnalyserNode): Sound['steps'][number] => {
    const timestamp_ms = Date.now();
    analyser.getFloatTimeDomainData(samples);
    analyser.getFloatFrequencyData(spectrum);
    const newest = samples.subarray(-SAMPLES_PER_STEP);
    const power = newest.reduce((sum, sample) => sum + sample * sample, 0) / newest.length;
    const strongest = spectrum.reduce((best, level, bin) => (level > (spectrum[best] ?? 0) ? bin : best), 1);
    return {
      timestamp_ms,
      loudness_db: Math.max(SILENCE_DB, 10 * Math.log10(power)),
      frequency_hz: Math.round((strongest * SAMPLE_RATE) / FFT_SIZE),
    };
  };

  return {
    /** Listens for a while. */
    listen: async (track: MediaStreamTrack, for_ms: number): Promise<Sound> => {
      const analyser = await analyserOf(track);
      const until = performance.now() + for_ms;
      const steps: Sound['steps'] = [];
      while (performance.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, STEP_MS));
        steps.push(step(analyser));
      }
      const loudest = steps.reduce((best, next) => (next.loudness_db > best.loudness_db ? next : best), step(analyser));
      return { steps, loudness_db: loudest.loudness_db, frequency_hz: loudest.frequency_hz };
    },
  };
};
