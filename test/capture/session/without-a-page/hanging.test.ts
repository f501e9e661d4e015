/** Meetings that answer nothing any more. */
import { describe, expect, it } from 'vitest';
import { finalPhases } from '../../../../lib/capture/meeting/final-phases.ts';
import { meetingPhases } from '../../../../lib/capture/meeting/view.ts';
import type { SessionClock } from '../../../../lib/capture/session/ports.ts';
import { DeadlineError } from '../../../../lib/process/deadline.ts';
import { aView } from '../../../lab/builders/meeting-views.ts';
import { aFakeBot } from '../../../lab/doubles/fake-bot.ts';
import type { ScriptedMeeting } from '../../../lab/doubles/scripted-meeting.ts';
import { aRushingClock } from '../../../lab/doubles/session-clock.ts';
import { ada, runSession, start_ms } from '../../../lab/worlds/session-without-a-page.ts';

describe('a meeting that hangs', () => {
  const shown = meetingPhases.filter((phase) => !(phase in finalPhases) && phase !== 'left');
  /** What reading a page takes that answers nothing. */
  const silentForMs = 7_000;
  const hangs = async (clock: SessionClock): Promise<never> => {
    await clock.pause(silentForMs);
    throw new DeadlineError('read in the page', silentForMs);
  };

  it.each(shown)(
    'is given up in the end where it answers nothing any more once it shows: %s, each time within seven seconds',
    async (phase) => {
      const bot = aFakeBot('joining');
      const clock = aRushingClock(start_ms);
      const lasted: number[] = [];
      const { end } = await runSession({
        bot,
        clock,
        open(made) {
          const meeting = made();
          const { giveUp } = meeting;
          let looks = 0;
          let hasAsked = phase === 'pre_join';
          let hung_ms: number | undefined;
          return Object.assign(meeting, {
            async join() {
              hasAsked = true;
            },
            async look() {
              looks += 1;
              if (!hasAsked || looks <= 10) return aView({ phase: hasAsked ? phase : 'pre_join' }, [ada]);
              hung_ms ??= clock.now_ms();
              return hangs(clock);
            },
            giveUp() {
              lasted.push((clock.now_ms() - (hung_ms ?? Number.NaN)) / 1_000);
              giveUp();
            },
          });
        },
      });
      expect([end, bot.triggers.at(-1)]).toEqual(['reported', 'failed (capture_lost)']);
      expect(lasted).toHaveLength(4);
      expect(Math.max(...lasted)).toBeLessThanOrEqual(silentForMs / 1_000);
    },
  );

  const waits = [
    ['waiting_room', 'waiting_room_timeout_exceeded', 900],
    ['not_started', 'meeting_not_started_waiting_for_host', 600],
    ['authorized_user_absent', 'authorized_user_not_in_meeting_timeout_exceeded', 600],
  ] as const;

  /** How long a bot has waited for what its meeting shows, which hangs then, until it tells that it waits no longer. */
  const waited = async (
    phase: (typeof waits)[number][0],
    hang: (meeting: ScriptedMeeting, clock: SessionClock, waited_s: () => number) => Partial<ScriptedMeeting>,
  ) => {
    const bot = aFakeBot('joining');
    const clock = aRushingClock(start_ms);
    const told_s: number[] = [];
    let since_ms = Number.NaN;
    const waited_s = () => (clock.now_ms() - since_ms) / 1_000;
    const { trigger } = bot;
    bot.trigger = async (...input) => {
      told_s.push(waited_s());
      return trigger(...input);
    };
    const session = await runSession({
      bot,
      clock,
      shows(_, hasAsked) {
        if (hasAsked && Number.isNaN(since_ms)) since_ms = clock.now_ms();
        return hasAsked ? phase : 'pre_join';
      },
      open(made) {
        const meeting = made();
        return Object.assign(meeting, hang(meeting, clock, waited_s));
      },
    });
    return { ...session, told_s: told_s.at(-1) };
  };

  it.each(waits)(
    'is not asked again where it hangs as the time for a wait runs out (%s): that is told within five seconds',
    async (phase, sub_type, most_s) => {
      const { bot, end, times, told_s } = await waited(phase, ({ look }, clock, waited_s) => ({
        look: () => (waited_s() > most_s - 1 ? hangs(clock) : look()),
      }));
      expect([end, bot.triggers.at(-1), times]).toEqual(['reported', `could_not_join (${sub_type})`, 1]);
      expect(told_s).toBeGreaterThanOrEqual(most_s);
      expect(told_s).toBeLessThan(most_s + 5);
    },
  );

  const steps = ['load', 'prepare', 'join'] as const;

  /** What comes of a bot that asks again each minute: a step of that hangs for so long, in the seconds between these. */
  const askedAgain = async (step: (typeof steps)[number], from_s: number, until_s: number, hangs_s: number) => {
    const { bot, end, times } = await waited('authorized_user_absent', (meeting, clock, waited_s) => {
      const does = meeting[step].bind(meeting) as (...input: unknown[]) => Promise<void>;
      return {
        async [step](...input: unknown[]) {
          if (waited_s() > from_s && waited_s() < until_s) {
            await clock.pause(hangs_s * 1_000);
            meeting.giveUp();
          }
          return does(...input);
        },
      };
    });
    expect([end, bot.triggers.at(-1)]).toEqual([
      'reported',
      'could_not_join (authorized_user_not_in_meeting_timeout_exceeded)',
    ]);
    return times;
  };

  it.each(steps)('is not opened anew where it hangs as it is asked again (%s) until the time is over', async (step) => {
    expect(await askedAgain(step, 535, 600, 65)).toBe(1);
  });

  it.each(steps)('is opened anew where it hangs as it is asked again (%s) and there is time left', async (step) => {
    expect(await askedAgain(step, 115, 130, 20)).toBe(2);
  });

  it.each(waits)(
    'keeps nobody waiting who is to hear that a wait was in vain (%s), and is left, and kept, all the same',
    async (phase, sub_type, most_s) => {
      const { acts, bot, store, told_s } = await waited(phase, ({ evidence, leave }, clock) => ({
        async evidence() {
          await clock.pause(5_000);
          return evidence();
        },
        async leave() {
          await clock.pause(8_000);
          return leave();
        },
      }));
      expect(bot.triggers.at(-1)).toBe(`could_not_join (${sub_type})`);
      expect(told_s).toBeLessThan(most_s + 5);
      expect(acts.at(-1)).toBe('leave the meeting');
      expect([...store.objects.keys()]).toContain(`diagnostics/001-${sub_type}/script.txt`);
    },
  );

  it('is not asked again by a bot that it has put back, whose time for being let in runs out', async () => {
    const bot = aFakeBot('joining');
    const clock = aRushingClock(start_ms);
    const seconds = () => (clock.now_ms() - start_ms) / 1_000;
    const { acts, end, times } = await runSession({
      bot,
      clock,
      shows: (seconds, hasAsked) => (hasAsked ? (seconds < 30 ? 'in_meeting' : 'waiting_room') : 'pre_join'),
      open(made) {
        const meeting = made();
        const { look } = meeting;
        return Object.assign(meeting, { look: () => (seconds() > 929 ? hangs(clock) : look()) });
      },
    });
    expect([end, bot.triggers.at(-1), times]).toEqual(['reported', 'meeting_ended (removed_from_meeting)', 1]);
    expect(acts.filter((act) => act === 'ask to be let in')).toHaveLength(1);
    expect(seconds()).toBeGreaterThanOrEqual(930);
    expect(seconds()).toBeLessThan(935);
  });
});
