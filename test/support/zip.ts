import { crc32 } from 'node:zlib';

/** A ZIP archive of one file, stored as it is (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT). */
export const zipOf = (name: string, text: string): Buffer => {
  const [path, content] = [Buffer.from(name), Buffer.from(text)];
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(20, 0); // version needed
  facts.writeUInt32LE(crc32(content), 10);
  facts.writeUInt32LE(content.length, 14);
  facts.writeUInt32LE(content.length, 18);
  facts.writeUInt16LE(path.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, path, content]);
  const attributes = Buffer.alloc(14);
  attributes.writeUInt32LE(0o100644 * 0x10000, 6); // a plain file, for everyone to read
  const central = Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), facts, attributes, path]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
};
