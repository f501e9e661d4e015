import { type Browser, ProtocolError, TimeoutError } from 'puppeteer-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AbsentError } from '../../../lib/demo-room/scripted/actor-errors.ts';
import { createActorTab } from '../../../lib/demo-room/scripted/actor-tab.ts';
import { Script } from '../../../lib/demo-room/scripted/script.ts';

const minuteMs = 60_000;
/** Less than the browser of scripted people is given for one answer. */
const longestAnswerMs = 30_000;

interface Course {
  /** In which phase of the meeting the page is from a moment after joining on. */
  readonly phases: Readonly<Record<number, string>>;
  /** When somebody comes, asks to be let in, or for whatever else a host answers. */
  readonly guest_at_ms?: number;
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** A browser whose page takes no time to wait in: the clock, which the test controls, goes on instead. */
const aBrowser = ({ phases, guest_at_ms = Number.POSITIVE_INFINITY }: Course) => {
  const pressed: { selector: string; at_ms: number }[] = [];
  const written: unknown[][] = [];
  let joined_ms: number | undefined;
  const now = () => performance.now() - (joined_ms ?? performance.now());
  const phase = () => {
    if (joined_ms === undefined) return 'pre_join';
    return Object.entries(phases).findLast(([from_ms]) => Number(from_ms) <= now())?.[1];
  };
  const appearsAfter = (selector: string): number => {
    if (/^#(?:host-requests|tiles|people) /.test(selector)) return Math.max(0, guest_at_ms - now());
    const passed = /data-phase="(\w+)"/.exec(selector)?.[1];
    if (passed !== phase()) return 0;
    return Number(Object.keys(phases).find((from_ms) => Number(from_ms) > now()) ?? Number.NaN) - now();
  };
  const page = {
    setViewport: async () => undefined,
    evaluateOnNewDocument: async () => undefined,
    goto: async () => undefined,
    $eval: async (selector: string) => (selector === 'body' ? phase() : undefined),
    $$eval: async () => undefined,
    evaluate: async (_: unknown, ...input: unknown[]) => void written.push(input),
    waitForSelector: async (selector: string, { timeout }: { timeout: number }) => {
      const after_ms = appearsAfter(selector);
      vi.advanceTimersByTime(Math.min(after_ms, timeout, longestAnswerMs));
      if (after_ms > longestAnswerMs && timeout > longestAnswerMs) throw new ProtocolError('it took too long');
      if (after_ms > timeout) throw new TimeoutError('it did not appear');
      return {
        evaluate: async () => {
          pressed.push({ selector, at_ms: now() });
          if (selector === '#join') joined_ms = performance.now();
          return 'id-of-guest';
        },
      };
    },
  };
  return { browser: { newPage: async () => page } as unknown as Browser, pressed, written, now };
};

const aTab = (course: Course) => {
  const { browser, ...rest } = aBrowser(course);
  const [participant] = Script.parse({ participants: [{ name: 'Maya' }], timeline: [] }).participants;
  if (!participant) throw new Error('the script has nobody in it');
  return { tab: createActorTab({ browser, actorCode: '', participant, url: 'https://example.com' }), ...rest };
};

describe('a scripted person', () => {
  it.each([35_000, 14 * minuteMs])('lets in a guest who comes after %d ms', async (guest_at_ms) => {
    const { tab, pressed } = aTab({ phases: { 0: 'in_meeting' }, guest_at_ms });
    await tab.enter();
    await tab.answer('admit');
    expect(pressed.at(-1)).toEqual({ selector: '#host-requests [data-answer="admit"]', at_ms: guest_at_ms });
  });

  it.each([35_000, 14 * minuteMs])('writes to a guest, and removes one, who comes after %d ms', async (guest_at_ms) => {
    const { tab, pressed, written } = aTab({ phases: { 0: 'in_meeting' }, guest_at_ms });
    await tab.enter();
    await tab.chat('Hello', 'Ben');
    expect([written.at(-1), pressed.at(-1)?.at_ms]).toEqual([['Hello', 'id-of-guest'], guest_at_ms]);
    await tab.remove('Ben');
    expect(pressed.at(-1)).toEqual({
      selector: '#people [data-person-name="Ben"] [data-action="remove"]',
      at_ms: guest_at_ms,
    });
  });

  it('says who did not come within a quarter of an hour', async () => {
    const { tab, now } = aTab({ phases: { 0: 'in_meeting' } });
    await tab.enter();
    await expect(tab.chat('Hello', 'Ben')).rejects.toEqual(new AbsentError('Ben', {}));
    expect(now()).toBe(15 * minuteMs);
  });

  it.each(['waiting', 'not_started', 'authorized_user_absent'])(
    'who is %s comes in when that is over, after 35 s or a quarter of an hour',
    async (outside) => {
      for (const in_at_ms of [35_000, 14 * minuteMs]) {
        const { tab, now } = aTab({ phases: { 0: outside, [in_at_ms]: 'in_meeting' } });
        await tab.enter();
        expect([await tab.isIn(), now()]).toEqual([true, in_at_ms]);
      }
    },
  );

  it('who waits says so once it can be heard, also when the meeting begins only later', async () => {
    const { tab, now } = aTab({ phases: { 0: 'not_started', 40000: 'waiting', 80000: 'in_meeting' } });
    const told: number[] = [];
    await tab.enter(async () => void told.push(now()));
    expect(told).toEqual([40_000]);
  });

  it('who is refused, however late, has not come in', async () => {
    const { tab } = aTab({ phases: { 0: 'waiting', 50000: 'refused' } });
    await expect(tab.enter()).rejects.toThrow('Maya could not enter the meeting: refused');
  });

  it('has patience for a quarter of an hour', async () => {
    const { tab, now } = aTab({ phases: { 0: 'waiting', [16 * minuteMs]: 'in_meeting' } });
    await expect(tab.enter()).rejects.toThrow('Maya could not enter the meeting');
    expect(now()).toBe(15 * minuteMs);
  });
});
