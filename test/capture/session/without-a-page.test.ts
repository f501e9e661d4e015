/** Whole sessions in meetings that no page shows, in a time that passes as fast as it is computed. */
import { describe, expect, it } from 'vitest';
import {
  ElementMissingError,
  MeetingLostError,
  PlatformNotSupportedError,
  SignInFailedError,
} from '../../../lib/capture/meeting/errors.ts';
import { finalPhases } from '../../../lib/capture/meeting/final-phases.ts';
import type { Meeting, MeetingRequest } from '../../../lib/capture/meeting/meeting.ts';
import type { MeetingRecorder, Sink } from '../../../lib/capture/meeting/source.ts';
import { type MeetingPhase, meetingPhases } from '../../../lib/capture/meeting/view.ts';
import type { SessionClock, SessionPorts } from '../../../lib/capture/session/ports.ts';
import { runCaptureSession } from '../../../lib/capture/session/session.ts';
import type { Appointment } from '../../../lib/domain/bot/orders.ts';
import { LastKept, lastKeptName } from '../../../lib/domain/captured/diagnostics.ts';
import type { LoginAnswer } from '../../../lib/domain/meeting/login.ts';
import { anAssignment } from '../../lab/builders/assignment.ts';
import { aParticipant, aTrack, aView } from '../../lab/builders/meeting-views.ts';
import { aFakeBot, type FakeBot } from '../../lab/doubles/fake-bot.ts';
import { aMemoryStore } from '../../lab/doubles/memory-segments.ts';
import { aScriptedMeeting, type MeetingScript, type ScriptedMeeting } from '../../lab/doubles/scripted-meeting.ts';
import { aRushingClock } from '../../lab/doubles/session-clock.ts';

const start_ms = Date.parse('2026-03-02T09:00:00.000Z');
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
const ada = aParticipant('Ada', { user_uuid: 'user-ada', is_host: true });

/** A source of a meeting's own: it gives one segment as soon as it is started, and one when it is stopped. */
const ownRecorder: MeetingRecorder = {
  arm: async () => undefined,
  source: (_, take) => {
    let sink: Sink | undefined;
    return {
      async start(into) {
        sink = into;
        sink.begin({ start_timestamp_ms: start_ms }, Buffer.from('init'));
        sink.write({ index: 0, media: Buffer.from(`${take} begins`) });
      },
      async stop() {
        sink?.write({ index: 1, media: Buffer.from(`${take} ends`) });
        return undefined;
      },
      look: () => undefined,
    };
  },
};

interface Course {
  readonly clock?: SessionClock;
  readonly bot?: FakeBot;
  /** What the meeting shows so many seconds after the start. */
  readonly shows?: (seconds: number, hasAsked: boolean) => MeetingPhase;
  readonly onAct?: MeetingScript['onAct'];
  readonly assignment?: Parameters<typeof anAssignment>[0];
  readonly login?: (seconds: number) => Promise<LoginAnswer>;
  readonly tokens?: SessionPorts['tokens'];
  /** Opens the meeting for the first time, the second time …; by default always the same kind. */
  readonly open?: (made: () => ScriptedMeeting, time: number) => Meeting;
}

const run = async ({
  bot = aFakeBot('joining'),
  clock = aRushingClock(start_ms),
  shows,
  onAct,
  assignment,
  login,
  tokens,
  open = (made) => made(),
}: Course) => {
  const store = aMemoryStore();
  const logged: { message: string; fields: unknown }[] = [];
  const acts: string[] = [];
  const opened: MeetingRequest[] = [];
  const arrivals: number[] = [];
  const seconds = () => (clock.now_ms() - start_ms) / 1000;
  const made = () =>
    aScriptedMeeting({
      shows: (hasAsked) =>
        aView({ phase: shows?.(seconds(), hasAsked) ?? (hasAsked ? 'in_meeting' : 'pre_join') }, [ada]),
      async onAct(act) {
        acts.push(act);
        await onAct?.(act);
      },
      recorder: ownRecorder,
    });
  const end = await runCaptureSession(
    {
      line: bot,
      meetings: {
        async open(request) {
          opened.push(request);
          return open(made, opened.length);
        },
      },
      segments: store,
      ...(tokens && { tokens }),
      ...(login && { login: () => login(seconds()) }),
      onArrival: () => void arrivals.push(seconds()),
      clock,
      log: (message, fields = {}) => void logged.push({ message, fields }),
    },
    anAssignment({ join_at: new Date(start_ms), ...assignment }),
    new AbortController().signal,
  );
  return { end, acts, arrivals, bot, logged, opened, store, times: opened.length, seconds: seconds() };
};

