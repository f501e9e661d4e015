/** Makes one MP3 of several takes of sound, by copying what is encoded. */
import { EncodedAudioPacketSource, FilePathTarget, Mp3OutputFormat, Output } from 'mediabunny';
import { soundCodec } from '../programs/protocol/codecs.ts';
import { createParts } from './parts.ts';
import { decoderConfigs, readSound } from './read-segment.ts';
import type { SegmentStore } from './segment-store.ts';
import { type KeptTake, untilWhen } from './without-overlaps.ts';

/**
 * Writes the takes one after the other, gaps between and within them cut out. Needs memory for a few segments. Answers
 * the length, and the parts of time that it is made of.
 */
export const joinMp3 = async (
  store: Pick<SegmentStore, 'get'>,
  takes: readonly [KeptTake, ...KeptTake[]],
  target: string,
) => {
  const { audio } = await decoderConfigs(takes[0]);
  const output = new Output({ format: new Mp3OutputFormat(), target: new FilePathTarget(target) });
  const sound = new EncodedAudioPacketSource(soundCodec(audio));
  output.addAudioTrack(sound);
  await output.start();
  const timeline = createParts();
  for (const take of takes) {
    timeline.beginTake(take.start_timestamp_ms, take.goes_on);
    const until_s = untilWhen(take, false);
    for await (const sounds of readSound(store, take)) {
      const packets = sounds.filter(({ timestamp, duration }) => timestamp + duration / 2 <= until_s);
      const [first, last] = [packets[0], packets.at(-1)];
      if (!first || !last) continue;
      const shift_s = timeline.place(first.timestamp, last.timestamp + last.duration);
      for (const packet of packets)
        await sound.add(packet.clone({ timestamp: packet.timestamp + shift_s }), { decoderConfig: audio });
    }
  }
  await output.finalize();
  const { duration_ms, parts } = timeline;
  return { duration_ms, parts };
};
