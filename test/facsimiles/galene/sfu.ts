/**
 * The media side of Galène: each stream comes by a peer connection of its own, and is offered to everybody who asked for such
 * streams by another one, under the same id (galene-protocol.md, "Pushing streams").
 */
import {
  MediaStreamTrack,
  RTCPeerConnection,
  RTCRtpCodecParameters,
  type RTCRtpReceiver,
  RtpHeader,
  RtpPacket,
  useSdesMid,
} from 'werift';

const loopback = {
  iceServers: [],
  iceUseIpv6: false,
  iceAdditionalHostAddresses: ['127.0.0.1'],
  codecs: {
    audio: [new RTCRtpCodecParameters({ mimeType: 'audio/opus', clockRate: 48_000, channels: 2 })],
    video: [
      new RTCRtpCodecParameters({
        mimeType: 'video/VP8',
        clockRate: 90_000,
        rtcpFeedback: [{ type: 'nack' }, { type: 'nack', parameter: 'pli' }, { type: 'goog-remb' }],
      }),
    ],
  },
  headerExtensions: { audio: [useSdesMid()], video: [useSdesMid()] },
};

export type Kind = 'audio' | 'video';

export interface Incoming {
  /** Answers the offer of whoever sends. */
  answer(offer: string): Promise<string>;
  addCandidate(candidate: object): Promise<void>;
  /** What it carries, once something was offered. */
  readonly kinds: readonly Kind[];
  /** Sends the tracks of these kinds on to somebody. */
  forward(kinds: readonly Kind[]): Outgoing;
  close(): Promise<void>;
}

export interface Outgoing {
  offer(): Promise<string>;
  accept(answer: string): Promise<void>;
  addCandidate(candidate: object): Promise<void>;
  close(): Promise<void>;
}

/** Browsers hide the addresses of a machine behind names that only its own network knows; what they send from is seen anyway. */
const isKnown = (candidate: object): boolean => !String(Reflect.get(candidate, 'candidate')).includes('.local');

const addCandidate = async (connection: RTCPeerConnection, candidate: object): Promise<void> => {
  if (isKnown(candidate)) await connection.addIceCandidate(candidate);
};

interface Track {
  readonly kind: Kind;
  readonly from: MediaStreamTrack;
  readonly receiver: RTCRtpReceiver | undefined;
}

const kindsIn = (sdp: string): readonly Kind[] =>
  [...sdp.matchAll(/^m=(audio|video) /gm)].map(([, kind]) => kind as Kind);

/** Without what only the connection that a packet came by knows. */
const copyOf = ({ header, payload }: RtpPacket): RtpPacket => {
  const { sequenceNumber, timestamp, marker } = header;
  return new RtpPacket(new RtpHeader({ sequenceNumber, timestamp, marker }), payload);
};

export const receive = (): Incoming => {
  const connection = new RTCPeerConnection(loopback);
  const tracks: Track[] = [];
  const listeners = new Set<(track: Track) => void>();
  let kinds: readonly Kind[] = [];
  connection.onTrack.subscribe((from) => {
    const receiver = connection.getReceivers().find(({ tracks }) => tracks.includes(from));
    const track: Track = { kind: from.kind as Kind, from, receiver };
    tracks.push(track);
    for (const listener of listeners) listener(track);
  });

  const forward = (wanted: readonly Kind[]): Outgoing => {
    const outward = new RTCPeerConnection(loopback);
    const stops: (() => void)[] = [];
    const senders = wanted.map((kind) => {
      const to = new MediaStreamTrack({ kind });
      return { kind, to, sender: outward.addTransceiver(to, { direction: 'sendonly' }).sender };
    });
    const connect = (track: Track): void => {
      const out = senders.find(({ kind }) => kind === track.kind);
      if (!out) return;
      const { unSubscribe } = track.from.onReceiveRtp.subscribe((packet) => out.to.writeRtp(copyOf(packet)));
      stops.push(unSubscribe);
      const askForPicture = () => void track.receiver?.sendRtcpPLI(track.from.ssrc ?? 0).catch(() => undefined);
      if (track.kind === 'video') stops.push(out.sender.onPictureLossIndication.subscribe(askForPicture).unSubscribe);
    };
    for (const track of tracks) connect(track);
    listeners.add(connect);
    return {
      async offer() {
        await outward.setLocalDescription(await outward.createOffer());
        return outward.localDescription?.sdp ?? '';
      },
      accept: (sdp) => outward.setRemoteDescription({ type: 'answer', sdp }),
      addCandidate: (candidate) => addCandidate(outward, candidate),
      async close() {
        listeners.delete(connect);
        for (const stop of stops) stop();
        await outward.close();
      },
    };
  };

  return {
    async answer(offer) {
      kinds = kindsIn(offer);
      await connection.setRemoteDescription({ type: 'offer', sdp: offer });
      await connection.setLocalDescription(await connection.createAnswer());
      return connection.localDescription?.sdp ?? '';
    },
    addCandidate: (candidate) => addCandidate(connection, candidate),
    get kinds() {
      return kinds;
    },
    forward,
    close: () => connection.close(),
  };
};
