import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { MeetingLostError } from '../../../lib/capture/meeting/errors.ts';
import type { MeetingView } from '../../../lib/capture/meeting/view.ts';
import { createPace, type Look } from '../../../lib/capture/session/pace.ts';
import type { SessionClock } from '../../../lib/capture/session/ports.ts';
import { aView } from '../../lab/builders/meeting-views.ts';
import { aRushingClock } from '../../lab/doubles/session-clock.ts';

const bot = { isOver: false, onNews: () => () => undefined };

/** Time that passes as it is waited for, and jumps where nobody had a chance to do anything meanwhile. */
const jumpingClock = () => {
  const rushing = aRushingClock(0);
  let jumped_ms = 0;
  const clock: SessionClock = { ...rushing, now_ms: () => rushing.now_ms() + jumped_ms };
  const jump = (ms: number): void => {
    jumped_ms += ms;
  };
  return { clock, jump };
};

const paceOf = (clock: SessionClock) => createPace({ bot, clock, signal: new AbortController().signal });
const showing = (look: () => MeetingView | Promise<MeetingView>) => ({ isLost: false, look: async () => look() });

describe('a session whose process is held up, or whose machine sleeps', () => {
  it.each([6_000, 3_600_000])('looks once more before a wait is over, after %i ms', async (held_up_ms) => {
    const { clock, jump } = jumpingClock();
    const until_ms = 10_000;
    let isLetIn = false;
    const meeting = showing(async () => {
      await clock.pause(300);
      return aView({ phase: isLetIn ? 'in_meeting' : 'waiting_room' });
    });
    const seen: string[] = [];
    for await (const { view, now_ms } of paceOf(clock).looks(meeting, () => until_ms)) {
      seen.push(view.phase);
      if (view.phase === 'in_meeting') break;
      if (now_ms < until_ms - 1_000) continue;
      isLetIn = true;
      jump(held_up_ms);
    }
    expect(seen.at(-1)).toBe('in_meeting');
  });

  it('hears an answer that came while it was held up, though its time is over', async () => {
    const { clock, jump } = jumpingClock();
    const meeting = showing(async () => {
      if (clock.now_ms() < 9_000) return aView({ phase: 'waiting_room' });
      // It is there, and handed on turn by turn.
      for (let handed = 0; handed < 3; handed += 1) await turn();
      return aView({ phase: 'in_meeting' });
    });
    const pause: SessionClock['pause'] = (ms, signal) =>
      ms < 300 ? clock.pause(ms, signal) : turn().then(() => jump(60_000));
    const overdue: SessionClock = { ...clock, pause };
    for await (const { view } of paceOf(overdue).looks(meeting, () => 10_000)) if (view.phase === 'in_meeting') return;
  });

  it('gives up a page that does not answer after a wait is over', async () => {
    const { clock, jump } = jumpingClock();
    let looks = 0;
    const meeting = showing(() => {
      looks += 1;
      return looks === 1 ? aView({ phase: 'waiting_room' }) : new Promise<never>(() => undefined);
    });
    const looking = async (): Promise<void> => {
      for await (const _ of paceOf(clock).looks(meeting, () => 10_000)) jump(60_000);
    };
    await expect(looking()).rejects.toThrow(MeetingLostError);
    expect([looks, clock.now_ms()]).toEqual([2, 62_250]);
  });

  it('counts how long a page shows the same from when it could look again', async () => {
    const { clock, jump } = jumpingClock();
    const seen: Pick<Look, 'times' | 'since_ms'>[] = [];
    for await (const { times, since_ms } of paceOf(clock).looks(showing(() => aView({ phase: 'unknown' })))) {
      seen.push({ times, since_ms });
      if (seen.length === 2) jump(11_000);
      if (seen.length === 4) break;
    }
    expect(seen).toEqual([
      { times: 1, since_ms: 0 },
      { times: 2, since_ms: 0 },
      { times: 1, since_ms: 11_500 },
      { times: 2, since_ms: 11_500 },
    ]);
  });

  it('says for how long nobody could look', async () => {
    const { clock, jump } = jumpingClock();
    const held_up: number[] = [];
    for await (const look of paceOf(clock).looks(showing(() => aView({ phase: 'unknown' })))) {
      held_up.push(look.held_up_ms);
      if (held_up.length === 2) jump(11_000);
      if (held_up.length === 4) break;
    }
    expect(held_up).toEqual([0, 0, 11_250, 0]);
  });

  it('asks a page again that refused while it was held up', async () => {
    const { clock, jump } = jumpingClock();
    let looks = 0;
    const meeting = showing(() => {
      looks += 1;
      if (looks !== 2) return aView({ phase: 'in_meeting' });
      jump(8_000);
      throw new Error('the page was loaded anew');
    });
    for await (const _ of paceOf(clock).looks(meeting)) if (looks === 3) return;
  });

  it('loses a page that refuses again and again for seconds', async () => {
    const { clock } = jumpingClock();
    const refusing = showing(() => {
      throw new Error('the page was loaded anew');
    });
    const looking = async (): Promise<void> => {
      for await (const _ of paceOf(clock).looks(refusing)) throw new Error('there is nothing to see');
    };
    await expect(looking()).rejects.toThrow(MeetingLostError);
    expect(clock.now_ms()).toBe(7_000);
  });

  it('does not count as held up where a page is slow', async () => {
    const { clock, jump } = jumpingClock();
    const slow = showing(() => {
      jump(5_000);
      return aView({ phase: 'removed' });
    });
    let times = 0;
    for await (const look of paceOf(clock).looks(slow)) {
      ({ times } = look);
      if (clock.now_ms() > 15_000) break;
    }
    expect(times).toBe(3);
  });
});
