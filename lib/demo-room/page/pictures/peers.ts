import { type Participant, smallCameraHeightPx } from '../../protocol.ts';
import type { Devices } from '../devices/devices.ts';

/** What flows between two people, in the order of the lines of a connection. */
const lines = ['microphone', 'camera', 'screen'] as const;
type Line = (typeof lines)[number];

// A screen wants to be read; a camera wants to move.
const mostBitsPerSecond: Partial<Record<Line, number>> = { camera: 1_200_000, screen: 2_500_000 };
const smallCameraBitsPerSecond = 250_000;

const heardWithinMs = 500;

interface Peer {
  readonly connection: RTCPeerConnection;
  /** Voice and camera as the other one's tile plays them, and the screen apart. */
  readonly streams: { person: MediaStream; screen: MediaStream };
  /** Exactly one side of a pair makes offers, so that they never collide. */
  readonly makesOffers: boolean;
  readonly candidates: RTCIceCandidateInit[];
}

interface Signal {
  readonly description?: RTCSessionDescriptionInit;
  readonly candidate?: RTCIceCandidateInit;
}

interface PeersOptions {
  readonly devices: Devices;
  send(to: string, signal: Signal): void;
  /** Whose page this is, once they are in the meeting. */
  ownId(): string | undefined;
  /** What is known of a participant. */
  find(participant_id: string): Participant | undefined;
  onStream(participant_id: string, kind: keyof Peer['streams'], stream: MediaStream): void;
}

/** Whoever says nothing shall send next to nothing, as in most meeting services: Opus' `usedtx` (RFC 7587, 6.1). */
const askingForSilence = ({ type, sdp }: RTCSessionDescriptionInit): RTCSessionDescriptionInit => ({
  type,
  sdp: sdp?.replaceAll('useinbandfec=1', 'useinbandfec=1;usedtx=1') ?? '',
});

/**
 * One peer connection to everybody else; whoever came later makes the offer. Each carries a line for the voice, the camera and the
 * screen from the start, so that what is switched on later only replaces a track.
 */
