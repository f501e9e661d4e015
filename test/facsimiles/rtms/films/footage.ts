/** One picture in Annex B (ITU-T H.264), with what the decoder needs before it when it is a key picture. */
export interface Frame {
  readonly bytes: Uint8Array;
  readonly key: boolean;
}

export interface Footage {
  readonly frames: readonly Frame[];
  /** Pictures a second. */
  readonly rate: number;
}
