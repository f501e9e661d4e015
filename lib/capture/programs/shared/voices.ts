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
