/** Counts for each track what arrives and what comes out, so that whoever looks at the page can tell that something is missing. */
import type { MediaView } from '../protocol/media-view.ts';
import { outputId } from '../protocol/people.ts';
import { unixTime } from '../shared/unix-time.ts';
import type { HeardTracks } from './heard-tracks.ts';
import type { PlatformPage } from './platform-page.ts';
import type { KnownTrack } from './received-tracks.ts';
import type { RemoteVideo } from './remote-video.ts';
import type { RemoteVoices } from './remote-voices.ts';

const mostFacts = 500;

export interface FactSources {
  readonly ownerOf: PlatformPage['ownerOf'];
  readonly lacksSound?: PlatformPage['lacksSound'];
  readonly voices: Pick<RemoteVoices, 'heardAt'>;
  readonly video: Pick<RemoteVideo, 'wants'>;
  readonly heard: Pick<HeardTracks, 'output' | 'isHeard'>;
}

const unix = (at_ms: number | undefined): number | null => (at_ms === undefined ? null : Math.round(unixTime(at_ms)));

const outputFact = (heard_ms: number | undefined, lacksSound: boolean): MediaView => ({
  id: outputId,
  medium: 'sound',
  participant_id: null,
  kind: 'line',
  packets: 0,
  bytes: 0,
  frames: 0,
  arrived_ms: null,
  came_out_ms: unix(heard_ms),
  is_wanted: true,
  is_cut_off: lacksSound ? true : null,
});

// Of a connection that is `new` nothing is known: platforms make some ahead.
const cutOff: ReadonlySet<RTCPeerConnectionState> = new Set(['connecting', 'disconnected', 'failed']);

/** `used`: the tracks that are of use; the newest, where there are too many. */
export const mediaFacts = (used: readonly KnownTrack[], sources: FactSources): MediaView[] => {
  const { ownerOf, lacksSound, voices, video, heard } = sources;
  const { output } = heard;
  const ofOutput = output ? [outputFact(voices.heardAt(output), lacksSound?.() === true)] : [];
  const ofTracks = used
    .slice(ofOutput.length - mostFacts)
    .map(({ received, number, arrivals, arrived_ms, decoded_ms }): MediaView => {
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
        came_out_ms: unix(isSound ? voices.heardAt(received.track) : decoded_ms),
        is_wanted: isSound ? heard.isHeard(received) : owner?.kind !== 'camera' || video.wants(owner.participant_id),
        is_cut_off: cutOff.has(received.connection.connectionState),
      };
    });
  return [...ofOutput, ...ofTracks];
};
