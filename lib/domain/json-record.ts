/** Objects of a client's own making, which are bounded by what they take as JSON. */
import * as z from 'zod';

export const jsonRecord = (mostBytes: number, name: z.ZodType<string> = z.string()) =>
  z.record(name, z.unknown()).refine((record) => Buffer.byteLength(JSON.stringify(record)) <= mostBytes, {
    error: `must be at most ${mostBytes} bytes as JSON`,
  });
