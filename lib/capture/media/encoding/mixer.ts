/** Mixes everybody's sound by the moment at which it was captured. Pure. */

import { type AudioTimeline, createAudioTimeline } from '../audio-timeline.ts';
import { isWithin } from '../listening/loudness.ts';

// Remote tracks give blocks of exactly 10 ms; only what the machine has lost moves them.
const toleranceS = 0.04;
// Sound is moved to its place while nothing is said, where nobody hears it.
const quiet = 0.01;
const quietToleranceS = 0.005;
// A voice that is so far behind the others is not waited for.
const patienceS = 0.5;
// When nobody is heard at all, the mix goes on after so long.
const longestWaitS = 1.5;
// All that is waited for, and the three seconds that wait to be read where this is held up (page/remote-voices.ts).
const capacityS = 6;

/**
 * Adds blocks of several voices up, each at its place in the take, and hands out what nobody can add to any more.
 * Needs the same memory however long it runs and however many speak.
 */
export const createMixer = (sample_rate: number) => {
  const sums = new Float32Array(capacityS * sample_rate);
  const voices = new Map<number, AudioTimeline>();
  let done = 0;

  const due = (at_us: number): number => Math.round((at_us / 1e6) * sample_rate);

  const timelineOf = (voice: number): AudioTimeline => {
    const timeline = voices.get(voice) ?? createAudioTimeline(sample_rate);
    voices.set(voice, timeline);
    return timeline;
  };

  const toleranceFor = (samples: Float32Array): number =>
    sample_rate * (isWithin(samples, quiet) ? quietToleranceS : toleranceS);

  const takeUntil = (position: number): Float32Array<ArrayBuffer> => {
    const mixed = new Float32Array(Math.max(0, position - done));
    // What was never written lies beyond the ring, and stays silent.
    const written = Math.min(mixed.length, sums.length);
    let place = done % sums.length;
    for (let index = 0; index < written; index += 1) {
      mixed[index] = sums[place] as number;
      sums[place] = 0;
      place = place + 1 === sums.length ? 0 : place + 1;
    }
    done += mixed.length;
    return mixed;
  };

  return {
    /** Takes a block; `at_us` counts from the start of the take and may be negative for sound from before it. */
    add(voice: number, samples: Float32Array, at_us: number): void {
      const timeline = timelineOf(voice);
      const { skip } = timeline.place(at_us, samples.length, toleranceFor(samples));
      const start = timeline.position - samples.length;
      const first = Math.max(skip, done - start);
      const end = Math.min(samples.length, done + sums.length - start);
      let place = (start + first) % sums.length;
      for (let index = first; index < end; index += 1) {
        sums[place] = (sums[place] as number) + (samples[index] as number);
        place = place + 1 === sums.length ? 0 : place + 1;
      }
    },
    /** Nothing more comes of a voice. */
    end(voice: number): void {
      voices.delete(voice);
    },
    /** What has become final by now, which may be nothing. */
    release(now_us: number): Float32Array<ArrayBuffer> {
      const positions = [...voices.values()].map(({ position }) => position);
      const newest = Math.max(0, ...positions);
      const heard = positions.filter((position) => position >= newest - patienceS * sample_rate);
      return takeUntil(Math.max(Math.min(newest, ...heard), due(now_us) - longestWaitS * sample_rate));
    },
    /** Everything until the end of the take. */
    finish(until_us: number): Float32Array<ArrayBuffer> {
      return takeUntil(due(until_us));
    },
  };
};
