/** Finds out whether the page of a Google Meet decodes people's sound by itself. Pure but for its memory. */
import type { CountedTrack, PlatformPage } from '../../../programs/page/platform-page.ts';

/** Of a track that is decoded all is played within less, however much a machine is held up: three seconds of speech. */
const mostUndecoded = 150;

interface Count {
  /** How many samples have left the browser's own buffer. */
  readonly decoded: number;
  /** How many packets had come when that was counted first. */
  readonly packets: number;
}

/**
 * Answers by what people's sound comes. Packets that the browser has never decoded were taken from it by the page, which plays
 * them as one; as soon as the browser decodes again, they come by its tracks. Pages have gone over in the midst of a meeting.
 */
export const createDecodingWatch = (): PlatformPage['soundComesBy'] & object => {
  const counts = new WeakMap<CountedTrack['received'], Count>();
  let way: 'tracks' | 'output' = 'tracks';
  return (tracks) => {
    let isDecoded = false;
    let isTaken = false;
    for (const { received, arrivals } of tracks) {
      if (!arrivals || received.track.kind !== 'audio') continue;
      const { packets, delayed: decoded } = arrivals;
      const before = counts.get(received) ?? { decoded: 0, packets: 0 };
      if (decoded !== before.decoded) {
        isDecoded = true;
        counts.set(received, { decoded, packets });
      } else if (packets - before.packets >= mostUndecoded) isTaken = true;
    }
    if (isDecoded) way = 'tracks';
    else if (isTaken) way = 'output';
    return way;
  };
};
