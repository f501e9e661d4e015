/**
 * What a platform's media server is to one page: lines of sound and of pictures that are offered before anybody uses them,
 * and data channels. Packets of sound name whose voice they carry (CSRC, RFC 3550), which browsers cannot write.
 */
import {
  MediaStreamTrack,
  type RTCDataChannel,
  RTCPeerConnection,
  RTCRtpCodecParameters,
  type RTCRtpTransceiver,
  RtpHeader,
  RtpPacket,
  useAudioLevelIndication,
  useSdesMid,
  useVP8,
  Vp8RtpPayload,
} from 'werift';
import { descriptionOf, lite } from '../../../lab/hosts/lite.ts';
import type { OwnDevice, OwnLines } from '../stage/protocol.ts';

const loopback = {
  ...lite,
  codecs: {
    audio: [new RTCRtpCodecParameters({ mimeType: 'audio/opus', clockRate: 48_000, channels: 2 })],
    video: [useVP8()],
  },
  headerExtensions: { audio: [useSdesMid(), useAudioLevelIndication()], video: [useSdesMid()] },
};
/** The second of those of sound. */
const levelExtension = 2;
/** Of a key picture in one packet (RFC 7741): it is the beginning of a picture. */
const wholePicture = Buffer.from([0x10]);

/** How a line is called in what the page is offered (`msid`). */
export interface LineName {
  readonly stream: string;
  readonly track: string;
}

/** Those who had a part in a packet, and how loud it is: 0 is as loud as can be, 127 silence (RFC 6464). */
export interface Contributors {
  readonly sources: readonly number[];
  readonly level: number;
}

export interface SoundLine extends LineName {
  /** An Opus packet of 20 ms. `at`: which of all such packets since the server began, by time. */
  send(packet: Uint8Array, at: number, by: Contributors): void;
}

export interface PictureLine extends LineName {
  /** A key picture of VP8. */
  send(picture: Uint8Array, at_ms: number): void;
}

export interface Channel {
  send(message: Uint8Array | string): void;
  onMessage(listener: (message: Buffer) => void): void;
  /** Resolves when it is open. */
  readonly open: Promise<void>;
}

export interface MediaWishes {
  readonly sound: readonly LineName[];
  readonly pictures: readonly LineName[];
  /** Those that the server opens. */
  readonly channels?: readonly string[];
  /** Puts more into what the page is offered: what only that platform's servers write. */
  readonly amend?: (sdp: string) => string;
}

export interface MediaServer extends AsyncDisposable {
  readonly sound: readonly SoundLine[];
  readonly pictures: readonly PictureLine[];
  /** Channels that this side opened, and those of the page once it has opened them, by label. */
  channel(label: string): Promise<Channel>;
  /** The whole offer, and where in it the page puts its own devices. */
  offer(): Promise<{ readonly sdp: string; readonly own: OwnLines }>;
  accept(answer: string): Promise<void>;
  /** Resolves when what is sent arrives. */
  readonly connected: Promise<void>;
  /** When something of the page's own device came last, in Unix time. */
  cameAt(device: OwnDevice): number | undefined;
  /** How loud the page's own microphone was at its loudest: 0 is as loud as can be, 127 silence (RFC 6464). */
  ownLevel(): number | undefined;
  /** The last key picture (VP8) of the page's own camera; asks it for the next. */
  ownPicture(): Uint8Array | undefined;
}

const addLine = (connection: RTCPeerConnection, kind: 'audio' | 'video', name: LineName): MediaStreamTrack => {
  const track = new MediaStreamTrack({ kind });
  const { sender } = connection.addTransceiver(track, { direction: 'sendonly' });
  Object.assign(sender, { trackId: name.track, streamIds: [name.stream] });
  return track;
};

const soundLine = (track: MediaStreamTrack, name: LineName): SoundLine => {
  let sequenceNumber = 0;
  let last = -2;
  return {
    ...name,
    send(packet, at, { sources, level }) {
      sequenceNumber = (sequenceNumber + 1) & 0xffff;
      const header = new RtpHeader({
        sequenceNumber,
        timestamp: (at * 960) >>> 0,
        // Speech begins where nothing was sent before (RFC 3551).
        marker: at !== last + 1,
        csrc: [...sources],
        extensions: [{ id: levelExtension, payload: Buffer.from([0x80 | level]) }],
      });
      last = at;
      track.writeRtp(new RtpPacket(header, Buffer.from(packet)));
    },
  };
};

