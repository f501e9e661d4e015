/** Meetings that are gone while the bot is on its way into them, or in them. */
import { describe, expect, it } from 'vitest';
import { MeetingLostError } from '../../../../lib/capture/meeting/errors.ts';
import { aFakeBot } from '../../../lab/doubles/fake-bot.ts';
import { once, runSession, textOf } from '../../../lab/worlds/session-without-a-page.ts';

describe('a meeting that is lost', () => {
  it('is opened anew, and goes on in another take', async () => {
    const bot = aFakeBot('joining');
    const leave = once(() => bot.move('leave'));
    const { store, times } = await runSession({
      bot,
      shows(seconds, hasAsked) {
        if (seconds > 60) leave();
        return hasAsked ? 'in_meeting' : 'pre_join';
      },
      open(made, time) {
        const meeting = made();
        const { look } = meeting;
        let looks = 0;
        return Object.assign(meeting, {
          look() {
            looks += 1;
            if (time === 1 && looks > 20) meeting.lose();
            return look();
          },
        });
      },
    });
    expect(times).toBe(2);
    expect(bot.triggers).toEqual(['admitted', 'left']);
    expect(JSON.parse(textOf(store, 'diagnostics/001-meeting_lost/state.json'))).toEqual({
      reason: 'meeting_lost',
      error: 'MeetingLostError: the meeting is gone: the meeting is lost',
      cause: 'Error: the meeting is lost',
    });
    expect([...store.objects.keys()].filter((name) => name.endsWith('000000.m4s'))).toEqual([
      'segments/001-001/000000.m4s',
      'segments/001-002/000000.m4s',
    ]);
  });

  it.each(['load', 'prepare', 'join'] as const)(
    'is opened anew also in the middle of a step (%s), and says what the step came to',
    async (step) => {
      const bot = aFakeBot('joining');
      const leave = once(() => bot.move('leave'));
      const { logged, times } = await runSession({
        bot,
        shows(seconds, hasAsked) {
          if (seconds > 30) leave();
          return hasAsked ? 'in_meeting' : 'pre_join';
        },
        open(made, time) {
          const meeting = made();
          if (time > 1) return meeting;
          return Object.assign(meeting, {
            async [step]() {
              meeting.lose();
              throw new Error('the page crashed');
            },
          });
        },
      });
      expect(times).toBe(2);
      expect(bot.triggers).toEqual(['admitted', 'left']);
      expect(logged).toContainEqual({
        message: 'the meeting was lost',
        fields: { error: new MeetingLostError('the meeting is gone: Error: the page crashed') },
      });
    },
  );

  it('is given up when it is lost again and again', async () => {
    const { bot, times } = await runSession({
      open(made) {
        const meeting = made();
        return Object.assign(meeting, {
          async look() {
            meeting.lose();
            throw new Error('it is lost');
          },
        });
      },
    });
    expect({ triggers: bot.triggers, times }).toEqual({ triggers: ['failed (capture_lost)'], times: 4 });
  });
});
