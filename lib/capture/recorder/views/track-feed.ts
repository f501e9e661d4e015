/** The newest picture of one track. Runs in the media worker. */
import { createClockMapping } from '../audio-timeline.ts';
import { createPictureLoader } from './load-picture.ts';
import type { Picture } from './picture.ts';

export interface TrackFeed {
  /** The last picture that was loaded, if there is one. Its memory is used again by the next. */
  readonly picture: Picture | undefined;
  /** Whether a picture waits to be loaded, or has been. */
  readonly hasPicture: boolean;
  /** Loads the newest picture; answers whether there was a new one. */
  load(): Promise<boolean>;
  stop(): void;
}

// What pictures do not wait for and sound does: they come before they are due to be shown. Measured with a picture that
// flashes while it beeps.
const path_ms = 40;
// Whatever a track says of its pictures' times, none is older than this when it comes.
const oldest_ms = 500;

/**
 * Reads a track and keeps its newest picture only. `onPicture` hears of each one, with the moment of its capture by the
 * worker's clock.
 */
export const createTrackFeed = (stream: ReadableStream<VideoFrame>, onPicture: (at_ms: number) => void): TrackFeed => {
  const frames = stream.getReader();
  const mapped = createClockMapping();
  const loadPicture = createPictureLoader();
  let newest: VideoFrame | undefined;
  let picture: Picture | undefined;
  let stopped = false;

  const read = async (): Promise<void> => {
    for (let next = await frames.read(); !next.done; next = await frames.read()) {
      if (stopped) return next.value.close();
      const now_ms = performance.now();
      const at_ms = Math.max(mapped(next.value.timestamp, now_ms), now_ms - oldest_ms) + path_ms;
      newest?.close();
      newest = next.value;
      onPicture(at_ms);
    }
  };
  // A track that ends leaves its last picture until the page shows that it is gone.
  read().catch(() => undefined);

  return {
    get picture() {
      return picture;
    },
    get hasPicture() {
      return newest !== undefined || picture !== undefined;
    },
    async load() {
      const frame = newest;
      newest = undefined;
      if (!frame) return false;
      try {
        const loaded = await loadPicture(frame);
        picture = loaded ?? picture;
        return loaded !== undefined;
      } finally {
        frame.close();
      }
    },
    stop() {
      stopped = true;
      newest?.close();
      newest = undefined;
      frames.cancel().catch(() => undefined);
    },
  };
};
