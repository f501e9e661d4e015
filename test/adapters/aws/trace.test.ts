import { describe, expect, it } from 'vitest';
import { traceHeaderOf, traceIdOf } from '../../../lib/adapters/aws/trace.ts';
import { newId } from '../../../lib/domain/ids.ts';

const at = new Date('2026-03-02T09:00:00.123Z');
const random = Uint8Array.from([0, 1, 2, 3, 4, 5, 6, 7, 254, 255]);

describe("the trace of a bot's life", () => {
  it('is named after the bot: when it was made, in seconds, its milliseconds, and what is random of its id', () => {
    const seconds = Math.floor(at.getTime() / 1000).toString(16);
    expect(traceIdOf(newId('bot', at, random))).toBe(`1-${seconds}-007b0001020304050607feff`);
    expect(traceIdOf(newId('app_session', at, random))).toBe(traceIdOf(newId('bot', at, random)));
  });

  it('is recorded, whatever X-Ray would choose by itself', () => {
    const id = newId('bot', at, random);
    expect(traceHeaderOf(id)).toBe(`Root=${traceIdOf(id)};Sampled=1`);
    expect(traceHeaderOf(id)).toMatch(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24};Sampled=1$/);
  });
});
