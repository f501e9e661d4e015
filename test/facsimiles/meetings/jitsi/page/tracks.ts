/** The tracks of a conference: those of the bridge's connection, and the page's own. */
import type { OwnDevice } from '../../stage/protocol.ts';
import { known } from './known.ts';
import type { RemoteTrack } from './remote-track.ts';

/** By the number of their line; a track of the connection comes before anybody owns it, and stays when they are gone. */
export const tracks = new Map<number, RemoteTrack>();

const mediaTypeOf = (device: OwnDevice) => (device === 'microphone' ? 'audio' : 'video');
const videoTypeOf = (device: OwnDevice) =>
  device === 'microphone' ? undefined : device === 'camera' ? 'camera' : 'desktop';

/** As `JitsiLocalTrack`. */
export const localTrack = (device: OwnDevice, isMuted: boolean) => ({
  isLocal: () => true,
  isMuted: () => isMuted,
  getParticipantId: () => known.self?.id,
  getType: () => mediaTypeOf(device),
  getVideoType: () => videoTypeOf(device),
});

/** As the presence of its owner says, whatever comes by the track. */
const isMuted = ({ ownerEndpointId, track, videoType }: RemoteTrack): boolean => {
  const owner = known.others.find(({ id }) => id === ownerEndpointId);
  if (!owner) return true;
  if (track.kind === 'audio') return false;
  return !(videoType === 'desktop' ? owner.screen : owner.camera);
};

const storedOwn = () =>
  (['microphone', 'camera', 'screen'] as const)
    .filter((device) => known.self?.[device])
    .map((device) => ({
      jitsiTrack: localTrack(device, false),
      local: true,
      mediaType: mediaTypeOf(device),
      mirror: device === 'camera',
      muted: false,
      participantId: known.self?.id,
      videoType: videoTypeOf(device),
      videoStarted: true,
    }));

/** As `features/base/tracks` has them. */
export const storedTracks = () => [
  ...storedOwn(),
  ...[...tracks.values()]
    .filter(({ ownerEndpointId }) => known.others.some(({ id }) => id === ownerEndpointId))
    .map((jitsiTrack) => ({
      jitsiTrack,
      local: false,
      mediaType: jitsiTrack.getType(),
      mirror: false,
      muted: isMuted(jitsiTrack),
      participantId: jitsiTrack.ownerEndpointId,
      videoType: jitsiTrack.videoType,
      videoStarted: true,
    })),
];