const textOf = (store: ReturnType<typeof aMemoryStore>, name: string) =>
  Buffer.from(store.objects.get(name) ?? '').toString();

const once = (act: () => void) => {
  let isDone = false;
  return (): void => {
    if (!isDone) act();
    isDone = true;
  };
};

describe('a session in a meeting without a page', () => {
  it('joins, records what the meeting gives it, tells who is there by their lasting ids, and leaves when asked', async () => {
    const bot = aFakeBot('staged');
    const leave = once(() => bot.move('leave'));
    const { end, acts, arrivals, store } = await run({
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
    const { end, acts, arrivals } = await run({
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
      const { end } = await run({
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
    const { times, seconds } = await run({ bot, assignment: { join_at: new Date(start_ms + 900_000) } });
    expect([times, bot.triggers]).toEqual([0, ['left']]);
    expect(seconds).toBeLessThan(120);
  });

  it('waits for its appointment without a meeting where none can be had, and says so then', async () => {
    const bot = aFakeBot('staged');
    const { end, seconds } = await run({
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
    const { acts, seconds } = await run({
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
    await run({
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
      const { end } = await run({
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
      const { end, seconds, times } = await run({
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

  describe('that bots join with an account', () => {
    const theirs = { login: { cookies: [aCookie], origins: [] } };

    it('is opened as theirs', async () => {
      const { opened } = await run({ login: async () => theirs, shows: () => 'ended' });
      expect(opened).toMatchObject([theirs]);
    });

    it('is waited for while another bot has it, past the time of the meeting', async () => {
      const bot = aFakeBot('staged');
      const { opened, acts } = await run({
        bot,
        assignment: { join_at: new Date(start_ms + 60_000) },
        login: async (seconds) => (seconds < 90 ? { refused: 'accounts_in_use' } : theirs),
        shows: (_, hasAsked) => (hasAsked ? 'ended' : 'pre_join'),
      });
      expect(opened).toMatchObject([theirs]);
      expect(bot.triggers[0]).toBe('join_due');
      expect(acts).toContain('ask to be let in');
    });

    it('is not joined by a bot that gets none: it says why, and does not come as a guest', async () => {
      const bot = aFakeBot('joining');
      const { opened, seconds, store } = await run({ bot, login: async () => ({ refused: 'accounts_in_use' }) });
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
      const { bot, store } = await run({ login });
      expect(bot.triggers).toEqual(['could_not_join (login_required)']);
      expect(LastKept.parse(JSON.parse(textOf(store, lastKeptName)))).toMatchObject({ advice, page: null });
    });

    it('is opened with a new ticket where the first one led nowhere', async () => {
      const ticket = (time: number) => ({ ...aWay, ticket: String(time).repeat(43) });
      let asked = 0;
      const { opened } = await run({
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
      const { opened, store } = await run({
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
      const { opened } = await run({
        bot,
        login: async (seconds) => {
          if (seconds > 10) bot.move('leave');
          return { refused: 'accounts_signed_out' };
        },
      });
      expect({ opened, triggers: bot.triggers }).toEqual({ opened: [], triggers: ['left'] });
    });
  });

  describe('whose bot is moved while it waits', () => {
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
    const visit = async (bot: FakeBot, appoint: (seconds: number) => Appointment | undefined) => {
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
      const course = await run({
        bot: line,
        clock,
        assignment: { join_at: new Date(start_ms + 60_000) },
        shows: stayFor10Seconds(bot),
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

  describe('that loses its connection for a while', () => {
    /** For half a minute, from its 30th second on. */
    const isLostAt = (seconds: number): boolean => seconds >= 30 && seconds < 60;
    const stay = (comes: (seconds: number) => boolean) => {
      const bot = aFakeBot('joining');
      const clock = aRushingClock(start_ms);
      const leave = once(() => bot.move('leave'));
      let came_ms = start_ms;
      return run({
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

  it('is left and joined anew when its sound arrives and is not heard, and is not taken for silent meanwhile', async () => {
    const bot = aFakeBot('joining');
    const clock = aRushingClock(start_ms);
    const [deaf_ms, well_ms] = [start_ms + 20_000, start_ms + 200_000];
    const { acts, logged, seconds, store, times } = await run({
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

  it('opens one that is lost anew, and goes on in another take', async () => {
    const bot = aFakeBot('joining');
    const leave = once(() => bot.move('leave'));
    const { store, times } = await run({
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
    'opens one anew that is lost in the middle of a step (%s), and says what the step came to',
    async (step) => {
      const bot = aFakeBot('joining');
      const leave = once(() => bot.move('leave'));
      const { logged, times } = await run({
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

  it('gives up one that is lost again and again', async () => {
    const { bot, times } = await run({
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

describe('a step that cannot be done', () => {
  it('is told with what was missing for it, in the log and in what is kept of the meeting', async () => {
    const missing = new ElementMissingError('join', 'button#join');
    const { bot, logged, store } = await run({
      onAct(act) {
        if (act === 'ask to be let in') throw missing;
      },
    });
    expect(bot.triggers).toEqual(['failed (ui_element_not_found)']);
    expect(logged).toContainEqual({ message: 'the session failed', fields: { error: missing } });
    expect(String(missing)).toBe('ElementMissingError: cannot join: button#join was not found in time');
    expect([...store.objects.keys()]).toEqual([
      'diagnostics/001-ui_element_not_found/state.json',
      'diagnostics/last.json',
      'diagnostics/001-ui_element_not_found/script.txt',
    ]);
    expect(JSON.parse(textOf(store, 'diagnostics/001-ui_element_not_found/state.json'))).toMatchObject({
      reason: 'ui_element_not_found',
      error: String(missing),
      step: 'join',
      element: 'button#join',
    });
  });

  it('is tried again, with the meeting loaded anew, in case it was only slow', async () => {
    const bot = aFakeBot('joining');
    const leave = once(() => bot.move('leave'));
    const ask = 'ask to be let in';
    let prepared = 0;
    let asked = 0;
    const { acts, logged } = await run({
      bot,
      shows(seconds, hasAsked) {
        if (seconds > 30) leave();
        return hasAsked && asked === 3 ? 'in_meeting' : 'pre_join';
      },
      onAct(act) {
        if (act.startsWith('prepare')) prepared += 1;
        if (act === ask) asked += 1;
        if (act.startsWith('prepare') && prepared === 1) throw new ElementMissingError('prepare to join', '#name');
        if (act === ask && asked < 3) throw new ElementMissingError('join', 'button#join');
      },
    });
    expect(bot.triggers).toEqual(['admitted', 'left']);
    const again = ['load', 'prepare as Notes for Ada'];
    expect(acts.slice(0, 11)).toEqual([...again, ...again, ask, ...again, ask, ...again, ask]);
    const tries = logged.filter(({ message }) => message === 'the meeting lacks something, and is tried again');
    expect(tries).toHaveLength(3);
  });

  it('for want of something that is no part of the meeting is told as an error of ours, whatever its name', async () => {
    const { bot, store } = await run({
      onAct(act) {
        if (act === 'ask to be let in') throw new DOMException('The operation timed out', 'TimeoutError');
      },
    });
    expect(bot.triggers).toEqual(['failed (internal_error)']);
    expect([...store.objects.keys()]).toEqual([]);
  });
});
