/** Meetings that bots join with an account. */
import { describe, expect, it } from 'vitest';
import { SignInFailedError } from '../../../../lib/capture/meeting/errors.ts';
import { LastKept, lastKeptName } from '../../../../lib/domain/captured/diagnostics.ts';
import { anAssignment } from '../../../lab/builders/assignment.ts';
import { aFakeBot } from '../../../lab/doubles/fake-bot.ts';
import { aRushingClock } from '../../../lab/doubles/session-clock.ts';
import { runSession, start_ms, textOf } from '../../../lab/worlds/session-without-a-page.ts';

const aCookie = {
  name: 'SID',
  value: '1',
  domain: '.example.com',
  path: '/',
  expires: -1,
  httpOnly: true,
  secure: true,
};
const aWay = {
  start: 'https://www.example.com/sign-in',
  domain: 'bots.example.com',
  page: 'https://meetings.example.com/sso/prj_1/saml',
};

describe('a meeting that bots join with an account', () => {
  const theirs = { login: { cookies: [aCookie], origins: [] } };

  it('is opened as theirs', async () => {
    const { opened } = await runSession({ login: async () => theirs, shows: () => 'ended' });
    expect(opened).toMatchObject([theirs]);
  });

  it('is waited for while another bot has it, past the time of the meeting', async () => {
    const bot = aFakeBot('staged');
    const { opened, acts } = await runSession({
      bot,
      assignment: { join_at: new Date(start_ms + 60_000) },
      login: async (seconds) => (seconds < 90 ? { refused: 'accounts_in_use' } : theirs),
      shows: (_, hasAsked) => (hasAsked ? 'ended' : 'pre_join'),
    });
    expect(opened).toMatchObject([theirs]);
    expect(bot.triggers[0]).toBe('join_due');
    expect(acts).toContain('ask to be let in');
  });

  it.each([90, 30])('is waited for until two minutes past the time to which its bot is moved: %i s', async (moved) => {
    const clock = aRushingClock(start_ms);
    const seconds = () => (clock.now_ms() - start_ms) / 1000;
    const bot = aFakeBot('staged');
    const told: [string, number][] = [];
    const joinAt = (in_s: number) => new Date(start_ms + in_s * 1000);
    const line = {
      ...bot,
      async bot() {
        const join_at = joinAt(seconds() < 10 ? 60 : moved).toISOString();
        bot.order({ appointment: { join_at, meeting_url: anAssignment().meeting_url, platform: 'demo_room' } });
        return bot.bot();
      },
      async trigger(...trigger: Parameters<typeof bot.trigger>) {
        told.push([trigger[0], seconds()]);
        return bot.trigger(...trigger);
      },
    };
    const login = async () => ({ refused: 'accounts_in_use' }) as const;
    await runSession({ bot: line, clock, assignment: { join_at: joinAt(60) }, login });
    expect(told).toEqual([
      ['join_due', moved],
      ['could_not_join', moved + 125],
    ]);
  });

  it('is not joined by a bot that gets none: it says why, and does not come as a guest', async () => {
    const bot = aFakeBot('joining');
    const { opened, seconds, store } = await runSession({ bot, login: async () => ({ refused: 'accounts_in_use' }) });
    expect({ opened, triggers: bot.triggers }).toEqual({ opened: [], triggers: ['could_not_join (login_required)'] });
    expect(seconds).toBeGreaterThanOrEqual(120);
    expect(textOf(store, 'diagnostics/last.json')).toContain(
      'each account of this project for the platform is in another',
    );
  });

  it.each([
    ['accounts_in_use', { refused: 'accounts_in_use' }, 'add_account'],
    ['accounts_signed_out', { refused: 'accounts_signed_out' }, 'sign_in_again'],
    ['nobody to be asked', undefined, 'reach_accounts'],
  ] as const)('says what can be done about it: %s', async (_, answer, advice) => {
    const login = async () => answer ?? Promise.reject(new Error('the function does not answer'));
    const { bot, store } = await runSession({ login });
    expect(bot.triggers).toEqual(['could_not_join (login_required)']);
    expect(LastKept.parse(JSON.parse(textOf(store, lastKeptName)))).toMatchObject({ advice, page: null });
  });

  it('is opened with a new ticket where the first one led nowhere', async () => {
    const ticket = (time: number) => ({ ...aWay, ticket: String(time).repeat(43) });
    let asked = 0;
    const { opened } = await runSession({
      async login() {
        asked += 1;
        return { sign_on: ticket(asked) };
      },
      open(made, time) {
        if (time === 1) throw new SignInFailedError('accounts.example.com/wait', undefined);
        return made();
      },
      shows: () => 'ended',
    });
    expect(opened).toMatchObject([{ sign_on: ticket(1) }, { sign_on: ticket(2) }]);
  });

  it('is not joined as a guest where the account is not taken twice: what the browser saw is kept', async () => {
    const bot = aFakeBot('staged');
    const evidence = { facts: { address: 'accounts.example.com/confirm' }, files: [] };
    const { opened, store } = await runSession({
      bot,
      assignment: { join_at: new Date(start_ms + 60_000) },
      login: async () => ({ sign_on: { ...aWay, ticket: 't'.repeat(43) } }),
      open() {
        throw new SignInFailedError('accounts.example.com/confirm', evidence);
      },
    });
    expect([opened.length, bot.triggers]).toEqual([2, ['join_due', 'could_not_join (login_required)']]);
    const kept = LastKept.parse(JSON.parse(textOf(store, lastKeptName)));
    expect(kept).toMatchObject({ advice: 'check_sign_on', error: expect.stringContaining('accounts.example.com') });
    expect(textOf(store, `${kept.folder}/state.json`)).toContain('accounts.example.com/confirm');
  });

  it('is left alone by a bot that is told to leave meanwhile', async () => {
    const bot = aFakeBot('joining');
    const { opened } = await runSession({
      bot,
      login: async (seconds) => {
        if (seconds > 10) bot.move('leave');
        return { refused: 'accounts_signed_out' };
      },
    });
    expect({ opened, triggers: bot.triggers }).toEqual({ opened: [], triggers: ['left'] });
  });
});
