/** Reads the sound of remote tracks. */

import { createClockMapping } from '../../media/audio-timeline.ts';
import { createSamplesOf } from '../../media/samples-of.ts';
import type { Sound } from '../../media/sound.ts';
import { createBeat } from './beat.ts';

// Sound is sent so much later than pictures: 20 ms to fill an Opus frame, less what encoding and decoding a picture takes.
// Measured with pictures and tones that say when they were made.
const pathMs = 28;
// In the jitter buffer on a machine and a network that have time, as long as nothing was measured.
const usualDelayMs = 30;
// With each block the delay moves by so much towards what was measured, so that those who listen to the blocks hear no gap.
const mostChangeMs = 3;
// Blocks come a hundred times a second; to wake for each costs more than to hear it.
const readEveryMs = 50;
// Some are read as soon as they come, which tells the zero of their clock: at first, when machines are busiest, and now
// and then.
const isTimed = (block: number): boolean => block < 200 || block % 1000 < 40;

const beat = createBeat(readEveryMs);

export interface VoiceReading {
  /** How long the sound that comes now waited between its arrival and the moment at which it is given. */
  delay(delay_ms: number): void;
  stop(): void;
}

/** Gives the blocks of a track as they come, until it ends, which `onEnd` hears, or is stopped. */
export const readVoice = (
  voice: number,
  stream: ReadableStream<AudioData>,
  onSound: (sound: Sound) => void,
  onEnd: () => void,
): VoiceReading => {
  const reader = stream.getReader();
  const mapped = createClockMapping();
  const samplesOf = createSamplesOf();
  let ended = false;
  let delay_ms = usualDelayMs;
  let measured_ms = usualDelayMs;
  let block = 0;
  let last_us = Number.NEGATIVE_INFINITY;

  /** Answers by when the next block must be there. */
  const take = (data: AudioData): number => {
    const { timestamp, duration } = data;
    const given_ms = mapped(timestamp, performance.now() - duration / 1000);
    if (!ended) onSound({ voice, samples: samplesOf(data), at_ms: given_ms - pathMs - delay_ms, given_ms });
    delay_ms += Math.max(-mostChangeMs, Math.min(mostChangeMs, measured_ms - delay_ms));
    data.close();
    block = timestamp < last_us ? 0 : block + 1;
    last_us = timestamp;
    return given_ms + (2 * duration) / 1000;
  };

  const read = async (): Promise<void> => {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const next_ms = take(next.value);
      if (!isTimed(block) && next_ms > performance.now()) await beat();
    }
  };
  read()
    .catch(() => undefined)
    .then(() => !ended && onEnd());

  return {
    delay(now_ms) {
      measured_ms = now_ms;
    },
    stop() {
      ended = true;
      reader.cancel().catch(() => undefined);
    },
  };
};
