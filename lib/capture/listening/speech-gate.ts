/** Decides from loudness who starts and stops speaking. Pure: runs in the page, tested in Node. */

export type SpeechChange = { readonly type: 'speech_start' | 'speech_stop'; readonly at_ms: number };

const quietest_db = -100;
const lowest_threshold_db = -55;
const highest_first_floor_db = -50;
const above_floor_db = 12;
const hold_below_start_db = 6;
const floor_rise_db_per_s = 2;
const on_after_ms = 80;
const off_after_ms = 600;

/** The loudness of samples in decibels below full scale. */
export const loudness = (samples: Float32Array): number => {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.max(quietest_db, 10 * Math.log10(sum / Math.max(1, samples.length)));
};

/**
 * A gate for one participant. The threshold follows the noise: its floor falls at once to what is quieter and rises
 * slowly. Speech starts after 80 ms above the threshold, told with the moment at which it began, and stops after 600 ms
 * below it, told with the moment at which it fell silent.
 */
export const createSpeechGate = () => {
  let floor_db = Number.NaN;
  let before_ms: number | undefined;
  let loud_since_ms: number | undefined;
  let loud_last_ms = 0;
  let speaking = false;

  const stop = (): SpeechChange | undefined => {
    if (!speaking) return undefined;
    speaking = false;
    loud_since_ms = undefined;
    return { type: 'speech_stop', at_ms: loud_last_ms };
  };

  return {
    get speaking(): boolean {
      return speaking;
    },
    /** When the participant was last loud enough to be speaking, by the clock of the measures. */
    get loud_last_ms(): number {
      return loud_last_ms;
    },
    /** Measures must come in order of time, every 20 to 60 ms. */
    measure(level_db: number, at_ms: number): SpeechChange | undefined {
      const passed_s = before_ms === undefined ? 0 : (at_ms - before_ms) / 1000;
      before_ms = at_ms;
      // The pauses between words pull the floor down again, so it may rise during speech too; steady noise is found out.
      const risen_db = Number.isNaN(floor_db) ? highest_first_floor_db : floor_db + floor_rise_db_per_s * passed_s;
      floor_db = Math.max(quietest_db, Math.min(level_db, risen_db));
      const start_db = Math.max(lowest_threshold_db, floor_db + above_floor_db);
      const loud = level_db >= (speaking ? start_db - hold_below_start_db : start_db);
      if (loud) {
        loud_since_ms ??= at_ms;
        loud_last_ms = at_ms;
        if (speaking || at_ms - loud_since_ms < on_after_ms) return undefined;
        speaking = true;
        return { type: 'speech_start', at_ms: loud_since_ms };
      }
      if (!speaking) {
        loud_since_ms = undefined;
        return undefined;
      }
      return at_ms - loud_last_ms >= off_after_ms ? stop() : undefined;
    },
    /** The participant is gone or the session ends: closes what is open. */
    stop,
  };
};
export type SpeechGate = ReturnType<typeof createSpeechGate>;
