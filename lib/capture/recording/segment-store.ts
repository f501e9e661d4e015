/** Where the media of one bot goes. */
import type { ByteSource } from '../../domain/captured/byte-source.ts';

/** A store that has not taken a part of a recording, or a piece of speech, by then does not answer. */
export const putWithinMs = 60_000;

/** Where media goes: objects of one bot, under names that the recorder chooses. */
export interface SegmentStore {
  put(name: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** The object, or at least its first `most_bytes` where that is enough. */
  get(name: string, most_bytes?: number): Promise<Uint8Array | undefined>;
  /** Names below a prefix, in ascending order. */
  list(prefix: string): Promise<string[]>;
  /** Stores a local file, of any size, without holding it in memory. */
  putFile(name: string, path: string, contentType: string): Promise<void>;
  /**
   * Stores an object that consists of the bytes of all sources in their order, without holding it in memory.
   * @throws BytesMissingError when the store does not hold one of them; nothing is stored then
   */
  compose(name: string, sources: readonly ByteSource[], contentType: string): Promise<void>;
  /** The store itself copies a stored range of at least so many bytes. Absent where that makes no difference. */
  readonly least_copy_bytes?: number | undefined;
  /** Removes everything below a prefix; nothing there is not an error. */
  deleteAll(prefix: string): Promise<void>;
}
