/** Everybody's pictures: tells the media worker whose there are, and gives it those that it wants. Runs in the page. */

import type { CameraSizes, Person, PictureTrack } from '../protocol/people.ts';
import type { MediaWorker } from './media-worker.ts';
import type { PlatformPage, ReceivedTrack, ShownPerson } from './platform-page.ts';
import type { TrackUser } from './received-tracks.ts';

/**
 * A page that shows nobody, not even the bot, is out of the meeting, or on its way back. So long what was seen stays in the
 * picture: where the meeting is over, the recording ends before that, and not with an empty picture.
 */
const keptForMs = 3_000;

export interface RemoteVideo extends Required<TrackUser> {
  /** From now on the worker is told how late pictures are. */
  measure(): void;
  /** From now on the worker is told who is there. */
  follow(): void;
  /** The worker is another one, which knows nothing yet. */
  tellAgain(): void;
  /** Tells the worker what the page shows, when it is something new. */
  look(shown: readonly ShownPerson[]): void;
  /** The same of those whom it showed last: their tracks may have been handed on. */
  lookAgain(): void;
  /** Pictures may be smaller than they were, or stay away, until the worker wants them. */
  want(wanted: CameraSizes): void;
  /** The worker wants the pictures of these tracks, and of no others; it ends those that it has no use for by itself. */
  give(wanted: readonly string[]): void;
  /** Whether the pictures of somebody's camera are to be sent. */
  wants(participant_id: string): boolean;
}

export const createRemoteVideo = (
  worker: Pick<MediaWorker, 'post'>,
  platform: Pick<PlatformPage, 'ownerOf' | 'wantCameras'>,
  clock: () => number = () => performance.now(),
): RemoteVideo => {
  const tracks = new Map<string, ReceivedTrack>();
  let measuring = false;
  let following = false;
  let told = '';
  let sizes: CameraSizes = {};
  let count = 0;
  let last: readonly ShownPerson[] = [];
  let nobody_since_ms: number | undefined;

  const isKept = (shown: readonly ShownPerson[]): boolean => {
    nobody_since_ms = shown.length > 0 ? undefined : (nobody_since_ms ?? clock());
    return told !== '' && nobody_since_ms !== undefined && clock() - nobody_since_ms < keptForMs;
  };

  const look = (shown: readonly ShownPerson[]): void => {
    last = shown;
    if (!following) return;
    platform.wantCameras?.(sizes);
    if (isKept(shown)) return;
    const people = shown.flatMap(({ id, is_self, ...person }): Person[] =>
      is_self
        ? []
        : [{ participant_id: id, name: person.name, has_camera: person.has_camera, is_sharing: person.is_sharing }],
    );
    const owned = [...tracks].flatMap(([name, received]): PictureTrack[] => {
      const owner = platform.ownerOf(received);
      if (owner?.kind !== 'camera' && owner?.kind !== 'screen') return [];
      return [{ track: name, participant_id: owner.participant_id, kind: owner.kind }];
    });
    const now = JSON.stringify([people, owned]);
    if (now === told) return;
    told = now;
    worker.post({ type: 'meet', people, tracks: owned });
  };

  return {
    take(received) {
      if (received.track.kind !== 'video') return;
      count += 1;
      tracks.set(`v${count}`, received);
    },
    drop(received) {
      for (const [name, one] of tracks) if (one === received) tracks.delete(name);
    },
    /** What the page shows comes late by as much as its pictures do. */
    delayed(delays) {
      const known = [...tracks.values()].flatMap((received) => delays.get(received) ?? []);
      if (!measuring || known.length === 0) return;
      const delay_ms = known.reduce((sum, one) => sum + one, 0) / known.length;
      worker.post({ type: 'picture_delay', delay_ms });
    },
    measure() {
      measuring = true;
    },
    follow() {
      following = true;
      told = '';
    },
    tellAgain() {
      told = '';
    },
    look,
    lookAgain: () => look(last),
    want(wanted) {
      sizes = wanted;
      platform.wantCameras?.(sizes);
    },
    give(wanted) {
      for (const name of wanted) {
        const track = tracks.get(name)?.track;
        if (!track) continue;
        const pictures = new MediaStreamTrackProcessor({ track: track as MediaStreamVideoTrack }).readable;
        worker.post({ type: 'pictures', track: name, stream: pictures }, [pictures]);
      }
    },
    wants: (participant_id) => sizes[participant_id] !== 'none',
  };
};
