/** What an object of a media store is composed of: stretches of objects that it holds, and bytes that are made for it. */

export interface StoredStretch {
  /** The object that it is a stretch of. */
  readonly name: string;
  readonly from: number;
  readonly bytes: number;
}

export interface MadeStretch {
  readonly bytes: number;
  /** The bytes, when their turn comes; may be asked for again. */
  make(): Promise<Uint8Array>;
}

export type Stretch = StoredStretch | MadeStretch;

export const isStored = (stretch: Stretch): stretch is StoredStretch => 'name' in stretch;
