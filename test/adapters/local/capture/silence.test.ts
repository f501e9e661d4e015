import { describe, expect, it } from 'vitest';
import type { ProcessUse } from '../../../../lib/adapters/local/capture/process-use.ts';
import { createSilence } from '../../../../lib/adapters/local/capture/silence.ts';

const lookMs = 500;

/** What a process does with each second in which it says nothing. */
interface Habit {
  readonly state?: ProcessUse['state'];
  readonly ran?: number;
  readonly waited?: number;
  /** The system does not tell the times. */
  readonly isSecret?: boolean;
}

/** Looks at a process with such a habit for so long. Answers after how many seconds it was given up, and why. */
const watched = (habit: Habit, { seconds, lookEveryMs = lookMs }: { seconds: number; lookEveryMs?: number }) => {
  const { state = 'other', ran = 0, waited = 0, isSecret = false } = habit;
  const silence = createSilence();
  for (let at_ms = lookEveryMs; at_ms <= seconds * 1000; at_ms += lookEveryMs) {
    const times = { ran_ms: 700 + at_ms * ran, waited_ms: 900 + at_ms * waited };
    const reason = silence.look(lookEveryMs, () => (isSecret ? { state } : { state, times }));
    if (reason !== undefined) return { after_s: at_ms / 1000, reason };
  }
  return undefined;
};

describe('a process that says nothing', () => {
  it.each<[string, Habit, number, RegExp]>([
    ['is stopped', { state: 'stopped' }, 3.5, /stopped/],
    ['is stopped, where the system tells no more', { state: 'stopped', isSecret: true }, 3.5, /stopped/],
    ['does nothing', {}, 14, /does nothing/],
    ['runs in an endless loop', { ran: 1 }, 17, /busy for 15 s/],
    ['runs in an endless loop on a quarter of a core', { ran: 0.25, waited: 0.75 }, 62, /busy for 15 s/],
    ['cannot be looked at', { isSecret: true }, 30, /says nothing for 30 s/],
  ])('and %s is given up', (_, habit, most_s, why) => {
    const { after_s, reason } = watched(habit, { seconds: 120 }) ?? {};
    expect(reason).toMatch(why);
    expect(after_s).toBeLessThanOrEqual(most_s);
  });

  it.each<[string, Habit]>([
    ['waits for a core', { ran: 0.02, waited: 0.98 }],
    ['waits for a disk', { state: 'disk' }],
  ])('but %s is not', (_, habit) => {
    expect(watched(habit, { seconds: 120 })).toBeUndefined();
  });

  it('is given more time by who was held up himself', () => {
    expect(watched({}, { seconds: 40, lookEveryMs: 20_000 })).toBeUndefined();
  });

  it('is asked after only once it is quiet, and not any more when it has said something', () => {
    const silence = createSilence();
    const asked: number[] = [];
    const look = (at: number): void => {
      silence.look(lookMs, () => {
        asked.push(at);
        return { state: 'stopped' };
      });
    };
    for (let at = 1; at <= 3; at += 1) look(at);
    expect(asked).toEqual([]);
    look(4);
    expect(asked).toEqual([4]);
    silence.heard();
    for (let at = 5; at <= 7; at += 1) look(at);
    expect(asked).toEqual([4]);
  });

  it('is not given up for silences that it broke', () => {
    const silence = createSilence();
    for (let at = 0; at < 100; at += 1) {
      for (let look = 0; look < 4; look += 1) {
        expect(silence.look(lookMs, () => ({ state: 'stopped' }))).toBeUndefined();
      }
      silence.heard();
    }
  });
});
