/** Where the media of one bot goes. */
import type { Stretch } from '../../domain/captured/stretch.ts';

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
   * Stores what the stretches give one after the other, without holding it in memory.
   * @throws StretchMissingError when the store does not hold one of them; nothing is stored then
   */
  compose(name: string, stretches: readonly Stretch[], contentType: string): Promise<void>;
  /** Of how many bytes on stored stretches are composed within the store. Absent where that makes no difference. */
  readonly least_copy_bytes?: number | undefined;
  /** Removes everything below a prefix; nothing there is not an error. */
  deleteAll(prefix: string): Promise<void>;
}
