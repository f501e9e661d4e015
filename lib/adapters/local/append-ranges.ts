/** Appends ranges of files to a file. */
import { type FileHandle, open } from 'node:fs/promises';

const copiedAtOnceBytes = 1024 * 1024;

/** A range of a file was to be copied that it does not have. */
export class RangeMissingError extends Error {}

export interface Appender {
  /**
   * Copies so many bytes of a file, from a place on.
   * @throws RangeMissingError when they are not all there
   */
  range(path: string, from: number, bytes: number): Promise<void>;
  bytes(bytes: Uint8Array): Promise<void>;
  /** Resolves once all is written. */
  written(): Promise<void>;
}

/**
 * Reads the next megabyte while the last one is written, through memory that is lent: what is read into its own each
 * time is collected only once there are 64 MB of it.
 */
export const appendTo = (file: FileHandle): Appender => {
  let [reading, other] = [Buffer.allocUnsafe(copiedAtOnceBytes), Buffer.allocUnsafe(copiedAtOnceBytes)];
  let writing: Promise<void> = Promise.resolve();

  /** Once what came before is written. A failure is thrown to whoever waits for it next. */
  const write = async (bytes: Uint8Array): Promise<void> => {
    await writing;
    writing = file.writeFile(bytes);
    writing.catch(() => undefined);
  };

  return {
    async range(path, from, bytes) {
      await using source = await open(path);
      for (let read = 0; read < bytes; ) {
        const { bytesRead } = await source.read(reading, 0, Math.min(reading.length, bytes - read), from + read);
        if (bytesRead === 0) throw new RangeMissingError(path);
        await write(reading.subarray(0, bytesRead));
        [reading, other] = [other, reading];
        read += bytesRead;
      }
    },
    bytes: write,
    written: () => writing,
  };
};
