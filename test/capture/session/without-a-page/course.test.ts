/** A session from its appointment to its end, where all goes well. */
import { describe, expect, it } from 'vitest';
import { PlatformNotSupportedError } from '../../../../lib/capture/meeting/errors.ts';
import { aView } from '../../../lab/builders/meeting-views.ts';
import { aFakeBot, type FakeBot } from '../../../lab/doubles/fake-bot.ts';
import { aRushingClock } from '../../../lab/doubles/session-clock.ts';
import { ada, once, runSession, start_ms, textOf } from '../../../lab/worlds/session-without-a-page.ts';

describe('a session in a meeting without a page', () => {
  it('joins, records what the meeting gives it, tells who is there by their lasting ids, and leaves when asked', async () => {
    const bot = aFakeBot('staged');
    const leave = once(() => bot.move('leave'));
    const { end, acts, arrivals, store } = await runSession({
      bot,
      assignment: { join_at: new Date(start_ms + 60_000) },
      shows(seconds, hasAsked) {
        if (seconds >= 90) leave();
        return hasAsked ? 'in_meeting' : 'pre_join';
      },
    });
    expect(end).toBe('reported');
    expect(bot.triggers).toEqual(['join_due', 'admitted', 'left']);
    expect(arrivals).toEqual([expect.closeTo(0, 0)]);
    expect(acts).toEqual(['load', 'prepare as Notes for Ada', 'ask to be let in', 'settle', 'leave the meeting']);
    const segments = [...store.objects.keys()].filter((name) => name.endsWith('.m4s'));
    expect(segments.map((name) => textOf(store, name))).toEqual(['001-001 begins', '001-001 ends']);
    expect(bot.seen.participant_events).toMatchObject([
      { participant_name: 'Ada', participant_user_uuid: 'user-ada', event_type: 'join' },
    ]);
  });

  it('opens nothing until two minutes before its time, and joins at its time, when its worker is up long before', async () => {
    const bot = aFakeBot('staged');
    const leave = once(() => bot.move('leave'));
    const asked: number[] = [];
    const clock = aRushingClock(start_ms);
    const { end, acts, arrivals } = await runSession({
      bot,
      clock,
      assignment: { join_at: new Date(start_ms + 900_000) },
      onAct: async (act) => {
        if (act === 'ask to be let in') asked.push((clock.now_ms() - start_ms) / 1000);
      },
      shows(seconds, hasAsked) {
        if (seconds >= 930) leave();
        return hasAsked ? 'in_meeting' : 'pre_join';
      },
    });
    expect([end, bot.triggers]).toEqual(['reported', ['join_due', 'admitted', 'left']]);
    expect(arrivals).toEqual([expect.closeTo(780, 0)]);
    expect(asked).toEqual([expect.closeTo(900, 0)]);
    expect(acts[0]).toBe('load');
  });

  it.each([
    ['within a second of its time', 61, undefined],
    [
      'once it was told where it is to fetch something to join with',
      68,
      async (_: unknown, told: Promise<unknown>) => told.then(() => ({})),
    ],
  ] as const)(
    'asks to be let in %s, while the table is too busy to be told so, and tells the rest in order',
    async (_, asked_s, tokens) => {
      const bot = aFakeBot('staged');
      const clock = aRushingClock(start_ms);
      const leave = once(() => bot.move('leave'));
      const { trigger } = bot;
      bot.trigger = async (name, subType) => {
        if (name === 'join_due') await clock.pause(8_000);
        return trigger(name, subType);
      };
      const asked: number[] = [];
      const { end } = await runSession({
        bot,
        clock,
        ...(tokens && { tokens }),
        assignment: { join_at: new Date(start_ms + 60_000) },
        onAct: async (act) => {
          if (act === 'ask to be let in') asked.push((clock.now_ms() - start_ms) / 1000);
        },
        shows(seconds, hasAsked) {
          if (seconds >= 90) leave();
          return hasAsked ? 'in_meeting' : 'pre_join';
        },
      });
      expect(asked).toEqual([expect.closeTo(asked_s, 0)]);
      expect([end, bot.triggers]).toEqual(['reported', ['join_due', 'admitted', 'left']]);
    },
  );

  it('opens nothing at all when it is told to leave long before its time', async () => {
    const bot = aFakeBot('staged');
    const base = bot.bot;
    let looks = 0;
    bot.bot = async () => {
      looks += 1;
      if (looks === 60) bot.move('leave');
      return base();
    };
    const { times, seconds } = await runSession({ bot, assignment: { join_at: new Date(start_ms + 900_000) } });
    expect([times, bot.triggers]).toEqual([0, ['left']]);
    expect(seconds).toBeLessThan(120);
  });

  it('waits for its appointment without a meeting where none can be had, and says so then', async () => {
    const bot = aFakeBot('staged');
    const { end, seconds } = await runSession({
      bot,
      assignment: { join_at: new Date(start_ms + 60_000) },
      open() {
        throw new PlatformNotSupportedError('the operator does not list the host any more');
      },
    });
    expect({ end, triggers: bot.triggers }).toEqual({
      end: 'reported',
      triggers: ['join_due', 'could_not_join (platform_not_supported)'],
    });
    expect(seconds).toBeGreaterThanOrEqual(60);
  });

  it('goes without asking to be let in when its bot is put off to another time', async () => {
    const bot = aFakeBot('staged');
    const { acts, seconds } = await runSession({
      bot,
      assignment: { join_at: new Date(start_ms + 60_000) },
      shows: () => 'pre_join',
      onAct(act) {
        if (act.startsWith('prepare')) bot.move('unstage');
      },
    });
    expect(bot.triggers).toEqual([]);
    expect(acts).toEqual(['load', 'prepare as Notes for Ada', 'leave the meeting']);
    expect(seconds).toBeLessThan(60);
  });

  it('tells of speech that goes on while it is let in, and tells it once it is in', async () => {
    const told: string[] = [];
    const bot: FakeBot = aFakeBot('joining', ({ triggers }) => told.push(...triggers));
    const leave = once(() => bot.move('leave'));
    const says = (type: 'speech_start' | 'speech_stop', at_ms: number) => [{ participant_id: ada.id, type, at_ms }];
    await runSession({
      bot,
      open(made) {
        const meeting = made();
        let looks = 0;
        return Object.assign(meeting, {
          async look() {
            looks += 1;
            if (looks === 20) leave();
            const shown = aView({ phase: looks === 1 ? 'pre_join' : 'in_meeting' }, [ada]);
            // The first look of those that show the bot in the meeting, and one long after.
            if (looks === 2) return { ...shown, speech: says('speech_start', start_ms + 100) };
            if (looks === 12) return { ...shown, speech: says('speech_stop', start_ms + 2_000) };
            return shown;
          },
        });
      },
    });
    expect(bot.seen.participant_events.map(({ event_type }) => event_type)).toEqual([
      'join',
      'speech_start',
      'speech_stop',
    ]);
    expect(told[0]).toBe('admitted');
  });

  it('tells which messages were not written by the time that its meeting ended', async () => {
    const bot = aFakeBot('joining');
    const ask = once(() => {
      bot.ask({ to: 'everyone', message: 'Hello' });
      bot.ask({ to: 'specific_user', to_user_uuid: 'ben', message: 'for Ben' });
    });
    const { logged } = await runSession({
      bot,
      shows(seconds, hasAsked) {
        if (seconds >= 20) ask();
        if (seconds >= 40) return 'ended';
        return hasAsked ? 'in_meeting' : 'pre_join';
      },
    });
    expect(bot.told).toEqual(['command 1 done', 'command 2 failed']);
    expect(logged).toContainEqual({
      message: 'a chat message was not sent',
      fields: { number: 2, reason: 'the bot left the meeting before' },
    });
  });

  it('tells so too of what was asked for while its worker was lost, and its meeting over before the next one came', async () => {
    const bot = aFakeBot('joined_recording');
    bot.ask({ to: 'everyone', message: 'Hello' });
    await runSession({
      bot,
      assignment: { attempt: 2, joined_at: new Date(start_ms - 60_000) },
      shows: () => 'ended',
    });
    expect([bot.told, bot.triggers]).toEqual([['command 1 failed'], ['meeting_ended (ended_by_host)']]);
  });

  it('does not speak of the message that it begins with where it never came into its meeting', async () => {
    const bot = aFakeBot('joining');
    await runSession({
      bot,
      assignment: { bot_chat_message: { to: 'everyone', message: 'Hello' } },
      shows: () => 'not_found',
    });
    expect([bot.told, bot.triggers]).toEqual([[], ['could_not_join (meeting_not_found)']]);
  });
});
