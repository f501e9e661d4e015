/** How an object is uploaded in parts, of stretches of other objects as far as S3 lets it. */
import { isStored, type StoredStretch, type Stretch } from '../../domain/captured/stretch.ts';

/** S3 takes no smaller part but as the last one: docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html. */
export const leastPartBytes = 5 * 1024 * 1024;
/** With at most 10,000 parts a file may have 160 GB. */
export const usualPartBytes = 16 * 1024 * 1024;

/** A part that S3 copies, or one that is put together here of stretches of it all. */
export type PlannedPart = { readonly copy: StoredStretch } | { readonly send: readonly Stretch[] };

/**
 * Cuts stretches into parts: the large ones of stored objects are copied, what lies between them is gathered until it is
 * large enough, if need be with the beginning of the large one behind it.
 */
export const planParts = (stretches: readonly Stretch[]): PlannedPart[] => {
  const parts: PlannedPart[] = [];
  let gathered: Stretch[] = [];
  let gathered_bytes = 0;
  const gather = (stretch: Stretch): void => {
    gathered.push(stretch);
    gathered_bytes += stretch.bytes;
  };
  const send = (): void => {
    if (gathered.length > 0) parts.push({ send: gathered });
    gathered = [];
    gathered_bytes = 0;
  };
  for (const stretch of stretches) {
    const lacking = gathered_bytes === 0 ? 0 : Math.max(0, leastPartBytes - gathered_bytes);
    if (isStored(stretch) && stretch.bytes - lacking >= leastPartBytes) {
      if (lacking > 0) gather({ ...stretch, bytes: lacking });
      send();
      parts.push({ copy: { ...stretch, from: stretch.from + lacking, bytes: stretch.bytes - lacking } });
    } else {
      gather(stretch);
      if (gathered_bytes >= usualPartBytes) send();
    }
  }
  send();
  return parts;
};
