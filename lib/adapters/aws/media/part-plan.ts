/** How a composed object is uploaded in parts: S3 copies a part itself where it is a large enough range of one object. */
import { type ByteSource, isStored, type StoredBytes } from '../../../domain/captured/byte-source.ts';

/** S3 takes no smaller part but as the last one: docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html. */
export const leastPartBytes = 5 * 1024 * 1024;
/** With at most 10,000 parts a file may have 160 GB. */
export const usualPartBytes = 16 * 1024 * 1024;

/** A part that S3 copies, or one that is put together here of several sources. */
export type PlannedPart = { readonly copy: StoredBytes } | { readonly send: readonly ByteSource[] };

/**
 * Cuts sources into parts. Large ranges of stored objects are copied. Small sources between them are gathered until they
 * are large enough for a part; if need be the beginning of the large range behind them is added.
 */
export const planParts = (sources: readonly ByteSource[]): PlannedPart[] => {
  const parts: PlannedPart[] = [];
  let gathered: ByteSource[] = [];
  let gathered_bytes = 0;
  const gather = (source: ByteSource): void => {
    gathered.push(source);
    gathered_bytes += source.bytes;
  };
  const send = (): void => {
    if (gathered.length > 0) parts.push({ send: gathered });
    gathered = [];
    gathered_bytes = 0;
  };
  for (const source of sources) {
    const lacking = gathered_bytes === 0 ? 0 : Math.max(0, leastPartBytes - gathered_bytes);
    if (isStored(source) && source.bytes - lacking >= leastPartBytes) {
      if (lacking > 0) gather({ ...source, bytes: lacking });
      send();
      parts.push({ copy: { ...source, from: source.from + lacking, bytes: source.bytes - lacking } });
    } else {
      gather(source);
      if (gathered_bytes >= usualPartBytes) send();
    }
  }
  send();
  return parts;
};
