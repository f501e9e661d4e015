/** A script out of base64 of gzip. Runs in the page. */
export const unpack = async (packed: string): Promise<Blob> => {
  const stream = new Blob([Uint8Array.fromBase64(packed)]).stream().pipeThrough(new DecompressionStream('gzip'));
  const parts: BlobPart[] = [];
  for await (const part of stream) parts.push(part);
  return new Blob(parts, { type: 'text/javascript' });
};
