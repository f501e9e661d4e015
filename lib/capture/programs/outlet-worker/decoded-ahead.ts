/** Sound that is decoded about a second before it is heard. Pure. */
import { meetingRate } from '../../media/sound.ts';
import type { Samples } from '../shared/sound.ts';

const enough = meetingRate;
const first = meetingRate / 4;

/** What cannot be decoded ends the sound there: what came before is heard, and `decoded` rejects. */
export const createDecodedAhead = (source: AsyncIterable<Samples>) => {
  const blocks: Samples[] = [];
  let length = 0;
  let ended = false;
  let stopped = false;
  let wanted = Promise.withResolvers<void>();

  const decode = async (): Promise<void> => {
    try {
      for await (const block of source) {
        if (stopped) return;
        blocks.push(block);
        length += block.length;
        if (length >= enough) await wanted.promise;
        if (stopped) return;
      }
    } finally {
      ended = true;
    }
  };
  const decoded = decode();
  decoded.catch(() => undefined);

  return {
    decoded,
    get isReady(): boolean {
      return ended || length >= first;
    },
    get isOver(): boolean {
      return ended && length === 0;
    },
    /** Fills the block as far as there is sound. Answers false when it has not been decoded yet. */
    fill(into: Samples): boolean {
      if (!ended && length < into.length) return false;
      for (let at = 0; at < into.length && blocks[0]; ) {
        const block = blocks[0];
        const part = block.subarray(0, into.length - at);
        into.set(part, at);
        at += part.length;
        length -= part.length;
        if (part.length < block.length) blocks[0] = block.subarray(part.length);
        else blocks.shift();
      }
      if (length < enough / 2) {
        wanted.resolve();
        wanted = Promise.withResolvers();
      }
      return true;
    },
    /** Nothing more is decoded. */
    stop(): void {
      stopped = true;
      wanted.resolve();
    },
  };
};
export type DecodedAhead = ReturnType<typeof createDecodedAhead>;
