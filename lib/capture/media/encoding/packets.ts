/** What a recording is packed of. */

export interface MediaPacket {
  readonly kind: 'video' | 'audio';
  readonly data: Uint8Array;
  /** From the first picture of the take. */
  readonly timestamp_us: number;
  readonly duration_us: number;
  readonly key: boolean;
}

/**
 * A segment's packets: video starts with a key frame, audio holds what sounds before the next segment's first picture.
 * Of sound alone there is no video.
 */
export interface PacketGroup {
  readonly video: readonly MediaPacket[];
  readonly audio: readonly MediaPacket[];
}
