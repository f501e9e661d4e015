/** What the bytes of a composed object come from: ranges of objects that the store holds, and bytes that are made. */

/** A range of a stored object. */
export interface StoredBytes {
  readonly name: string;
  readonly from: number;
  readonly bytes: number;
}

export interface MadeBytes {
  readonly bytes: number;
  /** The bytes, when their turn comes; may be asked for again. */
  make(): Promise<Uint8Array>;
}

export type ByteSource = StoredBytes | MadeBytes;

export const isStored = (source: ByteSource): source is StoredBytes => 'name' in source;
