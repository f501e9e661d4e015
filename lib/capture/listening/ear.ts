/** Listens to one track. Pure: runs in the media worker. */
import { createResampler } from './resampler.ts';
import { createSpeechGate, loudness, type SpeechChange } from './speech-gate.ts';

const sample_rate = 16_000;
const frame_length = 320;
const frame_ms = 20;

export interface Ear {
  /** Whether something is heard now. */
  readonly isSounding: boolean;
  /** When something was last heard that is no pause between words, by the clock of the sound. */
  readonly heard_ms: number;
  /** Takes 48 kHz sound that was captured at a moment; answers what changed. */
  hear(samples: Float32Array, at_ms: number): SpeechChange[];
  /** Closes what is open. */
  stop(): SpeechChange | undefined;
}

export const createEar = (): Ear => {
  const resampler = createResampler(48_000, sample_rate);
  const gate = createSpeechGate();
  const frame = new Float32Array(frame_length);
  let filled = 0;

  return {
    get isSounding() {
      return gate.speaking;
    },
    get heard_ms() {
      return gate.loud_last_ms;
    },
    hear(samples, at_ms) {
      const changes: SpeechChange[] = [];
      const end_ms = at_ms + samples.length / 48 - resampler.delay_ms;
      const heard = resampler.take(samples);
      for (const [index, sample] of heard.entries()) {
        frame[filled] = sample;
        filled += 1;
        if (filled < frame_length) continue;
        filled = 0;
        const frame_end_ms = end_ms - ((heard.length - 1 - index) / sample_rate) * 1000;
        const change = gate.measure(loudness(frame), frame_end_ms - frame_ms);
        if (change) changes.push(change);
      }
      return changes;
    },
    stop: () => gate.stop(),
  };
};
