import { describe, expect, it } from 'vitest';
import {
  speechRetrySeconds,
  transcribingSeconds,
  transcriptDeadline,
  transcriptWaitSeconds,
} from '../../../lib/domain/transcription/transcription-times.ts';
import { aBotEvent } from '../../lab/builders/records.ts';

/** From the first attempt to the end of the last, each as long as it may be, and as late as it may come. */
const longest = (status: 'unavailable' | 'failed' | 'refused', timeoutSeconds: number, patience: number): number => {
  const trouble = { status, error_code: 'WHY', retry_after_seconds: patience };
  let seconds = transcribingSeconds(timeoutSeconds);
  for (let failures = 1; ; failures += 1) {
    const delay = speechRetrySeconds(failures, trouble, 1 - Number.EPSILON);
    if (delay === undefined) return seconds;
    seconds += delay + transcribingSeconds(timeoutSeconds);
  }
};

describe('the wait for a transcript', () => {
  it.each([1, 120, 600, 840])('covers every attempt at a piece, by a server that may take %d s', (timeout) => {
    for (const status of ['unavailable', 'failed', 'refused'] as const) {
      for (const patience of [0, 60, 86_400]) {
        expect(longest(status, timeout, patience)).toBeLessThanOrEqual(transcriptWaitSeconds(timeout));
      }
    }
    expect(transcriptWaitSeconds(timeout)).toBeCloseTo(longest('unavailable', timeout, 86_400));
  });

  it('is of at most 33 minutes, unless the operator gives the server another time', () => {
    expect(transcriptWaitSeconds(120)).toBe(5 * 150 + 4 * 300);
  });

  it('counts from the end of the meeting', () => {
    const events = [aBotEvent(), aBotEvent({ created_at: '2026-03-02T10:00:00.000Z' })];
    expect(transcriptDeadline({ events }, 120)).toEqual(new Date('2026-03-02T10:32:30.000Z'));
  });
});
