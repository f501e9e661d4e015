/** The way of sound out of a worker. Pure but for its memory. */
import { isWithin } from '../../media/listening/loudness.ts';
import type { Samples } from './sound.ts';

const quiet = 1e-4;
const quietAfterBlocks = 50;

/** Sends blocks of 20 ms on their way, but not those of a long silence, unless these are wanted too. */
export const createSoundSender = (send: (samples: Samples) => void, isSteady: () => boolean = () => false) => {
  let held: Samples | undefined;
  let quiet_blocks = quietAfterBlocks;
  return (block: Samples): void => {
    quiet_blocks = isWithin(block, quiet) ? quiet_blocks + 1 : 0;
    if (!held) {
      held = block;
      return;
    }
    const samples = new Float32Array(held.length + block.length);
    samples.set(held);
    samples.set(block, held.length);
    held = undefined;
    if (isSteady() || quiet_blocks < quietAfterBlocks) send(samples);
  };
};
