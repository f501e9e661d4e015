import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stagingLeadSeconds } from '../../../lib/domain/bot/deadlines.ts';
import { plannedPerSecond } from '../../../lib/domain/bot/launch-shares.ts';
import {
  isUsable,
  lastWindow,
  leadSeconds,
  mostStagingLeadSeconds,
  roomOfWindow,
  windowBefore,
  windowMs,
} from '../../../lib/domain/bot/staging.ts';
import '../../lab/properties.ts';

const moments = fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2030, 0) });

describe('the window of a bot that is alone', () => {
  it('ends when it would be staged anyway, where that is at full ten seconds', () => {
    const join_at_ms = Date.UTC(2026, 2, 2, 9);
    expect(leadSeconds(join_at_ms, lastWindow(join_at_ms), 1, roomOfWindow(20))).toBe(stagingLeadSeconds);
  });

  it('costs less than a window, whenever it joins', () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: 1, max: 500 }), (join_at_ms, perSecond) => {
        const lead = leadSeconds(join_at_ms, lastWindow(join_at_ms), 1, roomOfWindow(perSecond));
        expect(lead).toBeGreaterThanOrEqual(stagingLeadSeconds);
        expect(lead).toBeLessThan(stagingLeadSeconds + windowMs / 1000);
      }),
    );
  });
});

describe('a window', () => {
  it('has its bots staged within it, evenly, and no faster than can be counted on', () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: 2, max: 500 }), (join_at_ms, perSecond) => {
        const window = lastWindow(join_at_ms);
        const room = roomOfWindow(perSecond);
        expect(room * (1000 / windowMs)).toBeLessThanOrEqual(plannedPerSecond(perSecond));
        for (const ordinal of [1, 2, room]) {
          const staged_ms = join_at_ms - leadSeconds(join_at_ms, window, ordinal, room) * 1000;
          expect(staged_ms).toBeGreaterThan(window * windowMs - 1);
          expect(staged_ms).toBeLessThanOrEqual((window + 1) * windowMs + 1);
        }
      }),
    );
  });

  it.each([
    ['in time', 0, true],
    ['over', 3_600_000, false],
  ])('that is %s can be used or not', (_, later_ms, usable) => {
    const join_at_ms = Date.UTC(2026, 2, 2, 9);
    const now_ms = join_at_ms - 1_800_000 + later_ms;
    expect(isUsable(lastWindow(join_at_ms), join_at_ms, now_ms)).toBe(usable);
    const tooEarly = Math.floor((join_at_ms - mostStagingLeadSeconds * 1000) / windowMs) - 1;
    expect(isUsable(tooEarly, join_at_ms, now_ms)).toBe(false);
  });

  it('that is full sends on as far as those before would have filled others', () => {
    expect([151, 299, 300, 301, 601].map((ordinal) => windowBefore(100, ordinal, 150))).toEqual([99, 99, 99, 98, 96]);
  });
});
