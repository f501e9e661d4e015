/** Unpacks what strangers have packed: it may be far larger than it came. */
export interface Inflated {
  /** As far as it was unpacked. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Broken is also what was cut off. */
  readonly end: 'whole' | 'too_large' | 'broken';
}

export const joined = (parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const all = new Uint8Array(parts.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};

/** Goes no further than the part with which it has come to more than `most` bytes. */
export const inflate = async (
  packed: readonly Uint8Array[],
  packing: CompressionFormat,
  most: number,
): Promise<Inflated> => {
  const stream = new Blob(packed as Uint8Array<ArrayBuffer>[]).stream();
  const reader = stream.pipeThrough(new DecompressionStream(packing)).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      parts.push(next.value);
      size += next.value.length;
      if (size > most) return { bytes: joined(parts), end: 'too_large' };
    }
    return { bytes: joined(parts), end: 'whole' };
  } catch {
    return { bytes: joined(parts), end: 'broken' };
  } finally {
    reader.cancel().catch(() => undefined);
  }
};
