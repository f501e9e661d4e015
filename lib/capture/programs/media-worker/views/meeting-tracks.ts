/** What the media worker knows of the meeting's people, and the pictures that it gets of them. */
import type { CameraSizes, Person, PictureTrack } from '../../protocol/people.ts';
import { createDirector, type Director } from './choosing/director.ts';
import type { SilenceOf } from './choosing/speaker-choice.ts';
import { type Cameras, createWantedCameras } from './choosing/wanted-cameras.ts';
import { createTrackFeed, type TrackFeed } from './track-feed.ts';

export interface MeetingTracks {
  readonly director: Director;
  readonly tracks: readonly PictureTrack[];
  /** The pictures of a track, if they come. */
  feedOf(track: string): TrackFeed | undefined;
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
    feedOf: (track) => feeds.get(track),
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
    },
    receive(track, stream) {
      drop(track);
      // By now it may not be wanted any more.
      if (!wanted.has(track)) {
        stream.cancel().catch(() => undefined);
        return;
      }
      feeds.set(
        track,
        createTrackFeed(stream, (at_ms) => listener(track, at_ms)),
      );
    },
  };
};
