import type { Devices } from './devices.ts';

interface Peer {
  connection: RTCPeerConnection;
  stream: MediaStream;
  /** Exactly one side of a pair makes offers, so that they never collide. */
  makesOffers: boolean;
  candidates: RTCIceCandidateInit[];
}

interface Signal {
  description?: RTCSessionDescriptionInit;
  candidate?: RTCIceCandidateInit;
}

interface PeersOptions {
  devices: Devices;
  send(to: string, signal: Signal): void;
  onStream(participant_id: string, stream: MediaStream): void;
}

/**
 * One peer connection to everybody else; whoever came later makes the offer. Each carries one audio and one video line from the
 * start, so that a device switched on later only replaces a track.
 */
export const createPeers = ({ devices, send, onStream }: PeersOptions) => {
  const peers = new Map<string, Peer>();

  const offer = async (id: string, { connection }: Peer, iceRestart = false) => {
    await connection.setLocalDescription(await connection.createOffer({ iceRestart }));
    if (connection.localDescription) send(id, { description: connection.localDescription.toJSON() });
  };

  const create = (id: string, makesOffers: boolean): Peer => {
    const connection = new RTCPeerConnection({ bundlePolicy: 'max-bundle' });
    const peer: Peer = { connection, stream: new MediaStream(), makesOffers, candidates: [] };
    peers.set(id, peer);
    connection.addEventListener('icecandidate', ({ candidate }) => {
      if (candidate) send(id, { candidate: candidate.toJSON() });
    });
    connection.addEventListener('track', ({ track }) => {
      peer.stream.addTrack(track);
      onStream(id, peer.stream);
    });
    connection.addEventListener('connectionstatechange', () => {
      if (connection.connectionState === 'failed' && makesOffers) void offer(id, peer, true);
    });
    return peer;
  };

  const trackOf = (kind: string) => devices.track(kind === 'audio' ? 'microphone' : 'camera') ?? null;

  /** Calls somebody who was in the meeting before us. */
  const call = async (id: string) => {
    const peer = create(id, true);
    for (const kind of ['audio', 'video'] as const) {
      const transceiver = peer.connection.addTransceiver(kind, { direction: 'sendrecv', streams: [devices.stream] });
      await transceiver.sender.replaceTrack(trackOf(kind));
    }
    await offer(id, peer);
  };

  const answer = async (id: string, { connection }: Peer) => {
    for (const transceiver of connection.getTransceivers()) {
      transceiver.direction = 'sendrecv';
      transceiver.sender.setStreams(devices.stream);
      await transceiver.sender.replaceTrack(trackOf(transceiver.receiver.track.kind));
    }
    await connection.setLocalDescription();
    if (connection.localDescription) send(id, { description: connection.localDescription.toJSON() });
  };

  const take = async (id: string, signal: Signal) => {
    const peer = peers.get(id) ?? (signal.description ? create(id, false) : undefined);
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
  const inTurn = (id: string, step: () => Promise<void>) => {
    const turn = (turns.get(id) ?? Promise.resolve()).then(step).catch((error) => console.warn(`peer ${id}:`, error));
    turns.set(id, turn);
  };

  const remove = (id: string) => {
    peers.get(id)?.connection.close();
    peers.delete(id);
    turns.delete(id);
  };

  return {
    call: (id: string) => inTurn(id, () => call(id)),
    take: (id: string, signal: unknown) => inTurn(id, () => take(id, signal as Signal)),
    remove,
    closeAll: () => [...peers.keys()].forEach(remove),
    /** Sends the devices as they are now. */
    refreshTracks: () => {
      for (const { connection } of peers.values()) {
        for (const { sender, receiver } of connection.getTransceivers()) {
          void sender.replaceTrack(trackOf(receiver.track.kind));
        }
      }
    },
    /** How loud somebody is right now, 0 to 1. */
    level: (id: string): number => {
      const receivers = peers.get(id)?.connection.getReceivers() ?? [];
      const audio = receivers.find(({ track }) => track.kind === 'audio');
      return audio?.getSynchronizationSources()[0]?.audioLevel ?? 0;
    },
  };
};
