/** Hands on what each person sounds like as it comes, at the rate that is wanted. What is silent is left out. Pure. */
import type { Sound } from '../voices.ts';
import { inaudible, isWithin } from './loudness.ts';
import { createResampler, type Resampler } from './resampler.ts';

/** Some of what somebody sounds like; nobody's, while it is not known whose. */
export interface LiveSound {
  readonly participant_id: string | null;
  /** When it began, by the clock of the sound. */
  readonly at_ms: number;
  readonly sample_rate: number;
  /** Only to be read at once: what comes next lies in the same memory. */
  readonly samples: Float32Array;
}

export interface LiveVoices {
  /** At which rate sound is handed on from now on; undefined: not at all. */
  want(sample_rate: number | undefined): void;
  /** Takes 48 kHz sound. Nothing of it is kept that is older than a hand-over. */
  hear(participant_id: string | null, sound: Sound): void;
  end(voice: number): void;
}

const fromRate = 48_000;
const handedOverMs = 40;
/** Pauses between words are sound too; whoever says nothing for so long is silent. */
const silentAfterMs = 500;
/** What comes so much earlier or later than it should has been interrupted. */
const gapMs = 250;

interface Line {
  readonly participant_id: string | null;
  readonly sample_rate: number;
  readonly resampler: Resampler;
  readonly held: Float32Array;
  filled: number;
  /** When the next sound is to come. */
  next_ms: number;
  quiet_ms: number;
}

export const createLiveVoices = (give: (sound: LiveSound) => void): LiveVoices => {
  const lines = new Map<number, Line>();
  let rate: number | undefined;

  const begin = (participant_id: string | null, sample_rate: number, at_ms: number): Line => ({
    participant_id,
    sample_rate,
    resampler: createResampler(fromRate, sample_rate),
    held: new Float32Array((sample_rate * handedOverMs) / 1000),
    filled: 0,
    next_ms: at_ms,
    quiet_ms: 0,
  });

  const handOver = (line: Line, samples: Float32Array, end_ms: number): void => {
    const { participant_id, sample_rate } = line;
    for (let start = 0; start < samples.length; ) {
      const part = samples.subarray(start, start + line.held.length - line.filled);
      line.held.set(part, line.filled);
      line.filled += part.length;
      start += part.length;
      if (line.filled < line.held.length) return;
      line.filled = 0;
      const at_ms = end_ms - ((samples.length - start) / sample_rate) * 1000 - handedOverMs;
      give({ participant_id, at_ms, sample_rate, samples: line.held });
    }
  };

  return {
    want(sample_rate) {
      if (sample_rate !== rate) lines.clear();
      rate = sample_rate;
    },
    hear(participant_id, { voice, samples, at_ms }) {
      if (rate === undefined) return;
      const isQuiet = isWithin(samples, inaudible);
      const known = lines.get(voice);
      const goesOn = known?.participant_id === participant_id && Math.abs(at_ms - known.next_ms) <= gapMs;
      // What one person left unfinished is not continued by another.
      if (known && !goesOn) lines.delete(voice);
      if (isQuiet && !goesOn) return;
      const line = goesOn ? known : begin(participant_id, rate, at_ms);
      lines.set(voice, line);
      const length_ms = (samples.length / fromRate) * 1000;
      line.next_ms = at_ms + length_ms;
      line.quiet_ms = isQuiet ? line.quiet_ms + length_ms : 0;
      handOver(line, line.resampler.take(samples), line.next_ms - line.resampler.delay_ms);
      if (line.quiet_ms >= silentAfterMs) lines.delete(voice);
    },
    end: (voice) => void lines.delete(voice),
  };
};
