/**
 * Makes an archive of files that are compressed already: each as it is, one behind the other, and at the end a directory
 * of them (APPNOTE.TXT 6.3.10 of PKWARE, 4.3). Pure.
 */
import { crc32 } from 'node:zlib';

/** More have no room in a directory without its later extensions, nor have more bytes. */
export const mostEntries = 65_535;
export const mostBytes = 0xffff_ffff;

const signatures = { file: 0x0403_4b50, entry: 0x0201_4b50, end: 0x0605_4b50 } as const;
const fileHeaderBytes = 30;
const entryBytes = 46;
const endBytes = 22;
/** The first version of the format, names in UTF-8, not compressed. */
const [version, utf8, stored] = [10, 0x0800, 0];

export interface ZippedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly at: Date;
}

/** A day and a time in steps of two seconds, from 1980 on. */
const dosTime = (at: Date): { date: number; time: number } => ({
  date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
});

/** What a file's header and its entry in the directory have in common, from the flags on. */
const writeFacts = (to: Buffer, from: number, { bytes, at }: ZippedFile, nameBytes: number): void => {
  const { date, time } = dosTime(at);
  let place = from;
  for (const value of [utf8, stored, time, date]) place = to.writeUInt16LE(value, place);
  for (const value of [crc32(bytes), bytes.length, bytes.length]) place = to.writeUInt32LE(value, place);
  to.writeUInt16LE(nameBytes, place);
};

export const createZip = () => {
  const entries: Buffer[] = [];
  let size = 0;
  let directorySize = 0;
  return {
    /** How many bytes there are with the directory of all files so far. */
    get bytes(): number {
      return size + directorySize + endBytes;
    },
    /** What comes before the bytes of a file that is added. */
    add(file: ZippedFile): Buffer {
      const name = Buffer.from(file.name);
      const header = Buffer.alloc(fileHeaderBytes);
      header.writeUInt32LE(signatures.file, 0);
      header.writeUInt16LE(version, 4);
      writeFacts(header, 6, file, name.length);
      const entry = Buffer.alloc(entryBytes);
      entry.writeUInt32LE(signatures.entry, 0);
      entry.writeUInt16LE(version, 4);
      entry.writeUInt16LE(version, 6);
      writeFacts(entry, 8, file, name.length);
      entry.writeUInt32LE(size, 42);
      entries.push(Buffer.concat([entry, name]));
      directorySize += entryBytes + name.length;
      size += fileHeaderBytes + name.length + file.bytes.length;
      return Buffer.concat([header, name]);
    },
    /** What comes behind the last file. */
    end(): Buffer {
      const directory = Buffer.concat(entries);
      const end = Buffer.alloc(endBytes);
      end.writeUInt32LE(signatures.end, 0);
      end.writeUInt16LE(entries.length, 8);
      end.writeUInt16LE(entries.length, 10);
      end.writeUInt32LE(directory.length, 12);
      end.writeUInt32LE(size, 16);
      return Buffer.concat([directory, end]);
    },
  };
};
