/** What a session tells of its bot, and hears of it, where the table that answers for the bot does not do so at once. */
import { describe, expect, it } from 'vitest';
import { followBot } from '../../../lib/capture/session/bot.ts';
import type { BotLine } from '../../../lib/capture/session/ports.ts';
import { anAssignment } from '../../lab/builders/assignment.ts';
import { aFakeBot } from '../../lab/doubles/fake-bot.ts';
import { aRushingClock } from '../../lab/doubles/session-clock.ts';

const start_ms = Date.parse('2026-03-02T09:00:00.000Z');

const following = async (changes: Partial<BotLine> = {}) => {
  const clock = aRushingClock(start_ms);
  const line = { ...aFakeBot('joined_recording'), ...changes };
  return { clock, line, bot: await followBot(line, clock, anAssignment()) };
};

describe('what is missing of a meeting', () => {
  it('is told in the order in which it was noticed, also where the first of it is not taken at once', async () => {
    const told: string[] = [];
    let tries = 0;
    const missing = async (kind: string) => {
      tries += 1;
      if (tries <= 3) throw new Error('the table is slow');
      told.push(kind);
    };
    const nothingMissing = async () => void told.push('nothing');
    const { bot: followed } = await following({ missing, nothingMissing });
    await using bot = followed;
    await Promise.all([
      bot.missing('no_captions', new Date(start_ms)),
      bot.nothingMissing(['no_captions'], new Date(start_ms + 1)),
    ]);
    expect(told).toEqual(['no_captions', 'nothing']);
  });

  it('is told whatever became of that before it', async () => {
    const { bot: followed, line } = await following({ missing: () => Promise.reject(new Error('never')) });
    await using bot = followed;
    const at = new Date(start_ms);
    const [first, second] = await Promise.allSettled([
      bot.missing('not_shown', at),
      bot.nothingMissing(['not_shown'], at),
    ]);
    expect([first.status, second.status]).toEqual(['rejected', 'fulfilled']);
    expect(line.warned).toEqual([`no not_shown any more since ${at.toISOString()}`]);
  });
});

describe('a bot that only goes on to its end', () => {
  it('is not told again and again what it does not do any more', async () => {
    const told: string[] = [];
    const line = aFakeBot('joined_recording');
    const { bot: followed } = await following({
      bot: async () => ({ ...(await line.bot()), goes_to_its_end: true }),
      trigger: async (trigger) => {
        told.push(trigger);
        return 'joined_recording_permission_denied';
      },
    });
    await using bot = followed;
    await bot.advance('breakout_joining');
    await bot.advance('permission_denied', 'host_denied_permission');
    expect(told).toEqual(['permission_denied']);
  });
});

describe('a bot that only goes on to its end, and is in a breakout room', () => {
  it.each([
    ['tells that it comes back', { is_in_breakout_room: true as const }, ['breakout_leaving']],
    ['does not where it was moved there without a word', {}, []],
  ])('%s', async (_, place, expected) => {
    const told: string[] = [];
    const line = aFakeBot('joined_recording');
    const { bot: followed } = await following({
      bot: async () => ({ ...(await line.bot()), goes_to_its_end: true, ...place }),
      trigger: async (trigger) => {
        told.push(trigger);
        return 'leaving_breakout_room';
      },
    });
    await using bot = followed;
    await bot.advance('breakout_leaving');
    expect(told).toEqual(expected);
  });
});

describe('what became of a command', () => {
  it('is told once more where it is not taken at once', async () => {
    let tries = 0;
    const settle = async () => {
      tries += 1;
      if (tries <= 3) throw new Error('the table is slow');
    };
    const { bot: followed } = await following({ settle });
    await using bot = followed;
    await bot.settle({ number: 1, chat: { to: 'everyone', message: 'Hello' } }, { state: 'done' });
    expect(tries).toBe(4);
  });
});

describe('a bot that is not heard of', () => {
  it('is asked of again where a question is lost on its way, and what comes of that late counts no more', async () => {
    const late = Promise.withResolvers<Awaited<ReturnType<BotLine['bot']>>>();
    const fake = aFakeBot('joined_recording');
    const before = await fake.bot();
    let questions = 0;
    const ask = (): ReturnType<BotLine['bot']> => {
      questions += 1;
      return questions === 2 ? late.promise : fake.bot();
    };
    const { bot: followed, clock } = await following({ bot: ask });
    await using bot = followed;
    await clock.pause(1_500);
    fake.move('leave');
    await clock.pause(10_000);
    expect(bot.state).toBe('leaving');
    late.resolve(before);
    await clock.pause(100);
    expect(bot.state).toBe('leaving');
  });

  it('is given up after ten minutes, but not because its machine stood still for longer', async () => {
    const passing = aRushingClock(start_ms);
    let stood_still_ms = 0;
    let isAnswering = true;
    const fake = aFakeBot('joined_recording');
    const line = { ...fake, bot: () => (isAnswering ? fake.bot() : Promise.reject(new Error('no table'))) };
    const clock = { ...passing, now_ms: () => passing.now_ms() + stood_still_ms };
    await using bot = await followBot(line, clock, anAssignment());
    await clock.pause(5_000);
    stood_still_ms = 3_600_000;
    expect(bot.isOver).toBe(false);
    await clock.pause(5_000);
    isAnswering = false;
    await clock.pause(9 * 60_000);
    expect(bot.isOver).toBe(false);
    await clock.pause(61_000);
    expect(bot.isOver).toBe(true);
  });
});
