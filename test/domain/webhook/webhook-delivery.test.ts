import { describe, expect, it, vi } from 'vitest';
import {
  deliveryDelaySeconds,
  messagePortionsOf,
  retryAfterSeconds,
  retryDelaySeconds,
  retryScheduleSeconds,
  verdictOf,
  type WebhookAnswer,
} from '../../../lib/domain/webhook/webhook-delivery.ts';

const at = new Date('2026-03-02T09:00:00.000Z');
const answered = (status: number, retry_after?: string): WebhookAnswer => ({
  status,
  duration_ms: 5,
  response: '',
  ...(retry_after !== undefined && { retry_after }),
});
const unanswered: WebhookAnswer = { status: null, duration_ms: 15_000, error: 'no answer within 15 s' };

describe('deliveries that travel together', () => {
  it('fit into a queue also where their bodies are longer once they are quoted in a message', () => {
    const body = JSON.stringify({ text: '"'.repeat(10_000) });
    const portions = messagePortionsOf(Array.from({ length: 10 }, () => ({ body })));
    for (const deliveries of portions) {
      expect(Buffer.byteLength(JSON.stringify({ deliveries }))).toBeLessThanOrEqual(210 * 1024);
    }
    expect(portions.flat()).toHaveLength(10);
  });
});

describe('an answer', () => {
  it.each([
    [200, 'delivered'],
    [201, 'delivered'],
    [204, 'delivered'],
    [299, 'delivered'],
    [301, 'failed'],
    [307, 'failed'],
    [400, 'failed'],
    [404, 'failed'],
    [410, 'gone'],
    [429, 'failed'],
    [500, 'failed'],
    [503, 'failed'],
  ] as const)('with %i means %s', (status, verdict) => {
    expect(verdictOf(answered(status))).toBe(verdict);
  });
  it('that never came means failed', () => {
    expect(verdictOf(unanswered)).toBe('failed');
  });
});

describe('the next attempt', () => {
  it('is never due after the last one', () => {
    expect(retryDelaySeconds(retryScheduleSeconds.length, unanswered, at, 0.5)).toBeUndefined();
  });
  it.each(retryScheduleSeconds.slice(1).map((seconds, index) => [index + 1, seconds]))(
    'after attempt %i is due in %i seconds, within a fifth',
    (failed, seconds) => {
      expect(retryDelaySeconds(failed, unanswered, at, 0.5)).toBeCloseTo(seconds, 6);
      expect(retryDelaySeconds(failed, unanswered, at, 0)).toBeCloseTo(seconds * 0.8, 6);
      expect(retryDelaySeconds(failed, unanswered, at, 0.999999)).toBeLessThan(seconds * 1.2);
    },
  );
  it.each([429, 503])('is put off by the Retry-After of a %i, and a little more', (status) => {
    expect(retryDelaySeconds(1, answered(status, '120'), at, 0)).toBe(120);
    expect(retryDelaySeconds(1, answered(status, '120'), at, 0.5)).toBeCloseTo(132, 6);
  });
  it('is put off by no other status', () => {
    expect(retryDelaySeconds(1, answered(500, '120'), at, 0.5)).toBe(5);
  });
  it('is not brought forward by a Retry-After', () => {
    expect(retryDelaySeconds(3, answered(429, '1'), at, 0.5)).toBe(300);
    expect(retryDelaySeconds(3, answered(429, '290'), at, 0)).toBe(290);
  });
  it('is put off by a day at most', () => {
    expect(retryDelaySeconds(1, answered(429, '999999999'), at, 0.9)).toBe(86_400);
  });
});

describe('a Retry-After', () => {
  it.each([
    ['0', 0],
    ['30', 30],
    [' 30 ', 30],
    ['86401', 86_400],
    ['99999999999999999999999', 86_400],
    ['Mon, 02 Mar 2026 09:01:30 GMT', 90],
    ['Mon, 02 Mar 2026 08:00:00 GMT', 0],
    ['Monday, 02-Mar-26 09:00:10 GMT', 10],
    ['Fri, 31 Dec 9999 23:59:59 GMT', 86_400],
  ])('of %j asks for %i seconds', (header, seconds) => {
    expect(retryAfterSeconds(header, at)).toBe(seconds);
  });
  it.each(['Mon Mar  2 09:00:10 2026', 'Mon, 02 Mar 2026 09:00:10'])(
    'that names no zone is in UTC, not in the zone of the machine: %j',
    (header) => {
      vi.stubEnv('TZ', 'Asia/Kolkata');
      expect(retryAfterSeconds(header, at)).toBe(10);
      vi.unstubAllEnvs();
    },
  );
  it.each(['', 'soon', '-1', '1.5', '1e3', '0x10', 'Mon, 99 Foo 2026', '5 minutes'])(
    'of %j is not understood',
    (header) => {
      expect(retryAfterSeconds(header, at)).toBeUndefined();
    },
  );
});

describe('the delay in the queue', () => {
  it.each([
    ['2026-03-02T09:00:00.000Z', 0],
    ['2026-03-02T08:00:00.000Z', 0],
    ['2026-03-02T09:00:00.001Z', 1],
    ['2026-03-02T09:00:59.500Z', 60],
    ['2026-03-02T09:15:00.000Z', 900],
    ['2026-03-02T19:00:00.000Z', 900],
  ])('until %s is %i seconds', (not_before, seconds) => {
    expect(deliveryDelaySeconds({ not_before }, at)).toBe(seconds);
  });
});
