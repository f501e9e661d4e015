/** Meetings that go on, and of which nothing arrives, or is heard, for a while. */
import { describe, expect, it } from 'vitest';
import { MeetingLostError } from '../../../../lib/capture/meeting/errors.ts';
import { anAssignment } from '../../../lab/builders/assignment.ts';
import { aTrack } from '../../../lab/builders/meeting-views.ts';
import { aFakeBot } from '../../../lab/doubles/fake-bot.ts';
import { aRushingClock } from '../../../lab/doubles/session-clock.ts';
import { once, runSession, start_ms, textOf } from '../../../lab/worlds/session-without-a-page.ts';

describe('a meeting that loses its connection for a while', () => {
  /** For half a minute, from its 30th second on. */
  const isLostAt = (seconds: number): boolean => seconds >= 30 && seconds < 60;
  const stay = (comes: (seconds: number) => boolean) => {
    const bot = aFakeBot('joining');
    const clock = aRushingClock(start_ms);
    const leave = once(() => bot.move('leave'));
    let came_ms = start_ms;
    return runSession({
      bot,
      clock,
      shows(seconds, hasAsked) {
        if (seconds >= 100) leave();
        if (!hasAsked) return 'pre_join';
        return isLostAt(seconds) ? 'connecting' : 'in_meeting';
      },
      open(made) {
        const meeting = made();
        const { look } = meeting;
        return Object.assign(meeting, {
          async look() {
            const now_ms = clock.now_ms();
            if (comes((now_ms - start_ms) / 1_000)) came_ms = now_ms;
            return { ...(await look()), media: [aTrack('voice', came_ms)] };
          },
        });
      },
    });
  };

  it('stays in one recording, whose gap is told: from when to when nothing came', async () => {
    const { bot, store, times } = await stay((seconds) => !isLostAt(seconds));
    expect(bot.warned).toEqual([
      expect.stringMatching(/^nothing_comes since 2026-03-02T09:00:3[0-4]/),
      expect.stringMatching(/^nothing since 2026-03-02T09:01:00/),
    ]);
    expect({ times, triggers: bot.triggers }).toEqual({ times: 1, triggers: ['admitted', 'left'] });
    const segments = [...store.objects.keys()].filter((name) => name.endsWith('.m4s'));
    expect(segments.map((name) => textOf(store, name))).toEqual(['001-001 begins', '001-001 ends']);
  });

  it('has time for what people send to come again, before it is joined anew', async () => {
    const { bot, times } = await stay((seconds) => seconds < 30 || seconds >= 70);
    expect(bot.warned).toHaveLength(2);
    expect(times).toBe(1);
  });

  it('has no gap where media goes on coming meanwhile', async () => {
    const { bot, times } = await stay(() => true);
    expect([bot.warned, times]).toEqual([[], 1]);
  });
});

describe('a meeting whose sound is not heard', () => {
  it('is left and joined anew when its sound arrives and is not heard, and is not taken for silent meanwhile', async () => {
    const bot = aFakeBot('joining');
    const clock = aRushingClock(start_ms);
    const [deaf_ms, well_ms] = [start_ms + 20_000, start_ms + 200_000];
    const { acts, logged, seconds, store, times } = await runSession({
      bot,
      clock,
      assignment: {
        automatic_leave_settings: {
          ...anAssignment().automatic_leave_settings,
          silence_activate_after_seconds: 0,
          silence_timeout_seconds: 60,
        },
      },
      open(made) {
        const meeting = made();
        const { look } = meeting;
        return Object.assign(meeting, {
          async look() {
            const now_ms = clock.now_ms();
            const isHeard = now_ms < deaf_ms || now_ms >= well_ms;
            return { ...(await look()), media: [aTrack('voice', now_ms, isHeard ? now_ms : deaf_ms)] };
          },
        });
      },
    });
    // Once: the second time would be five minutes later.
    expect(times).toBe(2);
    expect(acts.filter((act) => act === 'leave the meeting')).toHaveLength(2);
    expect(logged).toContainEqual({
      message: 'the meeting was lost',
      fields: { error: new MeetingLostError('sound arrives and is not heard') },
    });
    expect(JSON.parse(textOf(store, 'diagnostics/001-sound_not_heard/state.json'))).toMatchObject({
      reason: 'sound_not_heard',
    });
    expect(bot.warned).toEqual([
      'sound_not_heard since 2026-03-02T09:00:24.000Z',
      'nothing since 2026-03-02T09:03:20.000Z',
    ]);
    expect(bot.triggers).toEqual(['admitted', 'leave (auto_leave_silence)', 'left']);
    expect(Math.floor(seconds / 10)).toBe(26);
  });
});
