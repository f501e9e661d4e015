/** Hands on what each person sounds like as it comes, at the rate that is wanted. What is silent is left out. Pure. */

import { inaudible, isWithin } from '../../media/listening/loudness.ts';
import { createResampler, type Resampler } from '../../media/listening/resampler.ts';
import { meetingRate, type Sound } from '../../media/sound.ts';

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
  /** Takes sound at the meeting's rate. Nothing of it is kept that is older than a hand-over. */
  hear(participant_id: string | null, sound: Sound): void;
  end(voice: number): void;
}

const handedOverMs = 40;
/** Pauses between words are sound too; whoever says nothing for so long is silent. */
const silentAfterMs = 500;
/** What comes so much earlier or later than it should has been interrupted. */
const gapMs = 250;

/** A voice from when it begins to speak until it is silent. */
interface LiveVoice {
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
  const live = new Map<number, LiveVoice>();
  let rate: number | undefined;

  const begin = (participant_id: string | null, sample_rate: number, at_ms: number): LiveVoice => ({
    participant_id,
    sample_rate,
    resampler: createResampler(meetingRate, sample_rate),
    held: new Float32Array((sample_rate * handedOverMs) / 1000),
    filled: 0,
    next_ms: at_ms,
    quiet_ms: 0,
  });

  const handOver = (speaking: LiveVoice, samples: Float32Array, end_ms: number): void => {
    const { participant_id, sample_rate } = speaking;
    for (let start = 0; start < samples.length; ) {
      const part = samples.subarray(start, start + speaking.held.length - speaking.filled);
      speaking.held.set(part, speaking.filled);
      speaking.filled += part.length;
      start += part.length;
      if (speaking.filled < speaking.held.length) return;
      speaking.filled = 0;
      const at_ms = end_ms - ((samples.length - start) / sample_rate) * 1000 - handedOverMs;
      give({ participant_id, at_ms, sample_rate, samples: speaking.held });
    }
  };

  return {
    want(sample_rate) {
      if (sample_rate !== rate) live.clear();
      rate = sample_rate;
    },
    hear(participant_id, { voice, samples, at_ms }) {
      if (rate === undefined) return;
      const isQuiet = isWithin(samples, inaudible);
      const known = live.get(voice);
      const goesOn = known?.participant_id === participant_id && Math.abs(at_ms - known.next_ms) <= gapMs;
      // What one person left unfinished is not continued by another.
      if (known && !goesOn) live.delete(voice);
      if (isQuiet && !goesOn) return;
      const speaking = goesOn ? known : begin(participant_id, rate, at_ms);
      live.set(voice, speaking);
      const length_ms = (samples.length / meetingRate) * 1000;
      speaking.next_ms = at_ms + length_ms;
      speaking.quiet_ms = isQuiet ? speaking.quiet_ms + length_ms : 0;
      handOver(speaking, speaking.resampler.take(samples), speaking.next_ms - speaking.resampler.delay_ms);
      if (speaking.quiet_ms >= silentAfterMs) live.delete(voice);
    },
    end: (voice) => void live.delete(voice),
  };
};
