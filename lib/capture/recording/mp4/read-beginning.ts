/** Reads as much of a stored segment as tells what is in it. */
import type { SegmentStore } from '../segment-store.ts';
import { boxesIn } from './boxes.ts';
import { type Fragment, fragmentOf } from './fragment.ts';

/**
 * Enough for several segments of a few seconds; one that is merged of many tells how long its beginning is. An hour has
 * up to 1,800 of them, read faster than their memory is collected.
 */
const beginningBytes = 16 * 1024;
const mediaHeaderBytes = 16;

/** Undefined for a segment that is gone, or torn before its media data begins. */
export const readBeginning = async (store: Pick<SegmentStore, 'get'>, name: string): Promise<Fragment | undefined> => {
  const beginning = await store.get(name, beginningBytes);
  if (!beginning) return undefined;
  const rest_bytes = (boxesIn(beginning)[0]?.size ?? 0) + mediaHeaderBytes;
  const isShort = beginning.byteLength === beginningBytes && rest_bytes > beginningBytes;
  return fragmentOf(isShort ? ((await store.get(name, rest_bytes)) ?? beginning) : beginning);
};
