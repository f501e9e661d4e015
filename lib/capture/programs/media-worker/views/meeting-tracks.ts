/** What the media worker knows of the meeting's people, and the pictures that it gets of them. */
import type { CameraSizes, Person, PictureTrack } from '../../protocol/people.ts';
import { createDirector, type Director } from './choosing/director.ts';
import type { SilenceOf } from './choosing/speaker-choice.ts';
import { type Cameras, createWantedCameras } from './choosing/wanted-cameras.ts';
import { createTrackFeed, type TrackFeed } from './track-feed.ts';

export interface MeetingTracks {
  readonly director: Director;
  readonly tracks: readonly PictureTrack[];
  /** The pictures of a track, if they come, and as long as it is known to be nobody else's. */
  feedOf(track: string, participant_id: string | undefined): TrackFeed | undefined;
  /** Asks the page for the pictures of these tracks, and gives back those of all others. */
  watch(tracks: ReadonlySet<string>): void;
  /** Whose cameras are wanted; those of others need not be sent. */
  want(cameras: Cameras, now_ms: number): void;
  /** Hears of new pictures; only the last listener does. */
  onPicture(listener: (track: string, at_ms: number) => void): void;
  /** What the page shows now. */
  meet(people: readonly Person[], tracks: readonly PictureTrack[]): void;
  /** The page gives the pictures of a track. */
  receive(track: string, stream: ReadableStream<VideoFrame>): void;
}

// Pictures of a track that is handed on may still be on their way, and a feed that has just begun cannot tell from when they are.
const lateForMs = 300;

/** Whose a track was last; since when it is nobody's, where it is. */
interface Owner {
  readonly id: string;
  readonly gone_ms?: number;
}

/**
 * Finds out when tracks are handed on from one person to another, or from a camera to a screen. Pure. Each time it answers
 * with those that were since the time before, and when their last owner was not seen to have them any more.
 */
const createHandOver = () => {
  const owners = new Map<string, Owner>();
  return (tracks: readonly PictureTrack[], now_ms: number): ReadonlyMap<string, number> => {
    const changed = new Map<string, number>();
    for (const { track, participant_id, kind } of tracks) {
      const id = `${kind} ${participant_id}`;
      const before = owners.get(track);
      if (before && before.id !== id) changed.set(track, before.gone_ms ?? now_ms);
      owners.set(track, { id });
    }
    const owned = new Set(tracks.map(({ track }) => track));
    for (const [track, { id, gone_ms = now_ms }] of owners) {
      if (owned.has(track)) continue;
      if (now_ms - gone_ms > lateForMs) owners.delete(track);
      else owners.set(track, { id, gone_ms });
    }
    return changed;
  };
};

/**
 * Lives as long as the worker. `ask` asks the page for the pictures of more tracks, `wantCameras` tells it whose are
 * sent.
 */
export const createMeetingTracks = (
  silenceOf: SilenceOf,
  ask: (tracks: readonly string[]) => void,
  wantCameras: (sizes: CameraSizes) => void,
): MeetingTracks => {
  const director = createDirector(silenceOf);
  const cameras = createWantedCameras(wantCameras);
  const feeds = new Map<string, TrackFeed>();
  const handOver = createHandOver();
  const handedOn_ms = new Map<string, number>();
  let tracks: readonly PictureTrack[] = [];
  let wanted: ReadonlySet<string> = new Set();
  let listener: (track: string, at_ms: number) => void = () => undefined;

  const drop = (track: string): void => {
    feeds.get(track)?.stop();
    feeds.delete(track);
  };

  return {
    director,
    get tracks() {
      return tracks;
    },
    feedOf(track, participant_id) {
      const owner = tracks.find((one) => one.track === track);
      return owner && owner.participant_id !== participant_id ? undefined : feeds.get(track);
    },
    watch(now) {
      if (now.size === wanted.size && [...now].every((track) => wanted.has(track))) return;
      const fresh = [...now].filter((track) => !wanted.has(track));
      wanted = now;
      for (const track of feeds.keys()) if (!wanted.has(track)) drop(track);
      if (fresh.length > 0) ask(fresh);
    },
    // Cameras that are off need no decision, nor do those of people who have not been met.
    want(wanted, now_ms) {
      const known = director.people.filter(({ has_camera }) => has_camera);
      cameras.want(
        wanted,
        known.map(({ participant_id }) => participant_id),
        now_ms,
      );
    },
    onPicture(hears) {
      listener = hears;
    },
    meet(people, shown) {
      director.meet(people);
      tracks = shown;
      const now_ms = performance.now();
      for (const [track, left_ms] of handOver(shown, now_ms)) {
        handedOn_ms.set(track, left_ms);
        feeds.get(track)?.handOn(now_ms);
      }
      for (const [track, at_ms] of handedOn_ms) if (now_ms - at_ms > lateForMs) handedOn_ms.delete(track);
    },
    receive(track, stream) {
      drop(track);
      // By now it may not be wanted any more.
      if (!wanted.has(track)) {
        stream.cancel().catch(() => undefined);
        return;
      }
      const from_ms = (handedOn_ms.get(track) ?? Number.NEGATIVE_INFINITY) + lateForMs;
      feeds.set(
        track,
        createTrackFeed(stream, (at_ms) => listener(track, at_ms), from_ms),
      );
    },
  };
};
