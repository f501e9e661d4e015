/** Cuts what a stream gives into segments: by its sound, which never stops, and at key pictures where there are any. Pure. */
import type { MediaPacket, PacketGroup } from '../media/encoding/packets.ts';

const shortestUs = 2_000_000;
const longestUs = 4_000_000;

const takeBefore = (packets: MediaPacket[], at_us: number): MediaPacket[] => {
  const end = packets.findIndex(({ timestamp_us }) => timestamp_us >= at_us);
  return packets.splice(0, end === -1 ? packets.length : end);
};

/** Each picture lasts until the next one: those who play a single segment should see no gap. */
const lasting = (packets: readonly MediaPacket[], next: MediaPacket | undefined): MediaPacket[] =>
  packets.map((packet, index) => {
    const until_us = (packets[index + 1] ?? next)?.timestamp_us;
    return until_us === undefined ? packet : { ...packet, duration_us: Math.max(1, until_us - packet.timestamp_us) };
  });

export const createStreamSegmenter = () => {
  const video: MediaPacket[] = [];
  const audio: MediaPacket[] = [];
  let start_us = 0;
  let heard_us = 0;
  let isFirst = true;

  const groupBefore = (cut_us: number): PacketGroup => {
    start_us = cut_us;
    isFirst = false;
    const pictures = takeBefore(video, cut_us);
    return { video: lasting(pictures, video[0]), audio: takeBefore(audio, cut_us) };
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
