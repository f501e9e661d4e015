/** Bots that have lost the meeting that they were in, and what they find as they come back to it. */
import { describe, expect, it } from 'vitest';
import type { MeetingView } from '../../../../lib/capture/meeting/view.ts';
import { aView } from '../../../lab/builders/meeting-views.ts';
import { aFakeBot } from '../../../lab/doubles/fake-bot.ts';
import { aRushingClock } from '../../../lab/doubles/session-clock.ts';
import { once, runSession, start_ms } from '../../../lab/worlds/session-without-a-page.ts';

const page = { page_state: 'P01_page', evidence: [], overlays: [] };

/**
 * `shows`: what it finds where it has asked to be let in, so many seconds after it did so for the first time. `lost`: what the
 * meeting shows before that, where it does not break.
 */
const comeBack = async (shows: (seconds: number) => Partial<MeetingView>, lost?: Partial<MeetingView>) => {
  const bot = aFakeBot('joining');
  const leave = once(() => bot.move('leave'));
  const clock = aRushingClock(start_ms);
  let back_ms: number | undefined;
  const { acts, seconds } = await runSession({
    bot,
    clock,
    open(made, time) {
      const meeting = made();
      const { look } = meeting;
      let looks = 0;
      return Object.assign(meeting, {
        async look() {
          looks += 1;
          const isLost = time === 1 && looks > 20;
          if (isLost && !lost) meeting.lose();
          const view = await look();
          if (isLost) return { ...view, ...lost };
          if (time === 1 || view.phase === 'pre_join') return view;
          back_ms ??= clock.now_ms();
          const shown = shows((clock.now_ms() - back_ms) / 1_000);
          if (Object.keys(shown).length === 0) leave();
          return { ...view, ...shown };
        },
      });
    },
  });
  return {
    triggers: bot.triggers,
    asks: acts.filter((act) => act === 'ask to be let in').length - 1,
    seconds: seconds - ((back_ms ?? 0) - start_ms) / 1_000,
  };
};

describe('a bot that comes back to its meeting', () => {
  const full = { phase: 'full', page: { ...page, counts_ghosts: true } } as const;

  it('is let in once its own ghost is gone, for which it was full', async () => {
    const { triggers, asks } = await comeBack((seconds) => (seconds < 50 ? full : {}));
    expect([triggers, asks]).toEqual([['admitted', 'left'], 4]);
  });

  it('finds a server that fails then, which is tried as often as if it had not been full', async () => {
    const failing = { phase: 'connecting', page: { ...page, again_after_ms: 15_000, again_times: 2 } } as const;
    const { triggers, asks } = await comeBack((seconds) => (seconds < 50 ? full : seconds < 80 ? failing : {}));
    expect([triggers, asks]).toEqual([['admitted', 'left'], 5]);
  });

  it('has lost it where it is full for longer than any ghost stays', async () => {
    const { triggers, asks, seconds } = await comeBack(() => full);
    expect([triggers, asks]).toEqual([['admitted', 'failed (capture_lost)'], 6]);
    expect(seconds).toBeGreaterThan(75);
    expect(seconds).toBeLessThan(100);
  });

  const away = { phase: 'not_started', page: { ...page, again_after_ms: 15_000, nobody_inside: true } } as const;

  it('is let in once whoever it takes for the meeting to go on is back', async () => {
    const { triggers, asks } = await comeBack((seconds) => (seconds < 50 ? away : {}));
    expect([triggers, asks]).toEqual([['admitted', 'left'], 4]);
  });

  it('has seen its end where nobody comes back by whom it would go on', async () => {
    const { triggers, seconds } = await comeBack(() => away);
    expect(triggers).toEqual(['admitted', 'meeting_ended (ended_by_host)']);
    expect(seconds).toBeGreaterThan(85);
    expect(seconds).toBeLessThan(110);
  });

  it('has lost it where it is shown as one that does not begin, and somebody may be inside', async () => {
    const { triggers, seconds } = await comeBack(() => ({ ...away, page: { ...page, again_after_ms: 15_000 } }));
    expect(triggers).toEqual(['admitted', 'failed (capture_lost)']);
    expect(seconds).toBeGreaterThan(590);
    expect(seconds).toBeLessThan(620);
  });

  const lostByAll = { phase: 'connecting', page: { ...page, again_after_ms: 15_000, lost_by_all: true } } as const;

  it('that all had lost waits as long for whoever it takes as it waits for the others', async () => {
    const { triggers, seconds } = await comeBack(() => away, lostByAll);
    expect(triggers).toEqual(['admitted', 'meeting_ended (ended_by_host)']);
    expect(seconds).toBeGreaterThan(290);
    expect(seconds).toBeLessThan(320);
  });

  const emptied = { phase: 'connecting', page: { ...lostByAll.page, emptied: true } } as const;
  const locked = { phase: 'locked', page: { ...page, again_after_ms: 30_000 } } as const;

  it('out of which everybody was put, and which is locked, is let in once it is open', async () => {
    const { triggers, asks } = await comeBack((seconds) => (seconds < 100 ? locked : {}), emptied);
    expect([triggers, asks]).toEqual([['admitted', 'left'], 4]);
  });

  it.each([
    [locked, 'meeting_ended (ended_by_host)', 300],
    [{ phase: 'not_started', page }, 'meeting_ended (ended_by_host)', 300],
    [{ phase: 'passcode_required', page }, 'meeting_ended (ended_by_host)', 0],
    [{ phase: 'login_required', page }, 'meeting_ended (ended_by_host)', 0],
    [{ phase: 'removed', page }, 'meeting_ended (removed_from_meeting)', 0],
    // Whom there is no room for hears of others who are back.
    [{ phase: 'full', page }, 'failed (capture_lost)', 0],
    [{ phase: 'captcha', page }, 'failed (capture_lost)', 0],
  ] as const)('out of which everybody was put, and which shows it %j, ends with %s', async (shown, ending, after) => {
    const { triggers, seconds } = await comeBack(() => shown, emptied);
    expect(triggers).toEqual(['admitted', ending]);
    expect(seconds).toBeGreaterThanOrEqual(after - 10);
    expect(seconds).toBeLessThan(after + 20);
  });

  it('is no less let in because everybody was put out of it often', async () => {
    const bot = aFakeBot('joining');
    const { times } = await runSession({
      bot,
      open(made, time) {
        const meeting = made();
        const { look } = meeting;
        let looks = 0;
        return Object.assign(meeting, {
          async look() {
            looks += 1;
            if (time === 7 && looks === 20) bot.move('leave');
            return { ...(await look()), ...(time < 7 && looks > 20 && emptied) };
          },
        });
      },
    });
    expect([times, bot.triggers]).toEqual([7, ['admitted', 'left']]);
  });

  it.each([
    [{}, 60],
    [{ lost_by_all: true }, 300],
  ] as const)('stays alone for as long as others take to come back, where they have to: %j', async (lost, least) => {
    const { triggers, seconds } = await comeBack(() => ({ participants: aView().participants }), {
      phase: 'connecting',
      page: { ...page, again_after_ms: 2_000, ...lost },
    });
    expect(triggers).toEqual(['admitted', 'leave (auto_leave_only_participant_in_meeting)', 'left']);
    expect(seconds).toBeGreaterThan(least);
    expect(seconds).toBeLessThan(least + 30);
  });
});
