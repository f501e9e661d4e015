/** Reads a ZIP of files that are stored as they are, by its directory, and complains where the two do not agree. */
import assert from 'node:assert/strict';
import { crc32 } from 'node:zlib';

export const unzipped = (zip: Uint8Array): Map<string, Buffer> => {
  const bytes = Buffer.from(zip);
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const [count, directoryBytes, directory] = [
    bytes.readUInt16LE(end + 10),
    bytes.readUInt32LE(end + 12),
    bytes.readUInt32LE(end + 16),
  ];
  assert.equal(directory + directoryBytes, end);
  const files = new Map<string, Buffer>();
  let at = directory;
  for (let n = 0; n < count; n += 1) {
    assert.equal(bytes.toString('latin1', at, at + 4), 'PK\x01\x02');
    const [sum, size, nameBytes] = [
      bytes.readUInt32LE(at + 16),
      bytes.readUInt32LE(at + 24),
      bytes.readUInt16LE(at + 28),
    ];
    const name = bytes.toString('utf8', at + 46, at + 46 + nameBytes);
    const file = bytes.readUInt32LE(at + 42);
    assert.equal(bytes.toString('latin1', file, file + 4), 'PK\x03\x04');
    // The facts are told twice, and the same.
    assert.deepEqual(bytes.subarray(file + 4, file + 30), bytes.subarray(at + 6, at + 32));
    const content = bytes.subarray(file + 30 + nameBytes, file + 30 + nameBytes + size);
    assert.equal(crc32(content), sum);
    files.set(name, content);
    at += 46 + nameBytes;
  }
  assert.equal(at, end);
  return files;
};
