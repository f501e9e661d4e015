/** Real speech for imitated meetings and services: the demo room's clips, decoded without anything but Node. */
import { readFile } from 'node:fs/promises';
import { BufferSource, EncodedPacketSink, Input, OGG } from 'mediabunny';
import { OpusDecoder } from 'opus-decoder';
import { type Clip, clips, clipsFolder } from '../../../lib/demo-room/scripted/clips.ts';

export type SpeechRate = 8_000 | 16_000 | 48_000;

/** A clip as it was encoded: Opus, mono, 20 ms a packet. */
export const packetsOf = async (name: string): Promise<readonly Uint8Array[]> => {
  const source = new BufferSource(await readFile(new URL(`${name}.opus`, clipsFolder)));
  using input = new Input({ formats: [OGG], source });
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new Error(`the clip ${name} holds no sound`);
  const packets: Uint8Array[] = [];
  for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet.data);
  return packets;
};

/** The samples of a clip, mono. */
export const speechOf = async (name: string, sampleRate: SpeechRate): Promise<Int16Array> => {
  const decoder = new OpusDecoder({ channels: 1, sampleRate });
  await decoder.ready;
  try {
    const { channelData } = decoder.decodeFrames([...(await packetsOf(name))]);
    const [samples = new Float32Array()] = channelData;
    // Mapped as they are: Int16Array.from() asks for one after the other by an iterator, and takes many times as long.
    return new Int16Array(samples.map((sample) => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767)));
  } finally {
    decoder.free();
  }
};

/** What is said in a clip. */
export const clipNamed = (name: string): Clip => {
  const clip = clips.get(name);
  if (!clip) throw new Error(`there is no clip ${name}`);
  return clip;
};
