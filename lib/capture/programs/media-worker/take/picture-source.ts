/** Where a take's pictures come from. */
import { createClockMapping } from '../../../media/audio-timeline.ts';

/** What a source gives its pictures to. */
export interface PictureTaker {
  /**
   * Takes the picture over and closes it. `at_ms`: when it was captured, by the worker's clock (`performance.now()`).
   * `isCut`: it shows something else than the one before.
   */
  onPicture(frame: VideoFrame, at_ms: number, isCut?: boolean): void;
  /** The source cannot give pictures any more. */
  onError(error: unknown): void;
}

/** One source serves one take. Nothing is given before `start` nor after `stop`. */
export interface PictureSource {
  start(taker: PictureTaker): void;
  /** How many pictures a second are wanted from now on; those that come too soon are left out. */
  pace(fps: number): void;
  stop(): void;
}

// A picture is shown so much after it was decoded. Measured with pictures and tones that say when they were made.
const displayMs = 30;
// From the arrival of a picture until it is decoded, as long as nothing was measured.
const usualDelayMs = 8;
const mostDelayMs = 500;
// A new delay is reached in small steps, so that pictures stay in their order.
const mostChangeMs = 5;

/**
 * The pictures of the page as it is; `pace` reaches the capture itself, which costs most. `delay` tells how long the
 * pictures in the page took lately until they could be shown.
 */
export const createTabPictures = (
  stream: ReadableStream<VideoFrame>,
  pace: (fps: number) => void,
  delay: () => number | undefined,
): PictureSource => {
  const frames = stream.getReader();
  const mapped = createClockMapping();
  let stopped = false;
  let delay_ms = usualDelayMs;

  const read = async ({ onPicture }: PictureTaker): Promise<void> => {
    for (let next = await frames.read(); !next.done; next = await frames.read()) {
      const at_ms = mapped(next.value.timestamp, performance.now()) - displayMs - (delay_ms - usualDelayMs);
      const change_ms = Math.min(delay() ?? usualDelayMs, mostDelayMs) - delay_ms;
      delay_ms += Math.max(-mostChangeMs, Math.min(mostChangeMs, change_ms));
      if (stopped) return next.value.close();
      onPicture(next.value, at_ms);
    }
  };

  return {
    start(taker) {
      read(taker).catch((error: unknown) => {
        if (!stopped) taker.onError(error);
      });
    },
    pace,
    stop() {
      stopped = true;
      frames.cancel().catch(() => undefined);
    },
  };
};
