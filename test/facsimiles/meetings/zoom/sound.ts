/** What a page of Zoom plays: everybody's voices, mixed, as samples. No track of a connection brings them. */
import { OpusDecoder } from 'opus-decoder';
import type { SpokenPacket, Talk } from '../media/talk.ts';

export const playedRate = 16_000;
const packetSamples = playedRate / 50;

/** 20 ms, as 16-bit samples. */
type Piece = Int16Array;

/** Decodes one voice; packets wait until the decoder is there, and stay in their order. */
const createVoice = () => {
  const decoder = new OpusDecoder({ channels: 1, sampleRate: playedRate });
  let isReady = false;
  void decoder.ready.then(() => {
    isReady = true;
  });
  return {
    ready: decoder.ready,
    decode(packet: Uint8Array): Float32Array | undefined {
      return isReady ? decoder.decodeFrame(packet).channelData[0] : undefined;
    },
    free: () => void decoder.ready.then(() => decoder.free()),
  };
};

const mixed = (voices: readonly Float32Array[]): Piece =>
  Int16Array.from({ length: packetSamples }, (_, at) => {
    const sum = voices.reduce((total, voice) => total + (voice[at] ?? 0), 0);
    return Math.round(Math.max(-1, Math.min(1, sum)) * 32_767);
  });

/** Tells the mix of all who speak, without those who are `left`; answers how to cease. */
export const listenToMix = (
  talk: Pick<Talk, 'listen'>,
  isHeard: (speaker: string) => boolean,
  tell: (piece: Piece) => void,
): (() => void) => {
  const voices = new Map<string, ReturnType<typeof createVoice>>();
  let last: Promise<void> = Promise.resolve();

  const hear = async (packets: readonly SpokenPacket[]): Promise<void> => {
    const decoded: Float32Array[] = [];
    for (const { speaker, packet } of packets) {
      const voice = voices.get(speaker) ?? createVoice();
      voices.set(speaker, voice);
      await voice.ready;
      const samples = voice.decode(packet);
      if (samples) decoded.push(samples);
    }
    if (decoded.length > 0) tell(mixed(decoded));
  };

  const cease = talk.listen((packets) => {
    const heard = packets.filter(({ speaker }) => isHeard(speaker));
    if (heard.length > 0) last = last.then(() => hear(heard)).catch(() => undefined);
  });
  return () => {
    cease();
    for (const voice of voices.values()) voice.free();
  };
};
