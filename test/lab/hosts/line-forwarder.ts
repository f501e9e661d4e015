/**
 * A media server that passes people's voices on by a few lines, as the servers of large meetings do: each line carries
 * one voice at a time, and every packet names whose it is (CSRC, RFC 3550). Browsers cannot send such packets.
 */
import {
  MediaStreamTrack,
  RTCPeerConnection,
  RTCRtpCodecParameters,
  RtpHeader,
  RtpPacket,
  useAudioLevelIndication,
  useSdesMid,
} from 'werift';
import { descriptionOf, lite } from './lite.ts';

const loopback = {
  ...lite,
  codecs: { audio: [new RTCRtpCodecParameters({ mimeType: 'audio/opus', clockRate: 48_000, channels: 2 })], video: [] },
  headerExtensions: { audio: [useSdesMid(), useAudioLevelIndication()] },
};
const levelUri = 'urn:ietf:params:rtp-hdrext:ssrc-audio-level';
/** An Opus packet of browsers lasts 20 ms. */
const packetSamples = 960;

const levelIdIn = (sdp: string): number => Number(new RegExp(`^a=extmap:(\\d+) ${levelUri}`, 'm').exec(sdp)?.[1] ?? 0);

/** Numbers packets on where another voice follows, as receivers expect of one sender. */
const createLine = () => {
  const track = new MediaStreamTrack({ kind: 'audio' });
  let voice: number | undefined;
  let last: { readonly sequence: number; readonly timestamp: number } | undefined;
  let sequenceNumber = 0;
  let timestamp = 0;
  return {
    track,
    put(now: number | undefined): void {
      voice = now;
      last = undefined;
    },
    write(from: number, source: number, { header, payload }: RtpPacket, level: Buffer | undefined): void {
      if (from !== voice) return;
      const step = last ? (header.timestamp - last.timestamp) >>> 0 : packetSamples;
      sequenceNumber = (sequenceNumber + (last ? (header.sequenceNumber - last.sequence) & 0xffff : 1)) & 0xffff;
      timestamp = (timestamp + step) >>> 0;
      last = { sequence: header.sequenceNumber, timestamp: header.timestamp };
      // Identifiers of extensions are those of the connection that the packet goes out by: the level is the second there.
      const extensions = level ? [{ id: 2, payload: level }] : [];
      track.writeRtp(
        new RtpPacket(
          new RtpHeader({ sequenceNumber, timestamp, marker: header.marker, csrc: [source], extensions }),
          payload,
        ),
      );
    },
  };
};

/** The number by which packets name the voice that was sent as the first, the second … */
export const sourceOf = (voice: number): number => 1_000 + voice;

export interface LineForwarder extends AsyncDisposable {
  /** Takes the offer of those who send their voices, one by each media section; answers what they are to be answered. */
  hear(offer: string): Promise<string>;
  /** Offers the lines to somebody who listens, with the answer that `ask` gets. */
  offer(ask: (offer: string) => Promise<string>): Promise<void>;
  /** From now on a line carries this voice, or none. */
  put(line: number, voice: number | undefined): void;
}

export const startLineForwarder = (count: number): LineForwarder => {
  const [inward, outward] = [new RTCPeerConnection(loopback), new RTCPeerConnection(loopback)];
  const lines = Array.from({ length: count }, createLine);
  for (const { track } of lines) outward.addTransceiver(track, { direction: 'sendonly' });
  let level_id = 0;
  let voices = 0;
  inward.onTrack.subscribe((track) => {
    const voice = voices;
    voices += 1;
    track.onReceiveRtp.subscribe((packet) => {
      const level = packet.header.extensions.find(({ id }) => id === level_id)?.payload;
      for (const line of lines) line.write(voice, sourceOf(voice), packet, level);
    });
  });
  return {
    async hear(offer) {
      level_id = levelIdIn(offer);
      await inward.setRemoteDescription({ type: 'offer', sdp: offer });
      await inward.setLocalDescription(await inward.createAnswer());
      return descriptionOf(inward);
    },
    async offer(ask) {
      await outward.setLocalDescription(await outward.createOffer());
      const sdp = await ask(descriptionOf(outward));
      await outward.setRemoteDescription({ type: 'answer', sdp });
    },
    put: (line, voice) => lines[line]?.put(voice),
    async [Symbol.asyncDispose]() {
      await Promise.all([inward.close(), outward.close()]);
    },
  };
};
