import { createQuietContext } from '../../page/devices/quiet-context.ts';

/** What was heard of somebody, in short steps; loudness in decibels below full scale. */
export interface Sound {
  readonly steps: { timestamp_ms: number; loudness_db: number; frequency_hz: number }[];
  /** The loudest step, and the strongest frequency in it. */
  readonly loudness_db: number;
  readonly frequency_hz: number;
}

const stepMs = 20;
const sampleRate = 48_000;
const samplesPerStep = (sampleRate * stepMs) / 1000;
const silenceDb = -100;
const fftSize = 4096;

/** Ears: tracks are heard from the first time on that somebody listens to them. */
export const createHearing = () => {
  let context: AudioContext | undefined;
  const analysers = new WeakMap<MediaStreamTrack, AnalyserNode>();
  const samples = new Float32Array(fftSize);
  const spectrum = new Float32Array(fftSize / 2);

  const analyserOf = async (track: MediaStreamTrack): Promise<AnalyserNode> => {
    context ??= createQuietContext();
    await context.resume();
    const analyser = analysers.get(track) ?? new AnalyserNode(context, { fftSize, smoothingTimeConstant: 0 });
    if (!analysers.has(track)) context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
    analysers.set(track, analyser);
    return analyser;
  };

  const step = (analyser: AnalyserNode): Sound['steps'][number] => {
    const timestamp_ms = Date.now();
    analyser.getFloatTimeDomainData(samples);
    analyser.getFloatFrequencyData(spectrum);
    const newest = samples.subarray(-samplesPerStep);
    const power = newest.reduce((sum, sample) => sum + sample * sample, 0) / newest.length;
    const strongest = spectrum.reduce((best, level, bin) => (level > (spectrum[best] ?? 0) ? bin : best), 1);
    return {
      timestamp_ms,
      loudness_db: Math.max(silenceDb, 10 * Math.log10(power)),
      frequency_hz: Math.round((strongest * sampleRate) / fftSize),
    };
  };

  return {
    /** Listens for a while. */
    listen: async (track: MediaStreamTrack, for_ms: number): Promise<Sound> => {
      const analyser = await analyserOf(track);
      const until = performance.now() + for_ms;
      const steps: Sound['steps'] = [];
      while (performance.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, stepMs));
        steps.push(step(analyser));
      }
      const loudest = steps.reduce((best, next) => (next.loudness_db > best.loudness_db ? next : best), step(analyser));
      return { steps, loudness_db: loudest.loudness_db, frequency_hz: loudest.frequency_hz };
    },
  };
};
