/** Where the picture and the sound of a recorded stream are, against where the script had them. */
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import { sampleOf, unitsOf } from '../../lib/capture/streams/h264/annex-b.ts';
import type { Footage } from '../facsimiles/rtms/films/footage.ts';

interface Packet {
  readonly at_ms: number;
  readonly bytes: Uint8Array;
}

/** Packets of a recording, at their moments (Unix time); `start_ms` is when it begins. */
export const packetsOf = async (mp4: Uint8Array, start_ms: number) => {
  using input = new Input({ formats: ALL_FORMATS, source: new BufferSource(mp4) });
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  if (!video || !audio) throw new Error('a track is missing');
  const all = async (track: typeof video | typeof audio): Promise<Packet[]> => {
    const packets: Packet[] = [];
    for await (const { timestamp, data } of new EncodedPacketSink(track).packets())
      packets.push({ at_ms: start_ms + timestamp * 1000, bytes: data });
    return packets;
  };
  return { pictures: await all(video), sound: await all(audio) };
};

/** AAC needs a few bytes for silence, and hundreds for a voice. */
const voiceFromBytes = 100;

/** The packets in which somebody is heard, between two moments. */
export const heardIn = (sound: readonly Packet[], from_ms: number, to_ms: number): Packet[] =>
  sound.filter(({ at_ms, bytes }) => at_ms >= from_ms && at_ms < to_ms && bytes.length >= voiceFromBytes);

/** By how much pictures of a film, which began at a moment and is shown again and again, are late; of those that are known. */
export const latenessOf = (pictures: readonly Packet[], { frames, rate }: Footage, began_ms: number): number[] => {
  const numbers = new Map(
    frames.map(({ bytes }, n) => [sampleOf(unitsOf(Buffer.from(bytes))).toString('base64'), n] as const),
  );
  const length_ms = (frames.length * 1000) / rate;
  return pictures.flatMap(({ at_ms, bytes }) => {
    const n = numbers.get(Buffer.from(bytes).toString('base64'));
    if (n === undefined) return [];
    const late_ms = at_ms - began_ms - (n * 1000) / rate;
    return [late_ms - Math.round(late_ms / length_ms) * length_ms];
  });
};
