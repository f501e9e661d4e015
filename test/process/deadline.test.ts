import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { within, withinOwnTime } from '../../lib/process/deadline.ts';
import { holdUp } from '../lab/hold-up.ts';

/** Answered while this process was held up, and not heard yet. */
const anAnswer = (): Promise<string> => new Promise((resolve) => setImmediate(resolve, 'answered'));
const never = new Promise<never>(() => undefined);

describe('what is waited for', () => {
  it.each([within, withinOwnTime])('is what it comes to, or fails with what took too long', async (bound) => {
    expect(await bound(60_000, 'an answer', anAnswer())).toBe('answered');
    await expect(bound(60_000, 'an answer', Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    await expect(bound(20, 'an answer', never)).rejects.toMatchObject({
      name: 'DeadlineError',
      message: 'an answer took longer than 20 ms',
    });
  });

  it('is late by the clock, and not by the time that this process has had, where it was held up meanwhile', async () => {
    // Timers come before what was answered from a turn of immediates on, and after it from elsewhere.
    await turn();
    const byTheClock = within(150, 'an answer', anAnswer());
    holdUp(400);
    await expect(byTheClock).rejects.toThrow('longer than 150 ms');
    const byOwnTime = withinOwnTime(150, 'an answer', anAnswer());
    holdUp(400);
    expect(await byOwnTime).toBe('answered');
  });

  it('is late by the own time only once what came meanwhile is heard', async () => {
    const answer = withinOwnTime(100, 'an answer', anAnswer());
    holdUp(400);
    expect(await answer).toBe('answered');
  });
});
