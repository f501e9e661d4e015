/** Chooses how people's sound is listened to, so that nobody is heard twice and somebody is heard at all. Runs in the page. */
import type { PageOutput } from './page-output.ts';
import type { CountedTrack, PlatformPage, ReceivedTrack } from './platform-page.ts';
import type { TrackUser } from './received-tracks.ts';

/** Listens to tracks of sound, or to what the page plays. */
export interface SoundUser extends TrackUser {
  takeOutput(track: MediaStreamTrack): void;
  dropOutput(track: MediaStreamTrack): void;
}

export interface HeardTracks extends Required<TrackUser> {
  /** What the page plays, while that is listened to. */
  readonly output: MediaStreamTrack | undefined;
  /** Whether a track of sound is listened to by itself: not where it repeats another, nor while what the page plays is. */
  isHeard(received: ReceivedTrack): boolean;
  /** Goes over to the other way where the platform says so. Called several times a second. */
  look(tracks: readonly CountedTrack[]): void;
}

/** `output` is absent where sound always comes by tracks. */
export const createHeardTracks = (
  { soundComesBy, repeats }: Pick<PlatformPage, 'soundComesBy' | 'repeats'>,
  output: PageOutput | undefined,
  users: readonly SoundUser[],
): HeardTracks => {
  const tracks = new Set<ReceivedTrack>();
  /** Those that are listened to. */
  const taken = new Set<ReceivedTrack>();
  let mix: MediaStreamTrack | undefined;

  const drop = (track: ReceivedTrack): void => {
    if (!taken.delete(track)) return;
    for (const user of users) user.drop(track);
  };

  const settle = (track: ReceivedTrack): void => {
    if (mix || repeats?.(track)) drop(track);
    else {
      taken.add(track);
      for (const user of users) user.take(track);
    }
  };

  const listenToOutput = (from: PageOutput): void => {
    const track = from.start();
    mix = track;
    for (const one of [...taken]) drop(one);
    for (const user of users) user.takeOutput(track);
  };

  const listenToTracks = (from: PageOutput, ended: MediaStreamTrack): void => {
    mix = undefined;
    for (const user of users) user.dropOutput(ended);
    from.stop();
    for (const track of tracks) settle(track);
  };

  return {
    get output() {
      return mix;
    },
    isHeard: (received) => taken.has(received),
    take(received) {
      if (received.track.kind !== 'audio') return;
      tracks.add(received);
      settle(received);
    },
    drop(received) {
      tracks.delete(received);
      drop(received);
    },
    delayed(delays) {
      for (const user of users) user.delayed?.(delays);
    },
    look(known) {
      if (repeats && !mix) for (const track of tracks) if (taken.has(track) === repeats(track)) settle(track);
      if (!output) return;
      const isByOutput = soundComesBy?.(known) === 'output';
      if (isByOutput && !mix) listenToOutput(output);
      else if (!isByOutput && mix) listenToTracks(output, mix);
    },
  };
};
