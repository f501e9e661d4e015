/** Sound of several sources as one. */
import { createSamplesOf } from '../../media/samples-of.ts';
import { createJitterBuffer, type JitterBuffer } from './jitter-buffer.ts';
import type { Samples } from './sound.ts';

/** Reads every stream that it is given until that ends. */
export const createVoices = () => {
  const buffers = new Set<JitterBuffer>();

  const read = async (stream: ReadableStream<AudioData>, volume: () => number): Promise<void> => {
    const buffer = createJitterBuffer();
    const samplesOf = createSamplesOf();
    const reader = stream.getReader();
    buffers.add(buffer);
    try {
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        const gain = volume();
        const samples = samplesOf(next.value);
        next.value.close();
        buffer.push(gain === 1 ? samples.slice() : samples.map((sample) => sample * gain));
      }
    } finally {
      buffers.delete(buffer);
    }
  };

  return {
    add(stream: ReadableStream<AudioData>, volume = () => 1): void {
      read(stream, volume).catch(() => undefined);
    },
    mixInto(into: Samples): void {
      for (const buffer of buffers) buffer.mixInto(into);
    },
  };
};

const quiet = 1e-4;
const quietAfterBlocks = 50;

/** Sends blocks of 20 ms on their way, but not those of a long silence, unless these are wanted too. */
export const createSoundSender = (send: (samples: Samples) => void, isSteady: () => boolean = () => false) => {
  let held: Samples | undefined;
  let quiet_blocks = quietAfterBlocks;
  return (block: Samples): void => {
    const isQuiet = block.every((sample) => Math.abs(sample) < quiet);
    quiet_blocks = isQuiet ? quiet_blocks + 1 : 0;
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
