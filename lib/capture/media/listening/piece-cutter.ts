/** Cuts what is said through one track into pieces. Pure. */
import { toInt16 } from '../pcm.ts';
import { frameLength, frameMs, listeningRate } from './features.ts';

/** 16-bit mono PCM of something said in one go. */
export interface CutPiece {
  /** By the clock of the frames. */
  readonly at_ms: number;
  readonly duration_ms: number;
  readonly samples: Int16Array<ArrayBuffer>;
}

interface Frame {
  readonly at_ms: number;
  readonly samples: Int16Array<ArrayBuffer>;
  readonly power: number;
}

/** Words begin and end softer than a gate hears. */
const beforeMs = 250;
const afterMs = 200;
// A gate tells that speech has begun half a second late at most.
const rememberedFrames = 40;
const longestMs = 30_000;
const cutWithinMs = 5_000;
const pauseFrames = 5;

const pieceOf = (frames: readonly Frame[]): CutPiece[] => {
  const [first] = frames;
  if (!first) return [];
  const samples = new Int16Array(frames.length * frameLength);
  for (const [index, frame] of frames.entries()) samples.set(frame.samples, index * frameLength);
  return [{ at_ms: first.at_ms, duration_ms: (samples.length / listeningRate) * 1000, samples }];
};

/** The quietest tenth of a second near the end, where a piece is cut that has become too long. */
const quietestPlace = (frames: readonly Frame[]): number => {
  let best = { place: frames.length, power: Number.POSITIVE_INFINITY };
  for (let place = frames.length - cutWithinMs / frameMs; place < frames.length - pauseFrames; place += 1) {
    const power = frames.slice(place, place + pauseFrames).reduce((sum, frame) => sum + frame.power, 0);
    if (power < best.power) best = { place: place + (pauseFrames >> 1), power };
  }
  return best.place;
};

/** Told of every frame and of what the gate says. Holds no more than half a minute of sound. */
export const createPieceCutter = () => {
  let frames: Frame[] = [];
  let open = false;

  return {
    /** Takes the next frame; answers a piece when one has become too long. */
    add(samples: Float32Array, at_ms: number): CutPiece[] {
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0);
      frames.push({ at_ms, samples: toInt16(samples), power });
      if (!open) {
        if (frames.length > rememberedFrames) frames.shift();
        return [];
      }
      if (frames.length * frameMs < longestMs) return [];
      const place = quietestPlace(frames);
      const piece = pieceOf(frames.slice(0, place));
      frames = frames.slice(place);
      return piece;
    },
    /** Somebody has begun to speak. Nothing changes when they already do. */
    start(at_ms: number): void {
      if (open) return;
      open = true;
      frames = frames.filter((frame) => frame.at_ms >= at_ms - beforeMs);
    },
    /** Nothing was said after this moment. */
    stop(at_ms: number): CutPiece[] {
      if (!open) return [];
      open = false;
      const piece = pieceOf(frames.filter((frame) => frame.at_ms < at_ms + afterMs));
      frames = frames.filter((frame) => frame.at_ms >= at_ms + afterMs).slice(-rememberedFrames);
      return piece;
    },
    /** The track is somebody else's from now on: the last owner said nothing after this moment, and the new one nothing before it. */
    part(at_ms: number): CutPiece[] {
      const piece = open ? pieceOf(frames.filter((frame) => frame.at_ms + frameMs <= at_ms)) : [];
      open = false;
      frames = [];
      return piece;
    },
  };
};
export type PieceCutter = ReturnType<typeof createPieceCutter>;
