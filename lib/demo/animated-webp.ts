/** Puts pictures one after the other into a WebP that moves (https://developers.google.com/speed/webp/docs/riff_container). Pure. */

export interface Still {
  /** A WebP of one picture. */
  readonly webp: Uint8Array;
  readonly duration_ms: number;
}

const animated = 0x02;
/** A picture covers the one before it, of which nothing shines through. */
const noBlending = 0x02;

const uint24 = (value: number): Buffer => {
  const bytes = Buffer.alloc(3);
  bytes.writeUIntLE(value, 0, 3);
  return bytes;
};

/** Chunks lie at even places; the byte that is put between is not counted. */
const chunk = (name: string, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const header = Buffer.alloc(8, name, 'latin1');
  header.writeUInt32LE(content.length, 4);
  return Buffer.concat([header, content, Buffer.alloc(content.length % 2)]);
};

/** The chunks of a still that are its picture, as they lie in it. */
const pictureIn = (webp: Uint8Array): Buffer => {
  const all = Buffer.from(webp.buffer, webp.byteOffset, webp.byteLength);
  const chunks: Buffer[] = [];
  for (let at = 12; at + 8 <= all.length; ) {
    const size = 8 + all.readUInt32LE(at + 4);
    if (['VP8 ', 'VP8L', 'ALPH'].includes(all.toString('latin1', at, at + 4))) {
      chunks.push(all.subarray(at, at + size + (size % 2)));
    }
    at += size + (size % 2);
  }
  if (chunks.length === 0) throw new Error('this is no WebP with a picture in it');
  return Buffer.concat(chunks);
};

/** A file that plays the stills again and again. All of them are of the size that is told. */
export const animatedWebp = (width: number, height: number, stills: readonly Still[]): Buffer => {
  const size = Buffer.concat([uint24(width - 1), uint24(height - 1)]);
  const frames = stills.map(({ webp, duration_ms }) => {
    const place = Buffer.concat([uint24(0), uint24(0), size]);
    return chunk('ANMF', place, uint24(Math.round(duration_ms)), Buffer.of(noBlending), pictureIn(webp));
  });
  const header = chunk('VP8X', Buffer.of(animated, 0, 0, 0), size);
  const [background, endlessly] = [Buffer.alloc(4), Buffer.alloc(2)];
  return chunk('RIFF', Buffer.from('WEBP'), header, chunk('ANIM', background, endlessly), ...frames);
};
