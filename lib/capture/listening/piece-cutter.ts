/** Cuts what is said through one track into pieces. Pure: runs in the media worker. */
import { frame_length, frame_ms, sample_rate } from './features.ts';

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
const before_ms = 250;
const after_ms = 200;
// A gate tells of a beginning half a second late at most.
const remembered_frames = 40;
const longest_ms = 30_000;
const cut_within_ms = 5_000;
const pause_frames = 5;

const int16 = (samples: Float32Array): Int16Array<ArrayBuffer> =>
  Int16Array.from(samples, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767));

const pieceOf = (frames: readonly Frame[]): CutPiece[] => {
  const [first] = frames;
  if (!first) return [];
  const samples = new Int16Array(frames.length * frame_length);
  for (const [index, frame] of frames.entries()) samples.set(frame.samples, index * frame_length);
  return [{ at_ms: first.at_ms, duration_ms: (samples.length / sample_rate) * 1000, samples }];
};

/** Where a tenth of a second is quietest, near the end. */
const quietestPlace = (frames: readonly Frame[]): number => {
  let best = { place: frames.length, power: Number.POSITIVE_INFINITY };
  for (let place = frames.length - cut_within_ms / frame_ms; place < frames.length - pause_frames; place += 1) {
    const power = frames.slice(place, place + pause_frames).reduce((sum, frame) => sum + frame.power, 0);
    if (power < best.power) best = { place: place + (pause_frames >> 1), power };
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
      frames.push({ at_ms, samples: int16(samples), power });
      if (!open) {
        if (frames.length > remembered_frames) frames.shift();
        return [];
      }
      if (frames.length * frame_ms < longest_ms) return [];
      const place = quietestPlace(frames);
      const piece = pieceOf(frames.slice(0, place));
      frames = frames.slice(place);
      return piece;
    },
    /** Somebody has begun to speak. Nothing changes when they already do. */
    start(at_ms: number): void {
      if (open) return;
      open = true;
      frames = frames.filter((frame) => frame.at_ms >= at_ms - before_ms);
    },
    /** Nothing was said after this moment. */
    stop(at_ms: number): CutPiece[] {
      if (!open) return [];
      open = false;
      const piece = pieceOf(frames.filter((frame) => frame.at_ms < at_ms + after_ms));
      frames = frames.filter((frame) => frame.at_ms >= at_ms + after_ms).slice(-remembered_frames);
      return piece;
    },
    /** Somebody else is heard from now on: nothing after this moment is theirs, nor whose it was before. */
    part(at_ms: number): CutPiece[] {
      const piece = open ? pieceOf(frames.filter((frame) => frame.at_ms + frame_ms <= at_ms)) : [];
      open = false;
      frames = [];
      return piece;
    },
  };
};
export type PieceCutter = ReturnType<typeof createPieceCutter>;
