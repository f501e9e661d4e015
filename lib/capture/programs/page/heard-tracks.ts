/** Chooses how people's sound is listened to, so that nobody is heard twice and somebody is heard at all. Runs in the page. */
import type { PageOutput } from './page-output.ts';
import type { PlatformPage, ReceivedTrack } from './platform-page.ts';
import type { TrackUser } from './received-tracks.ts';

/** Listens to tracks of sound, or to what the page plays. */
export interface SoundUser extends TrackUser {
  takeOutput(track: MediaStreamTrack): void;
  dropOutput(track: MediaStreamTrack): void;
}

export interface HeardTracks extends Required<TrackUser> {
  /** What the page plays, while that is listened to. */
  readonly output: MediaStreamTrack | undefined;
  /** Goes over to the other way where the platform says so. Called several times a second. */
  look(): void;
}

/** `output` is absent where sound always comes by tracks. */
export const createHeardTracks = (
  { soundComesBy }: Pick<PlatformPage, 'soundComesBy'>,
  output: PageOutput | undefined,
  users: readonly SoundUser[],
): HeardTracks => {
  const tracks = new Set<ReceivedTrack>();
  let mix: MediaStreamTrack | undefined;

  const listenToOutput = (from: PageOutput): void => {
    for (const user of users) for (const track of tracks) user.drop(track);
    const track = from.start();
    mix = track;
    for (const user of users) user.takeOutput(track);
  };

  const listenToTracks = (from: PageOutput, ended: MediaStreamTrack): void => {
    mix = undefined;
    for (const user of users) user.dropOutput(ended);
    from.stop();
    for (const user of users) for (const track of tracks) user.take(track);
  };

  return {
    get output() {
      return mix;
    },
    take(received) {
      if (received.track.kind !== 'audio') return;
      tracks.add(received);
      if (!mix) for (const user of users) user.take(received);
    },
    drop(received) {
      if (!tracks.delete(received) || mix) return;
      for (const user of users) user.drop(received);
    },
    delayed(delays) {
      for (const user of users) user.delayed?.(delays);
    },
    look() {
      if (!output) return;
      const isByOutput = soundComesBy?.() === 'output';
      if (isByOutput && !mix) listenToOutput(output);
      else if (!isByOutput && mix) listenToTracks(output, mix);
    },
  };
};
