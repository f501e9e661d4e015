/** Of what the page shows small, it asks for less. */
import type { Connection } from './connection.ts';
import { element } from './elements.ts';

const smallPx = 320 * 240;
const reconsidersAfterMs = 200;

/** Answers what has the tiles measured, a moment later. */
export const createDownRate = (
  connection: () => Connection | undefined,
  videoOf: (id: string) => HTMLVideoElement | null | undefined,
): (() => void) => {
  const lowered = new Set<string>();
  const reconsider = (): void => {
    for (const id of connection()?.down.keys() ?? []) {
      const video = videoOf(id);
      const size = video ? video.scrollWidth * video.scrollHeight : 0;
      const isLow = size > 0 && size <= smallPx;
      if (isLow === lowered.has(id) || element<HTMLSelectElement>('requestselect').value !== 'everything') continue;
      lowered[isLow ? 'add' : 'delete'](id);
      connection()?.send({ type: 'requestStream', id, request: isLow ? ['audio', 'video-low'] : null });
    }
  };
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      reconsider();
    }, reconsidersAfterMs);
  };
};
