/** The tracks of the bridge's connection: as lib-jitsi-meet hands them out, and by their numbers in an offer. */
import type { MappedSource } from '../protocol.ts';

/** As `JitsiRemoteTrack`: one track of the connection, whose owner changes. */
export class RemoteTrack {
  readonly track: MediaStreamTrack;
  readonly stream: MediaStream;
  readonly #ssrc: number;
  ownerEndpointId: string;
  sourceName: string;
  videoType: 'camera' | 'desktop' | undefined;

  constructor(track: MediaStreamTrack, stream: MediaStream, { ssrc, owner, source, videoType }: MappedSource) {
    this.track = track;
    this.stream = stream;
    this.#ssrc = ssrc;
    this.ownerEndpointId = owner;
    this.sourceName = source;
    this.videoType = videoType && (videoType === 'DESKTOP' ? 'desktop' : 'camera');
  }
  getParticipantId = (): string => this.ownerEndpointId;
  getSourceName = (): string => this.sourceName;
  getSsrc = (): number => this.#ssrc;
  getTrack = (): MediaStreamTrack => this.track;
  getOriginalStream = (): MediaStream => this.stream;
  getStreamId = (): string => this.stream.id;
  getTrackId = (): string => this.track.id;
  getType = (): string => this.track.kind;
  getVideoType = (): string | undefined => this.videoType;
  isLocal = (): boolean => false;
  isAudioTrack = (): boolean => this.track.kind === 'audio';
  isVideoTrack = (): boolean => this.track.kind === 'video';
  isMuted = (): boolean => this.track.muted;
}

/** The numbers in an offer, by the ids of the streams that they are of. */
export const ssrcsIn = (sdp: string): Record<string, number> => {
  const found: Record<string, number> = {};
  for (const section of sdp.split(/^(?=m=)/m)) {
    const stream = /^a=msid:(\S+)/m.exec(section)?.[1];
    const ssrc = /^a=ssrc:(\d+)/m.exec(section)?.[1];
    if (stream !== undefined && ssrc !== undefined && stream !== 'mixedmslabel') found[stream] = Number(ssrc);
  }
  return found;
};
