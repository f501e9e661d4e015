/** What tells speech from noise in a frame of 20 ms. Pure. */
import { isWithin } from './loudness.ts';
import { periodicity } from './periodicity.ts';
import { createSpectrum } from './spectrum.ts';

/** At how many samples a second it is heard who speaks, and what is said is handed over. */
export const listeningRate = 16_000;
export const frameLength = 320;
export const frameMs = 20;

export interface Features {
  /** By how many decibels the bands of speech are louder than in their quietest moment of the last second and a half. */
  readonly lift_db: number;
  /** From 0, noise, to 1, a tone or a vowel. Not looked for, and 0, in a frame that is hardly louder than its surroundings. */
  readonly voicing: number;
}

const windowLength = 512;
// The edges of the bands in which speech has its energy, in Hz. They are narrow where mains hum is, so that hum spoils few of them.
const edges = [
  120, 200, 280, 360, 450, 560, 680, 820, 980, 1_170, 1_400, 1_680, 2_000, 2_400, 2_900, 3_500, 4_300, 5_400,
];
const bands = edges.slice(1).map((to, index) => ({
  from: Math.round(((edges[index] ?? 0) * windowLength) / listeningRate),
  to: Math.round((to * windowLength) / listeningRate),
}));
const smoothing = 0.6;
// Speech falls silent in every band more often than this, between syllables; hum, fans and hiss do not.
const floorParts = 5;
const framesPerPart = 15;
/** The level of a band that is quieter than any voice. */
const leastDb = -105;
const mostLiftDb = 18;
const worthALookDb = 5;

const decibels = (power: number): number => 10 * Math.log10(power + 1e-14);

/** The quietest moment of each band, in each of the last parts and in the one that is going on. */
const createFloors = () => {
  const least = new Float64Array(floorParts * bands.length).fill(Number.POSITIVE_INFINITY);
  let part = 0;
  let frames = 0;
  return {
    /** Comes before the levels of each frame. */
    next(): void {
      if (frames === framesPerPart) {
        part = (part + 1) % floorParts;
        least.fill(Number.POSITIVE_INFINITY, part * bands.length, (part + 1) * bands.length);
        frames = 0;
      }
      frames += 1;
    },
    /** Takes the level of a band; answers that of its quietest moment. */
    take(band: number, level_db: number): number {
      const now = part * bands.length + band;
      least[now] = Math.min(least[now] as number, level_db);
      let floor_db = Number.POSITIVE_INFINITY;
      for (let at = band; at < least.length; at += bands.length) floor_db = Math.min(floor_db, least[at] as number);
      return Math.max(leastDb, floor_db);
    },
  };
};

/** Takes the frames of one track in their order. */
export const createFeatures = () => {
  const spectrum = createSpectrum(windowLength);
  const window = new Float32Array(windowLength);
  const floors = createFloors();
  const smoothed = new Float64Array(bands.length);

  return (frame: Float32Array): Features => {
    window.copyWithin(0, frameLength);
    window.set(frame, windowLength - frameLength);
    floors.next();
    // Those who are muted send nothing but zeros.
    if (isWithin(window, 0)) {
      smoothed.fill(0);
      for (let band = 0; band < bands.length; band += 1) floors.take(band, leastDb);
      return { lift_db: 0, voicing: 0 };
    }
    const powers = spectrum(window);
    let lift_db = 0;
    for (let band = 0; band < bands.length; band += 1) {
      const { from, to } = bands[band] as (typeof bands)[number];
      let power = 0;
      for (let bin = from; bin < to; bin += 1) power += powers[bin] as number;
      smoothed[band] = smoothing * (smoothed[band] as number) + (1 - smoothing) * (power / windowLength);
      const level_db = decibels(smoothed[band] as number);
      const above_db = level_db - floors.take(band, level_db);
      lift_db += Math.min(mostLiftDb, Math.max(0, above_db)) / bands.length;
    }
    return { lift_db, voicing: lift_db < worthALookDb ? 0 : periodicity(window, listeningRate) };
  };
};
