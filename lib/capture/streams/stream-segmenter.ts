/** Cuts what a stream gives into segments: by its sound, which never stops, and at key pictures where there are any. Pure. */
import { cutBefore, lasting, type MediaPacket, type PacketGroup, segmentSeconds } from '../media/encoding/packets.ts';

const shortestUs = segmentSeconds * 1e6;
const longestUs = 2 * shortestUs;

export const createStreamSegmenter = () => {
  const video: MediaPacket[] = [];
  const audio: MediaPacket[] = [];
  let start_us = 0;
  let heard_us = 0;
  let isFirst = true;

  const groupBefore = (cut_us: number): PacketGroup => {
    start_us = cut_us;
    isFirst = false;
    const pictures = cutBefore(video, cut_us);
    return { video: lasting(pictures, video[0]?.timestamp_us), audio: cutBefore(audio, cut_us) };
  };

  return {
    add(packet: MediaPacket): void {
      (packet.kind === 'video' ? video : audio).push(packet);
      if (packet.kind === 'audio') heard_us = packet.timestamp_us + packet.duration_us;
    },
    /** The next finished group, if there is one. */
    next(): PacketGroup | undefined {
      if (heard_us < start_us + shortestUs) return undefined;
      // How pictures are decoded is told with the first segment: it holds at least one.
      const key = video
        .slice(isFirst ? 1 : 0)
        .find(({ key, timestamp_us }) => key && timestamp_us >= start_us + shortestUs && timestamp_us <= heard_us);
      if (key) return groupBefore(key.timestamp_us);
      // A still screen gives no pictures, and sound alone none at all.
      return heard_us >= start_us + longestUs ? groupBefore(heard_us) : undefined;
    },
    /** All that is left, at the end of the take. */
    rest(): PacketGroup | undefined {
      return video.length + audio.length === 0 ? undefined : groupBefore(Number.POSITIVE_INFINITY);
    },
  };
};