const pictureLine = (track: MediaStreamTrack, name: LineName): PictureLine => {
  let sequenceNumber = 0;
  return {
    ...name,
    send(picture, at_ms) {
      sequenceNumber = (sequenceNumber + 1) & 0xffff;
      const header = new RtpHeader({ sequenceNumber, timestamp: (Math.round(at_ms) * 90) >>> 0, marker: true });
      track.writeRtp(new RtpPacket(header, Buffer.concat([wholePicture, picture])));
    },
  };
};

const channelOf = (channel: RTCDataChannel): Channel => {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (channel.readyState === 'open') resolve();
  else channel.stateChanged.subscribe((state) => state === 'open' && resolve());
  return {
    open: promise,
    send(message) {
      if (channel.readyState === 'open') channel.send(typeof message === 'string' ? message : Buffer.from(message));
    },
    onMessage: (listener) => void channel.onMessage.subscribe((message) => listener(Buffer.from(message))),
  };
};

/**
 * Of a channel that this side opens: whoever answered, as the page does, takes the even ones (RFC 8832, 6). The library goes by
 * who controls ICE, which is never a lite agent.
 */
const oddNumber = (at: number): number => 2 * at + 1;

const levelOf = ({ header }: RtpPacket): number => {
  const told = header.extensions.find(({ id }) => id === levelExtension)?.payload[0] ?? 127;
  return told & 0x7f;
};

/** Puts together the key pictures of a line, packet by packet; answers the last that is whole. */
const createKeyPictures = () => {
  let parts: Buffer[] = [];
  let last: Uint8Array | undefined;
  return {
    hear({ header, payload }: RtpPacket): void {
      const part = Vp8RtpPayload.deSerialize(payload);
      if (part.isPartitionHead) parts = part.isKeyframe ? [part.payload] : [];
      else if (parts.length > 0) parts.push(part.payload);
      if (header.marker && parts.length > 0) last = Buffer.concat(parts);
      if (header.marker) parts = [];
    },
    get last() {
      return last;
    },
  };
};

const deviceKinds = { microphone: 'audio', camera: 'video', screen: 'video' } as const;

export const startMediaServer = ({
  sound,
  pictures,
  channels = [],
  amend = (sdp) => sdp,
}: MediaWishes): MediaServer => {
  const connection = new RTCPeerConnection(loopback);
  const known = new Map<string, PromiseWithResolvers<Channel>>();
  const known_as = (label: string): PromiseWithResolvers<Channel> => {
    const one = known.get(label) ?? Promise.withResolvers<Channel>();
    known.set(label, one);
    return one;
  };
  const soundLines = sound.map((name) => soundLine(addLine(connection, 'audio', name), name));
  const pictureLines = pictures.map((name) => pictureLine(addLine(connection, 'video', name), name));
  const came = new Map<OwnDevice, number>();
  const own = new Map<OwnDevice, RTCRtpTransceiver>();
  const keyPictures = createKeyPictures();
  let level: number | undefined;
  for (const device of ['microphone', 'camera', 'screen'] as const) {
    const transceiver = connection.addTransceiver(deviceKinds[device], { direction: 'recvonly' });
    transceiver.onTrack.subscribe((track) =>
      track.onReceiveRtp.subscribe((packet) => {
        came.set(device, Date.now());
        if (device === 'camera') keyPictures.hear(packet);
        if (device === 'microphone') level = Math.min(level ?? 127, levelOf(packet));
      }),
    );
    own.set(device, transceiver);
  }
  for (const [at, label] of channels.entries())
    known_as(label).resolve(channelOf(connection.createDataChannel(label, { id: oddNumber(at) })));
  const connected = Promise.withResolvers<void>();
  connection.connectionStateChange.subscribe((state) => state === 'connected' && connected.resolve());
  connection.onDataChannel.subscribe((channel) => known_as(channel.label).resolve(channelOf(channel)));

  return {
    sound: soundLines,
    pictures: pictureLines,
    channel: (label) => known_as(label).promise,
    async offer() {
      await connection.setLocalDescription(await connection.createOffer());
      const mids = [...own].map(([device, { mid }]) => [device, mid ?? '']);
      return { sdp: amend(descriptionOf(connection)), own: Object.fromEntries(mids) as OwnLines };
    },
    accept: (sdp) => connection.setRemoteDescription({ type: 'answer', sdp }),
    connected: connected.promise,
    cameAt: (device) => came.get(device),
    ownLevel: () => level,
    ownPicture() {
      const receiver = own.get('camera')?.receiver;
      const ssrc = receiver?.tracks[0]?.ssrc;
      if (ssrc !== undefined) void receiver?.sendRtcpPLI(ssrc);
      return keyPictures.last;
    },
    [Symbol.asyncDispose]: () => connection.close(),
  };
};
