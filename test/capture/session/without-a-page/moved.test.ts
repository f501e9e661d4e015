/** Bots that are moved to another time, or another meeting. */
import { describe, expect, it } from 'vitest';
import type { MeetingPhase } from '../../../../lib/capture/meeting/view.ts';
import type { Appointment } from '../../../../lib/domain/bot/orders.ts';
import { anAssignment } from '../../../lab/builders/assignment.ts';
import { aFakeBot, type FakeBot } from '../../../lab/doubles/fake-bot.ts';
import { aRushingClock } from '../../../lab/doubles/session-clock.ts';
import { once, runSession, start_ms } from '../../../lab/worlds/session-without-a-page.ts';

describe('a meeting whose bot is moved while it waits', () => {
  const appointment = (seconds: number, meeting_url = anAssignment().meeting_url): Appointment => ({
    join_at: new Date(start_ms + seconds * 1000).toISOString(),
    meeting_url,
    platform: 'demo_room',
  });
  const stayFor10Seconds = (bot: FakeBot) => {
    let came: number | undefined;
    const leave = once(() => bot.move('leave'));
    return (seconds: number, hasAsked: boolean): MeetingPhase => {
      if (hasAsked) came ??= seconds;
      if (came !== undefined && seconds > came + 10) leave();
      return hasAsked ? 'in_meeting' : 'pre_join';
    };
  };
  /** When it asked to be let in, in seconds after the start. */
  const visit = async (
    bot: FakeBot,
    appoint: (seconds: number) => Appointment | undefined,
    shows: (seconds: number, hasAsked: boolean) => MeetingPhase = stayFor10Seconds(bot),
  ) => {
    const clock = aRushingClock(start_ms);
    const seconds = () => (clock.now_ms() - start_ms) / 1000;
    const asked: number[] = [];
    const line = {
      ...bot,
      async bot() {
        bot.order({ appointment: appoint(seconds()) });
        return bot.bot();
      },
    };
    const course = await runSession({
      bot: line,
      clock,
      assignment: { join_at: new Date(start_ms + 60_000) },
      shows,
      onAct: (act) => void (act === 'ask to be let in' && asked.push(seconds())),
    });
    return { ...course, asked };
  };

  it('asks to be let in at the new time, later or sooner', async () => {
    for (const [moved, expected] of [
      [90, 90],
      [30, 30],
    ] as const) {
      const bot = aFakeBot('staged');
      const { asked, opened } = await visit(bot, (seconds) => appointment(seconds < 10 ? 60 : moved));
      expect(asked).toEqual([expected]);
      expect(opened).toHaveLength(1);
      expect(bot.triggers).toEqual(['join_due', 'admitted', 'left']);
    }
  });

  it('is asked once more before it asks to be let in, so that a move in the last second counts', async () => {
    // Once a second it is asked anyway, on the full ones.
    const { asked } = await visit(aFakeBot('staged'), (seconds) => appointment(seconds <= 60 ? 60.6 : 90));
    expect(asked).toEqual([90]);
  });

  it('is loaded anew at the new time where it could not be joined before', async () => {
    const bot = aFakeBot('staged');
    const stay = stayFor10Seconds(bot);
    let asks = 0;
    const { acts } = await visit(
      bot,
      () => {
        asks += 1;
        return appointment(asks === 1 ? 0 : 60);
      },
      (seconds, hasAsked) => (seconds < 60 ? 'ended' : stay(seconds, hasAsked)),
    );
    expect(acts.filter((act) => act === 'load')).toHaveLength(2);
    expect(bot.triggers).toEqual(['join_due', 'admitted', 'left']);
  });

  it('goes to the new meeting, also when that is of another platform, and counts nothing as lost', async () => {
    const other: Appointment = { ...appointment(60, 'https://meet.example.com/standup'), platform: 'jitsi' };
    const { asked, opened, logged, bot } = await visit(aFakeBot('staged'), (seconds) =>
      seconds < 10 ? appointment(60) : other,
    );
    expect(opened).toMatchObject([{ platform: 'demo_room' }, { meeting_url: other.meeting_url, platform: 'jitsi' }]);
    expect(asked).toEqual([60]);
    expect(bot.triggers).toEqual(['join_due', 'admitted', 'left']);
    expect(logged.map(({ message }) => message)).not.toContain('the meeting was lost');
  });

  it('goes by what it heard last when nobody answers', async () => {
    const { asked } = await visit(aFakeBot('staged'), (seconds) => {
      if (seconds > 20) throw new Error('the table is away');
      return appointment(seconds < 10 ? 60 : 90);
    });
    expect(asked).toEqual([90]);
  });

  it('goes when it is put off in the last second, without asking to be let in', async () => {
    const bot = aFakeBot('staged');
    const putOff = once(() => bot.move('unstage'));
    const { asked } = await visit(bot, (seconds) => {
      if (seconds > 60) putOff();
      return seconds <= 60 ? appointment(60.6) : undefined;
    });
    expect(asked).toEqual([]);
    expect(bot.triggers).toEqual([]);
  });
});
