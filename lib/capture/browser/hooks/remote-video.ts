/** Everybody's pictures: tells the media worker whose there are, and gives it those that it wants. Runs in the page. */
import type { PictureTrack } from '../../recorder/views/arrangement.ts';
import type { Person } from '../../recorder/views/layout.ts';
import type { TrackOwner } from './install.ts';
import type { MediaWorker } from './media-worker.ts';

/** As pages show them; the bot is among them. */
export interface ShownPerson {
  readonly id: string;
  readonly name: string;
  readonly is_self: boolean;
  readonly has_camera: boolean;
  readonly is_sharing: boolean;
}

const isVideo = (track: MediaStreamTrack): track is MediaStreamVideoTrack => track.kind === 'video';

export const createRemoteVideo = (
  worker: Pick<MediaWorker, 'post'>,
  ownerOf: (track: MediaStreamTrack) => TrackOwner | undefined,
) => {
  const tracks = new Map<string, MediaStreamVideoTrack>();
  let following = false;
  let told = '';
  let count = 0;

  return {
    add(track: MediaStreamTrack): void {
      if (!isVideo(track)) return;
      count += 1;
      const name = `v${count}`;
      tracks.set(name, track);
      track.addEventListener('ended', () => tracks.delete(name));
    },
    /** From now on the worker is told who is there. */
    follow(): void {
      following = true;
      told = '';
    },
    /** The worker is another one, which knows nothing yet. */
    tellAgain(): void {
      told = '';
    },
    /** Tells the worker what the page shows, when it is something new. */
    look(shown: readonly ShownPerson[]): void {
      if (!following) return;
      const people = shown.flatMap(({ id, is_self, ...person }): Person[] =>
        is_self
          ? []
          : [{ participant_id: id, name: person.name, has_camera: person.has_camera, is_sharing: person.is_sharing }],
      );
      const owned = [...tracks].flatMap(([name, track]): PictureTrack[] => {
        const owner = ownerOf(track);
        if (!owner || owner.kind === 'voice') return [];
        return [{ track: name, participant_id: owner.participant_id, kind: owner.kind }];
      });
      const now = JSON.stringify([people, owned]);
      if (now === told) return;
      told = now;
      worker.post({ type: 'meet', people, tracks: owned });
    },
    /** The worker wants the pictures of these tracks, and of no others; it ends those that it has no use for by itself. */
    give(wanted: readonly string[]): void {
      for (const name of wanted) {
        const track = tracks.get(name);
        if (!track) continue;
        const pictures = new MediaStreamTrackProcessor({ track }).readable;
        worker.post({ type: 'pictures', track: name, stream: pictures }, [pictures]);
      }
    },
  };
};
