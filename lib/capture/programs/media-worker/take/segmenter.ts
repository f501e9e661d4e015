/** Cuts the streams of encoded packets into segments. Pure. */
import {
  cutBefore,
  lasting,
  type MediaPacket,
  type PacketGroup,
  segmentSeconds,
} from '../../../media/encoding/packets.ts';

const patienceUs = 1_000_000;

/**
 * Gathers packets and hands out groups that are long enough, cut at key frames once the sound has reached the cut, or
 * once the sound is a second late (then it goes into the next segment rather than holding up this one). The cuts are made
 * in what `leads`: pictures, unless there is only sound.
 */
export const createSegmenter = (leads: MediaPacket['kind'] = 'video') => {
  const video: MediaPacket[] = [];
  const audio: MediaPacket[] = [];
  const leading = leads === 'video' ? video : audio;
  let heard_us = 0;

  const nextCut = (): number | undefined => {
    const start = leading[0]?.timestamp_us;
    if (start === undefined) return undefined;
    return leading.find((packet) => packet.key && packet.timestamp_us >= start + segmentSeconds * 1e6)?.timestamp_us;
  };

  return {
    add(packet: MediaPacket): void {
      if (packet.kind === 'video') {
        if (video.length > 0 || packet.key) video.push(packet);
      } else {
        audio.push(packet);
        heard_us = packet.timestamp_us + packet.duration_us;
      }
    },
    /** The next finished group, if there is one. */
    next(): PacketGroup | undefined {
      const cut = nextCut();
      if (cut === undefined) return undefined;
      const seen = leading.at(-1)?.timestamp_us ?? cut;
      if (heard_us < cut && seen < cut + patienceUs) return undefined;
      return { video: lasting(cutBefore(video, cut), cut), audio: cutBefore(audio, cut) };
    },
    /** What begins after this moment is left out: it came before anybody heard that the take was over. */
    end(at_us: number): void {
      for (const packets of [video, audio]) {
        const late = packets.findIndex(({ timestamp_us }) => timestamp_us > at_us);
        if (late !== -1) packets.length = late;
      }
    },
    /** All that is left, at the end of the take. */
    rest(): PacketGroup | undefined {
      if (leading.length === 0) return undefined;
      return { video: lasting(video.splice(0), undefined), audio: audio.splice(0) };
    },
  };
};
