import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { HttpProblem } from '../../../lib/demo-room/http.ts';
import { mayMakeBots } from '../../../lib/local-home/front-door/room-makers.ts';

const req = { headers: { host: 'bots.example.com' }, rawHeaders: [], httpVersion: '1.1', socket: {} } as unknown;

/** Of whoever is answered so where they ask for a bot without a body. */
const whether = (statusCode: number, code: string, headers = {}) => {
  const body = JSON.stringify({ code, detail: 'why' });
  return mayMakeBots({ invoke: async () => ({ statusCode, headers, body }) })(req as IncomingMessage);
};

describe('whether somebody may make rooms', () => {
  it.each([
    [400, 'invalid_input', true],
    [401, 'not_authenticated', false],
    [403, 'forbidden', false],
  ])('follows from a %d to a bot without a body', async (status, code, may) => {
    expect(await whether(status, code)).toBe(may);
  });

  it.each([
    [429, 'too_many_requests', { 'retry-after': '2' }, { retry_after_seconds: 2 }],
    [500, 'internal', {}, {}],
  ])('is not said of whoever is answered with a %d: they get that', async (status, code, headers, details) => {
    const refusal = new HttpProblem(status, code, 'why', details);
    await expect(whether(status, code, headers)).rejects.toEqual(refusal);
  });
});
