/** The newest picture of one track. */
import { createClockMapping, createRtpClock } from '../../../media/audio-timeline.ts';
import { createPictureLoader } from './drawing/load-picture.ts';
import type { Picture } from './drawing/picture.ts';

declare global {
  interface VideoFrame {
    /** In Chromium since 139; not in TypeScript's library yet. `rtpTimestamp`: only of pictures that came over RTP. */
    metadata?(): { readonly rtpTimestamp?: number };
  }
}

export interface TrackFeed {
  /** The last picture that was loaded, if there is one. Its memory is used again by the next. */
  readonly picture: Picture | undefined;
  /** Whether a picture waits to be loaded, or has been. */
  readonly hasPicture: boolean;
  /** It shows somebody else from this moment on: what was captured before is not shown any more, however late it comes. */
  handOn(at_ms: number): void;
  /** Loads the newest picture; answers whether there was a new one. */
  load(): Promise<boolean>;
  stop(): void;
}

// Every kind of picture is counted so over RTP.
const rtpPerMs = 90;
// The sender's clock may go a little faster or slower than ours.
const windowMs = 10_000;
// Where only the moment is known at which a picture is due to be shown: it comes so long before that.
const earlyMs = 40;
// Whatever a track says of its pictures' times, none is older than this when it comes.
const oldestMs = 500;

/**
 * Reads a track and keeps its newest picture only. `onPicture` hears of each one, with the moment of its capture by the
 * worker's clock. `begins_ms`: those captured before are left out.
 */
export const createTrackFeed = (
  stream: ReadableStream<VideoFrame>,
  onPicture: (at_ms: number) => void,
  begins_ms = Number.NEGATIVE_INFINITY,
): TrackFeed => {
  const frames = stream.getReader();
  const mapped = createClockMapping();
  const sent = createClockMapping(windowMs);
  const rtpClock = createRtpClock(rtpPerMs);
  const loadPicture = createPictureLoader();
  let newest: VideoFrame | undefined;
  let picture: Picture | undefined;
  let stopped = false;
  let from_ms = begins_ms;

  const forget = (): void => {
    newest?.close();
    newest = undefined;
  };

  /** By the sender's clock, where the pictures carry it: when they are due to be shown, they may have waited. */
  const capturedAt = (frame: VideoFrame, now_ms: number): number => {
    const { rtpTimestamp } = frame.metadata?.() ?? {};
    const at_ms =
      rtpTimestamp === undefined ? mapped(frame.timestamp, now_ms) + earlyMs : sent(rtpClock(rtpTimestamp), now_ms);
    return Math.max(at_ms, now_ms - oldestMs);
  };

  const read = async (): Promise<void> => {
    for (let next = await frames.read(); !next.done; next = await frames.read()) {
      if (stopped) return next.value.close();
      const now_ms = performance.now();
      const at_ms = capturedAt(next.value, now_ms);
      if (at_ms < from_ms) {
        next.value.close();
        continue;
      }
      forget();
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
        const handedOn_ms = from_ms;
        const loaded = await loadPicture(frame);
        if (!loaded || from_ms !== handedOn_ms) return false;
        picture = loaded;
        return true;
      } finally {
        frame.close();
      }
    },
    handOn(at_ms) {
      from_ms = at_ms;
      forget();
      picture = undefined;
    },
    stop() {
      stopped = true;
      forget();
      frames.cancel().catch(() => undefined);
    },
  };
};
