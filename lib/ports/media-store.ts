/** Objects that came out of meetings. Names are slash-separated paths; the first part is the project. */
export interface MediaStore {
  put(name: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Stores a local file of any size without holding it in memory; the file must not be changed afterwards. */
  putFile(name: string, path: string, contentType: string): Promise<void>;
  /** The object, or its first `most_bytes`. */
  get(name: string, most_bytes?: number): Promise<Uint8Array | undefined>;
  /** All names below a prefix, in ascending order. */
  list(prefix: string): Promise<string[]>;
  /** Removes everything below a prefix; nothing there is not an error. */
  deleteAll(prefix: string): Promise<void>;
  /** A link that anyone can read the object with for so long, also in byte ranges. */
  link(name: string, expiresSeconds: number): Promise<string>;
}
