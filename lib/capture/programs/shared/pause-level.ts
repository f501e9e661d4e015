/** How loud a pause may be, by what is heard around it: rooms and microphones are never silent. Pure. */

export interface PauseLevel {
  /** Hears how far the next 10 ms are from silence at most. */
  hear(peak: number): void;
  /** What goes no further from silence than this is a pause. */
  readonly most: number;
}

const silent = 0.01;
/** Peaks of noise differ by no more. */
const noiseSpread = 2;
/** A pause is so much softer than what is heard around it: sound that stays as loud as it is has none. */
const speechAbove = 4;
/** What was heard counts for half as much after three and a half seconds. */
const drift = 1.002;

export const createPauseLevel = (): PauseLevel => {
  let softest = Number.POSITIVE_INFINITY;
  let loudest = 0;
  return {
    hear(peak) {
      // Muted sound is silent as a whole, and tells nothing of the noise that comes with the next word.
      softest = Math.min(Math.max(peak, silent / noiseSpread), softest * drift);
      loudest = Math.max(peak, loudest / drift);
    },
    get most() {
      return Math.max(silent, Math.min(softest * noiseSpread, loudest / speechAbove));
    },
  };
};
