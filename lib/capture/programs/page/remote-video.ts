/** Everybody's pictures: tells the media worker whose there are, and gives it those that it wants. Runs in the page. */

import type { CameraSizes, Person, PictureTrack } from '../protocol/people.ts';
import type { MediaWorker } from './media-worker.ts';
import type { PlatformPage, ShownPerson } from './platform-page.ts';
import { createDelayMeter } from './playout-delay.ts';

const measureEveryMs = 1_000;

const isVideo = (track: MediaStreamTrack): track is MediaStreamVideoTrack => track.kind === 'video';

export const createRemoteVideo = (
  worker: Pick<MediaWorker, 'post'>,
  platform: Pick<PlatformPage, 'ownerOf' | 'wantCameras'>,
) => {
  const tracks = new Map<string, MediaStreamVideoTrack>();
  const meters = new Map<string, ReturnType<typeof createDelayMeter>>();
  let following = false;
  let told = '';
  let sizes: CameraSizes = {};
  let count = 0;
  let measuring = false;

  /** What the page shows comes late by as much as its pictures do. */
  const measure = async (): Promise<void> => {
    const all = await Promise.all([...meters.values()].map((delay) => delay()));
    const known = all.filter((delay_ms) => delay_ms !== undefined);
    if (known.length === 0) return;
    const delay_ms = known.reduce((sum, one) => sum + one, 0) / known.length;
    worker.post({ type: 'picture_delay', delay_ms });
  };

  return {
    add(track: MediaStreamTrack, receiver: RTCRtpReceiver): void {
      if (!isVideo(track)) return;
      count += 1;
      const name = `v${count}`;
      tracks.set(name, track);
      meters.set(name, createDelayMeter(receiver));
      track.addEventListener('ended', () => {
        tracks.delete(name);
        meters.delete(name);
      });
    },
    /** From now on, once, the worker is told how late pictures are. */
    measure(): void {
      if (!measuring) setInterval(measure, measureEveryMs);
      measuring = true;
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
      platform.wantCameras?.(sizes);
      const people = shown.flatMap(({ id, is_self, ...person }): Person[] =>
        is_self
          ? []
          : [{ participant_id: id, name: person.name, has_camera: person.has_camera, is_sharing: person.is_sharing }],
      );
      const owned = [...tracks].flatMap(([name, track]): PictureTrack[] => {
        const owner = platform.ownerOf(track);
        if (!owner || owner.kind === 'voice') return [];
        return [{ track: name, participant_id: owner.participant_id, kind: owner.kind }];
      });
      const now = JSON.stringify([people, owned]);
      if (now === told) return;
      told = now;
      worker.post({ type: 'meet', people, tracks: owned });
    },
    /** Pictures may be smaller than they were, or stay away, until the worker wants them. */
    want(wanted: CameraSizes): void {
      sizes = wanted;
      platform.wantCameras?.(sizes);
    },
    /**
     * The worker wants the pictures of these tracks, and of no others; it ends those that it has no use for by itself.
     */
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
