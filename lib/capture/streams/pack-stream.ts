/** Packs what a stream gives: pictures of one camera are decoded otherwise than those of another, and each tell how. */
import { type PackedSegment, packSegment } from '../media/encoding/pack-segment.ts';
import { cutBefore, type PacketGroup } from '../media/encoding/packets.ts';
import type { DecoderConfigs } from '../programs/protocol/codecs.ts';
import { mergeSegments } from '../recording/mp4/merge-segments.ts';
import { pictureEntryOf } from '../recording/mp4/movie-index.ts';

/** The group, cut wherever pictures begin that are decoded otherwise. */
const partsOf = (group: PacketGroup): PacketGroup[] => {
  const [video, audio] = [[...group.video], [...group.audio]];
  const changes = video.filter(({ config }, index) => index > 0 && config !== video[index - 1]?.config);
  return [...changes.map(({ timestamp_us }) => timestamp_us), Number.POSITIVE_INFINITY].map((until_us) => ({
    video: cutBefore(video, until_us),
    audio: cutBefore(audio, until_us),
  }));
};

const firstOf = ({ video, audio }: PacketGroup): PacketGroup => ({
  video: video.slice(0, 1),
  audio: audio.slice(0, 1),
});

/** One segment, in which pictures go with the sample entry that they are decoded by. */
export const packStream = async (group: PacketGroup, configs: DecoderConfigs): Promise<PackedSegment> => {
  const packed = [];
  for (const part of partsOf(group)) {
    const config = part.video[0]?.config;
    const { init, media } = await packSegment(part, { ...configs, video: config ?? configs.video });
    packed.push({ config, init, media, entry: config && pictureEntryOf(init) });
  }
  // How a take begins says how its first pictures are decoded, which may be others than any of these.
  const asFirst = packed.find(({ config }) => config === undefined || config === configs.video);
  const { init } = asFirst ?? (await packSegment(firstOf(group), configs));
  return {
    init,
    media: mergeSegments(
      packed.map(({ media }) => media),
      packed.map(({ entry }) => entry),
    ),
  };
};
