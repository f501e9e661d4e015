/** The text of an answer; undefined, and the rest unread, where it has more bytes than that. */
export const boundedText = async (body: AsyncIterable<Uint8Array>, most_bytes: number): Promise<string | undefined> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > most_bytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
};
