/**
 * The media side of Galène: each stream comes by a peer connection of its own, and is offered to everybody who asked for such
 * streams by another one, under the same id (galene-protocol.md, "Pushing streams").
 */
import {
  MediaStreamTrack,
  RTCPeerConnection,
  RTCRtpCodecParameters,
  type RTCRtpReceiver,
  type RTCRtpTransceiver,
  RtpHeader,
  RtpPacket,
  useSdesMid,
} from 'werift';
import { descriptionOf, lite } from '../../lab/hosts/lite.ts';

const loopback = {
  ...lite,
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
  /** Once something of it has come. */
  readonly begun: Promise<unknown>;
  /** Sends the tracks of these kinds on to somebody. */
  forward(kinds: readonly Kind[]): Outgoing;
  close(): Promise<void>;
}

export interface Outgoing {
  readonly kinds: readonly Kind[];
  /** Has it carry other tracks, over the connection that there is; the next offer says so. */
  carry(kinds: readonly Kind[]): void;
  /** Undefined while the one before is not answered yet. */
  offer(): Promise<string | undefined>;
  /** Answers whether another offer is due. */
  accept(answer: string): Promise<boolean>;
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

interface Sender {
  readonly to: MediaStreamTrack;
  readonly transceiver: RTCRtpTransceiver;
  readonly stops: (() => void)[];
}

/** Whoever offers layers of a picture then sends one. */
const withoutLayers = (sdp: string): string => sdp.replaceAll(/^a=(?:simulcast|rid):.*\r?\n/gm, '');

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
  const begun = Promise.withResolvers<void>();
  connection.onTrack.subscribe((from) => {
    from.onReceiveRtp.once(() => begun.resolve());
    const receiver = connection.getReceivers().find(({ tracks }) => tracks.includes(from));
    const track: Track = { kind: from.kind as Kind, from, receiver };
    tracks.push(track);
    for (const listener of listeners) listener(track);
  });

  const forward = (wanted: readonly Kind[]): Outgoing => {
    const outward = new RTCPeerConnection(loopback);
    const senders = new Map<Kind, Sender>();
    const connect = (track: Track): void => {
      const out = senders.get(track.kind);
      if (!out) return;
      const { unSubscribe } = track.from.onReceiveRtp.subscribe((packet) => out.to.writeRtp(copyOf(packet)));
      out.stops.push(unSubscribe);
      const askForPicture = () => void track.receiver?.sendRtcpPLI(track.from.ssrc ?? 0).catch(() => undefined);
      const { onPictureLossIndication } = out.transceiver.sender;
      if (track.kind === 'video') out.stops.push(onPictureLossIndication.subscribe(askForPicture).unSubscribe);
    };
    const stop = (kind: Kind): void => {
      for (const stop of senders.get(kind)?.stops ?? []) stop();
      senders.get(kind)?.transceiver.setDirection('inactive');
      senders.delete(kind);
    };
    const carry = (kinds: readonly Kind[]): void => {
      for (const kind of senders.keys()) if (!kinds.includes(kind)) stop(kind);
      for (const kind of kinds) {
        if (senders.has(kind)) continue;
        const to = new MediaStreamTrack({ kind });
        senders.set(kind, { to, transceiver: outward.addTransceiver(to, { direction: 'sendonly' }), stops: [] });
        for (const track of tracks) if (track.kind === kind) connect(track);
      }
    };
    let isDue = false;
    carry(wanted);
    listeners.add(connect);
    return {
      get kinds() {
        return [...senders.keys()];
      },
      carry,
      async offer() {
        isDue = outward.signalingState !== 'stable';
        if (isDue) return undefined;
        await outward.setLocalDescription(await outward.createOffer());
        return descriptionOf(outward);
      },
      async accept(sdp) {
        await outward.setRemoteDescription({ type: 'answer', sdp });
        return isDue;
      },
      addCandidate: (candidate) => addCandidate(outward, candidate),
      async close() {
        listeners.delete(connect);
        for (const { stops } of senders.values()) for (const stop of stops) stop();
        await outward.close();
      },
    };
  };

  return {
    async answer(offer) {
      kinds = kindsIn(offer);
      await connection.setRemoteDescription({ type: 'offer', sdp: withoutLayers(offer) });
      await connection.setLocalDescription(await connection.createAnswer());
      return descriptionOf(connection);
    },
    addCandidate: (candidate) => addCandidate(connection, candidate),
    get kinds() {
      return kinds;
    },
    begun: begun.promise,
    forward,
    close: () => connection.close(),
  };
};
