/** What of everybody's media arrives and comes out, so that whoever looks at the page can tell that something is missing. */
import type { MediaFact } from '../protocol/people.ts';
import type { PlatformPage } from './platform-page.ts';
import type { KnownTrack } from './received-tracks.ts';
import type { RemoteVideo } from './remote-video.ts';
import type { RemoteVoices } from './remote-voices.ts';

const mostFacts = 500;

export interface FactSources {
  readonly ownerOf: PlatformPage['ownerOf'];
  readonly voices: Pick<RemoteVoices, 'heardAt'>;
  readonly video: Pick<RemoteVideo, 'wants'>;
}

/** The newest tracks, as those of people who are gone may stay. */
export const mediaFacts = (all: readonly KnownTrack[], { ownerOf, voices, video }: FactSources): MediaFact[] => {
  const unix = (at_ms: number | undefined): number | null =>
    at_ms === undefined ? null : Math.round(Date.now() - performance.now() + at_ms);
  return all.slice(-mostFacts).map(({ received, number, arrivals, arrived_ms, decoded_ms }): MediaFact => {
    const owner = ownerOf(received);
    const participant_id = owner && owner.kind !== 'line' ? owner.participant_id : null;
    const isSound = received.track.kind === 'audio';
    return {
      id: `${isSound ? 'a' : 'v'}${number}`,
      medium: isSound ? 'sound' : 'pictures',
      participant_id,
      kind: owner?.kind ?? 'unknown',
      packets: arrivals?.packets ?? 0,
      bytes: arrivals?.bytes ?? 0,
      frames: arrivals?.frames ?? 0,
      arrived_ms: unix(arrived_ms),
      came_out_ms: unix(isSound ? voices.heardAt(received) : decoded_ms),
      is_wanted: owner?.kind !== 'camera' || video.wants(owner.participant_id),
    };
  });
};
