/** Meetings that answer nothing any more. */
import { describe, expect, it } from 'vitest';
import { finalPhases } from '../../../../lib/capture/meeting/final-phases.ts';
import { meetingPhases } from '../../../../lib/capture/meeting/view.ts';
import type { SessionClock } from '../../../../lib/capture/session/ports.ts';
import { aView } from '../../../lab/builders/meeting-views.ts';
import { aFakeBot } from '../../../lab/doubles/fake-bot.ts';
import { aRushingClock } from '../../../lab/doubles/session-clock.ts';
import { ada, runSession, start_ms } from '../../../lab/worlds/session-without-a-page.ts';

describe('a meeting that hangs', () => {
  const shown = meetingPhases.filter((phase) => !(phase in finalPhases) && phase !== 'left');
  /** What reading a page takes that answers nothing. */
  const silentForMs = 7_000;
  const hangs = async (clock: SessionClock): Promise<never> => {
    await clock.pause(silentForMs);
    throw new Error('no answer in time');
  };

  it.each(shown)(
    'is given up in the end where it answers nothing any more once it shows: %s, each time within twelve seconds',
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
      expect(Math.max(...lasted)).toBeLessThanOrEqual(12);
    },
  );

  it.each([
    ['waiting_room', 'waiting_room_timeout_exceeded', 900],
    ['not_started', 'meeting_not_started_waiting_for_host', 600],
    ['authorized_user_absent', 'authorized_user_not_in_meeting_timeout_exceeded', 600],
  ] as const)(
    'is not asked again where it hangs as the time for a wait runs out (%s): the wait is over within eight seconds',
    async (phase, sub_type, most_s) => {
      const bot = aFakeBot('joining');
      const clock = aRushingClock(start_ms);
      let waited_ms = Number.NaN;
      const { end, seconds, times } = await runSession({
        bot,
        clock,
        shows(_, hasAsked) {
          if (hasAsked && Number.isNaN(waited_ms)) waited_ms = clock.now_ms();
          return hasAsked ? phase : 'pre_join';
        },
        open(made) {
          const meeting = made();
          const { look } = meeting;
          return Object.assign(meeting, {
            look: () => (clock.now_ms() - waited_ms > (most_s - 1) * 1_000 ? hangs(clock) : look()),
          });
        },
      });
      expect([end, bot.triggers.at(-1), times]).toEqual(['reported', `could_not_join (${sub_type})`, 1]);
      const waited_s = seconds - (waited_ms - start_ms) / 1_000;
      expect(waited_s).toBeGreaterThanOrEqual(most_s);
      expect(waited_s).toBeLessThan(most_s + 8);
    },
  );
});