export const createPeers = ({ devices, send, ownId, find, onStream }: PeersOptions) => {
  const peers = new Map<string, Peer>();

  const tell = (id: string, { localDescription }: RTCPeerConnection): void => {
    if (localDescription) send(id, { description: askingForSilence(localDescription.toJSON()) });
  };

  const offer = async (id: string, { connection }: Peer, iceRestart = false): Promise<void> => {
    await connection.setLocalDescription(await connection.createOffer({ iceRestart }));
    tell(id, connection);
  };

  const create = (id: string, makesOffers: boolean): Peer => {
    const connection = new RTCPeerConnection({ bundlePolicy: 'max-bundle' });
    const streams = { person: new MediaStream(), screen: new MediaStream() };
    const peer: Peer = { connection, streams, makesOffers, candidates: [] };
    peers.set(id, peer);
    connection.addEventListener('icecandidate', ({ candidate }) => {
      if (candidate) send(id, { candidate: candidate.toJSON() });
    });
    connection.addEventListener('track', ({ track, transceiver }) => {
      const kind = lines[connection.getTransceivers().indexOf(transceiver)] === 'screen' ? 'screen' : 'person';
      streams[kind].addTrack(track);
      onStream(id, kind, streams[kind]);
    });
    connection.addEventListener('connectionstatechange', () => {
      if (connection.connectionState === 'failed' && makesOffers) void offer(id, peer, true);
    });
    return peer;
  };

  /** How somebody wants what a line carries: some turn all incoming video off, or have no room for a large picture. */
  const wish = (id: string, line: Line): 'full' | 'small' | 'none' => {
    const { wants_video = true, cameras = {} } = find(id) ?? {};
    if (line === 'microphone') return 'full';
    if (!wants_video) return 'none';
    return (line === 'camera' && cameras[ownId() ?? '']) || 'full';
  };

  /** Sends somebody what is switched on now, as far as they want it. */
  const sendTracks = async (id: string, { connection }: Peer): Promise<void> => {
    for (const [index, { sender }] of connection.getTransceivers().entries()) {
      const line = lines[index] ?? 'microphone';
      const track = wish(id, line) === 'none' ? null : (devices.track(line) ?? null);
      if (sender.track !== track) await sender.replaceTrack(track);
    }
  };

  /** Sends pictures as large and as good as somebody wants them, once that is agreed on. */
  const limitPictures = async (id: string, { connection }: Peer): Promise<void> => {
    for (const [index, { sender }] of connection.getTransceivers().entries()) {
      const line = lines[index] ?? 'microphone';
      const most = mostBitsPerSecond[line];
      const parameters = sender.getParameters();
      const [encoding] = parameters.encodings;
      if (most === undefined || !encoding) continue;
      const isSmall = wish(id, line) === 'small';
      const maxBitrate = isSmall ? smallCameraBitsPerSecond : most;
      const { height = smallCameraHeightPx } = sender.track?.getSettings() ?? {};
      const scaleResolutionDownBy = isSmall ? Math.max(1, height / smallCameraHeightPx) : 1;
      if (encoding.maxBitrate === maxBitrate && encoding.scaleResolutionDownBy === scaleResolutionDownBy) continue;
      Object.assign(encoding, { maxBitrate, scaleResolutionDownBy });
      await sender.setParameters(parameters);
    }
  };

  // What is in one stream is played in step.
  const streamsOf = (line: Line | undefined): MediaStream[] => (line === 'screen' ? [] : [devices.stream]);

  /** Calls somebody who was in the meeting before us. */
  const call = async (id: string): Promise<void> => {
    const peer = create(id, true);
    for (const line of lines) {
      const kind = line === 'microphone' ? 'audio' : 'video';
      peer.connection.addTransceiver(kind, { direction: 'sendrecv', streams: streamsOf(line) });
    }
    await sendTracks(id, peer);
    await offer(id, peer);
    await limitPictures(id, peer);
  };

  const answer = async (id: string, peer: Peer): Promise<void> => {
    const { connection } = peer;
    for (const [index, transceiver] of connection.getTransceivers().entries()) {
      transceiver.direction = 'sendrecv';
      transceiver.sender.setStreams(...streamsOf(lines[index]));
    }
    await sendTracks(id, peer);
    await connection.setLocalDescription();
    tell(id, connection);
    await limitPictures(id, peer);
  };

  const refresh = async (id: string, peer: Peer): Promise<void> => {
    await sendTracks(id, peer);
    if (peer.connection.signalingState === 'stable') await limitPictures(id, peer);
  };

  const take = async (id: string, signal: Signal): Promise<void> => {
    const peer = peers.get(id) ?? (signal.description && find(id) ? create(id, false) : undefined);
    if (!peer) return;
    const { connection, candidates } = peer;
    if (signal.description) {
      await connection.setRemoteDescription(signal.description);
      for (const candidate of candidates.splice(0)) await connection.addIceCandidate(candidate);
      if (signal.description.type === 'offer') await answer(id, peer);
    } else if (signal.candidate) {
      if (connection.remoteDescription) await connection.addIceCandidate(signal.candidate);
      else candidates.push(signal.candidate);
    }
  };

  // A description takes several steps; what comes next from the same person waits for them.
  const turns = new Map<string, Promise<void>>();
  const inTurn = (id: string, step: () => Promise<void>): void => {
    const turn = (turns.get(id) ?? Promise.resolve()).then(step).catch((error) => console.warn(`peer ${id}:`, error));
    turns.set(id, turn);
  };

  const remove = (id: string): void => {
    peers.get(id)?.connection.close();
    peers.delete(id);
    turns.delete(id);
  };

  return {
    call: (id: string) => inTurn(id, () => call(id)),
    take: (id: string, signal: unknown) => inTurn(id, () => take(id, signal as Signal)),
    remove,
    closeAll: () => [...peers.keys()].forEach(remove),
    /** Sends the devices as they are now, to everybody as they want it. */
    refreshTracks: () => {
      for (const [id, peer] of peers) inTurn(id, () => refresh(id, peer));
    },
    /** How loud somebody is right now, 0 to 1. */
    level: (id: string): number => {
      const receivers = peers.get(id)?.connection.getReceivers() ?? [];
      const audio = receivers.find(({ track }) => track.kind === 'audio');
      const [heard] = audio?.getSynchronizationSources() ?? [];
      // Who has fallen silent may send nothing at all.
      const isOld = !heard || performance.timeOrigin + performance.now() - heard.timestamp > heardWithinMs;
      return isOld ? 0 : (heard.audioLevel ?? 0);
    },
  };
};
