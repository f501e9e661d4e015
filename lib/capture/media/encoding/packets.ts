/** What a recording is packed of. */

/** A segment lasts until the first place after so long at which it can be cut. */
export const segmentSeconds = 2;

export interface MediaPacket {
  readonly kind: 'video' | 'audio';
  readonly data: Uint8Array;
  /** From the first picture of the take. */
  readonly timestamp_us: number;
  readonly duration_us: number;
  readonly key: boolean;
  /** How a picture is decoded, where that changes within a take. */
  readonly config?: VideoDecoderConfig | undefined;
}

/**
 * A segment's packets: video starts with a key frame, audio holds what sounds before the next segment's first picture.
 * Of sound alone there is no video.
 */
export interface PacketGroup {
  readonly video: readonly MediaPacket[];
  readonly audio: readonly MediaPacket[];
}

/** Takes away, and answers, the packets that begin before a moment. */
export const cutBefore = (packets: MediaPacket[], at_us: number): MediaPacket[] => {
  const end = packets.findIndex(({ timestamp_us }) => timestamp_us >= at_us);
  return packets.splice(0, end === -1 ? packets.length : end);
};

/**
 * Gives each picture the time until the next one, and the last one that until `end_us` if that is known: they come
 * irregularly, and those who play a single segment should see no gap.
 */
export const lasting = (packets: readonly MediaPacket[], end_us: number | undefined): MediaPacket[] =>
  packets.map((packet, index) => {
    const until_us = packets[index + 1]?.timestamp_us ?? end_us;
    return until_us === undefined ? packet : { ...packet, duration_us: Math.max(1, until_us - packet.timestamp_us) };
  });
