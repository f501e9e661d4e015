import type { ByteSource } from '../domain/captured/byte-source.ts';

/** So long a link holds that a client is given. */
export const linkSeconds = 30 * 60;

/** Objects that came out of meetings. Names are slash-separated paths; the first part is the project. */
export interface MediaStore {
  put(name: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Stores a local file of any size without holding it in memory; the file must not be changed afterwards. */
  putFile(name: string, path: string, contentType: string): Promise<void>;
  /**
   * Stores an object that consists of the bytes of all sources in their order, without holding it in memory.
   * @throws BytesMissingError when the store does not hold one of them; nothing is stored then
   */
  compose(name: string, sources: readonly ByteSource[], contentType: string): Promise<void>;
  /**
   * The store itself copies a stored range of at least so many bytes; a smaller one is read and written again. Absent
   * where that makes no difference.
   */
  readonly least_copy_bytes?: number;
  /** The object, or its first `most_bytes`. */
  get(name: string, most_bytes?: number): Promise<Uint8Array | undefined>;
  /** All names below a prefix, in ascending order. */
  list(prefix: string): Promise<string[]>;
  /** Removes everything below a prefix; nothing there is not an error. */
  deleteAll(prefix: string): Promise<void>;
  /** A link that anyone can read the object with for so long, also in byte ranges; browsers save it under `file_name`. */
  link(name: string, expiresSeconds: number, file_name?: string): Promise<string>;
}
