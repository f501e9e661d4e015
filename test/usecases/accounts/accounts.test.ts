/** Promise 35 of platform-checks.md: accounts of the operator, each for one bot at a time, and sealed where they lie. */
import { describe, expect, it } from 'vitest';
import { runAdmin } from '../../../lib/admin/run.ts';
import { loginOf } from '../../../lib/capture-home/login-of.ts';
import { applyTrigger, type Bot } from '../../../lib/domain/bot/bot.ts';
import { systemClock } from '../../../lib/ports/clock.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { captureTaskRepository } from '../../../lib/storage/bots/capture-tasks.ts';
import { accountRepository } from '../../../lib/storage/secrets/accounts.ts';
import { openTranscribers } from '../../../lib/transcription/open-transcribers.ts';
import { createLogins } from '../../../lib/usecases/accounts/logins.ts';
import { aBot } from '../../lab/builders/records.ts';
import { theMeans } from '../../lab/builders/transcription.ts';
import { memoryQueue } from '../../lab/doubles/memory-queue.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';
import { thinBox } from '../../lab/doubles/thin-box.ts';

const loginWith = (value: string) => ({
  cookies: [
    { name: 'SID', value, domain: '.google.com', path: '/', expires: 1_900_000_000, secure: true, httpOnly: true },
  ],
  origins: [],
});

const aWorld = async () => {
  const table = memoryTable();
  const sealed: string[] = [];
  const secretBox = {
    ...thinBox,
    async seal(project: string, plain: string) {
      sealed.push(plain);
      return thinBox.seal(project, plain);
    },
  };
  const queue = memoryQueue();
  const home = { table, secretBox, lanes: { prompt: queue, slow: queue }, allow_loopback: false };
  const admin = async (entered: string, ...args: string[]): Promise<string> =>
    runAdmin(
      args,
      async () => ({ ...home, transcriberOf: openTranscribers(theMeans()), warnTask: async () => false }),
      async () => entered,
    ).catch((error: Error) => `refused: ${error.message}`);
  const { project_id } = JSON.parse(await admin('', 'projects', 'create', 'Team A', '--json')) as {
    project_id: string;
  };
  const bots = botRepository(table);
  const tasks = captureTaskRepository(table);
  const login = createLogins({ table, secretBox, clock: systemClock });
  let made = 0;
  return {
    ...{ table, admin, bots, sealed, project_id },
    /** A bot on its way to a meeting, with its first worker. */
    async joining(bot: Partial<Bot> = {}) {
      made += 1;
      const id = `bot_${made}`;
      const ref = { project_id, bot_id: id };
      await bots.create(aBot({ id, project_id, platform: 'google_meet', state: 'joining', ...bot }));
      const task = { lost: 0, mode: 'capture', launched_at: '2026-03-02T09:00:00.000Z' } as const;
      await tasks.claim(ref, { attempt: 1, ...task }, undefined);
      return {
        ask: (attempt = 1) => login({ ...ref, attempt }),
        /** What becomes known of its worker. */
        note: (facts: Parameters<typeof tasks.note>[2]) => tasks.note(ref, 1, facts),
        /** Its worker is lost, and another takes its place. */
        replace: async () => tasks.claim(ref, { attempt: 2, ...task }, await tasks.get(ref)),
        async end(sub_type: 'login_required' | 'meeting_not_found') {
          const bot = await bots.get(ref);
          if (bot) await bots.save(applyTrigger(bot, 'could_not_join', sub_type, new Date(Date.now() + 1_000)), bot);
        },
      };
    },
    enter: (name: string, value = `cookie of ${name}`) =>
      admin(JSON.stringify(loginWith(value)), 'accounts', 'set', 'google_meet', name),
    states: async () =>
      (JSON.parse(await admin('', 'accounts', 'list', '--json')) as { name: string; state: string }[]).map(
        ({ name, state }) => `${name}: ${state}`,
      ),
  };
};

describe('an account of the operator', () => {
  it('is had by one bot at a time, by whichever worker it has, and is free once that is over', async () => {
    const world = await aWorld();
    await world.enter('ann@example.com');
    const [first, second] = [await world.joining(), await world.joining()];
    const answer = {
      login: expect.objectContaining({ cookies: [expect.objectContaining({ value: 'cookie of ann@example.com' })] }),
    };
    expect(await first.ask()).toEqual(answer);
    expect(await second.ask()).toEqual({ refused: 'accounts_in_use' });
    expect(await world.states()).toEqual(['ann@example.com: in_use']);
    await first.replace();
    expect(await first.ask(1)).toEqual({});
    expect(await first.ask(2)).toEqual(answer);
    await first.end('meeting_not_found');
    expect(await second.ask()).toEqual(answer);
  });

  it('is had by the worker that is to relieve the one in the meeting as well, while it is expected', async () => {
    const world = await aWorld();
    await world.enter('ann@example.com');
    const bot = await world.joining();
    const answer = await bot.ask();
    expect(await bot.ask(2)).toEqual({});
    await bot.note({ successor_asked_at: '2026-03-02T10:00:00.000Z' });
    expect([await bot.ask(1), await bot.ask(2), await bot.ask(3)]).toEqual([answer, answer, {}]);
    await bot.note({ successor_stopped_at: '2026-03-02T10:00:30.000Z' });
    expect([await bot.ask(1), await bot.ask(2)]).toEqual([answer, {}]);
  });

  it('is taken by one of many that ask at once', async () => {
    const world = await aWorld();
    await world.enter('ann@example.com');
    await world.enter('ben@example.com');
    const bots = await Promise.all(Array.from({ length: 8 }, () => world.joining()));
    const answers = await Promise.all(bots.map(({ ask }) => ask()));
    const values = answers.flatMap((one) => ('login' in one ? one.login.cookies.map(({ value }) => value) : []));
    expect(values.toSorted()).toEqual(['cookie of ann@example.com', 'cookie of ben@example.com']);
  });

  it('that the platform does not take any more is left alone until a person signs it in again', async () => {
    const world = await aWorld();
    await world.enter('ann@example.com');
    const first = await world.joining();
    await first.ask();
    await first.end('login_required');
    expect(await world.states()).toEqual(['ann@example.com: signed_out']);
    const second = await world.joining();
    expect(await second.ask()).toEqual({ refused: 'accounts_signed_out' });
    // Later than the bot was told so.
    await accountRepository(world.table).put(world.project_id, {
      ...{ platform: 'google_meet', name: 'ann@example.com' },
      sealed: await thinBox.seal(world.project_id, JSON.stringify(loginWith('anew'))),
      signed_in_at: new Date(Date.now() + 5_000).toISOString(),
    });
    expect(await second.ask()).toMatchObject({ login: { cookies: [{ value: 'anew' }] } });
  });

  it('is of no use to guests: where there is none, on other platforms, and to a bot that is not on its way', async () => {
    const world = await aWorld();
    const guest = await world.joining();
    expect(await guest.ask()).toEqual({});
    await world.enter('ann@example.com');
    for (const bot of [{ platform: 'teams' }, { state: 'ended' }, { state: 'scheduled' }] as const)
      expect(await (await world.joining(bot)).ask()).toEqual({});
    expect(await world.states()).toEqual(['ann@example.com: free']);
  });

  it('is sealed, listed without its login, and forgotten', async () => {
    const world = await aWorld();
    expect(await world.enter('ann@example.com', 'c00kie')).not.toContain('c00kie');
    expect(world.sealed.at(-1)).toContain('c00kie');
    const kept = world.table.items();
    expect(kept.filter(({ sealed }) => sealed !== undefined)).toHaveLength(1);
    // The box alone says what of it can be read: nothing lies beside what it has sealed.
    expect(JSON.stringify(kept)).not.toContain('c00kie');
    expect(await thinBox.open(world.project_id, String(kept.find(({ sealed }) => sealed)?.sealed))).toContain('c00kie');
    expect(await world.admin('', 'accounts', 'list')).not.toMatch(/c00kie|sealed/);
    expect(await world.admin('', 'accounts', 'remove', 'google_meet', 'ann@example.com')).toContain('is forgotten');
    expect(await world.states()).toEqual([]);
  });

  it.each([
    ['no JSON', 'SID=1', /is not JSON/],
    ['nobody who is signed in', '{"cookies":[]}', /nobody was signed in/],
    ['a cookie of nowhere', '{"cookies":[{"name":"a","value":"b"}]}', /login\.cookies\.0\.domain/],
    [
      'too much',
      JSON.stringify({
        ...loginWith('x'),
        origins: [{ origin: 'https://a.example', localStorage: [{ name: 'a', value: 'x'.repeat(200_000) }] }],
      }),
      /longer than 200000 bytes/,
    ],
  ])('is refused with %s, and it is said why', async (_, entered, reason) => {
    const world = await aWorld();
    expect(await world.admin(entered, 'accounts', 'set', 'google_meet', 'ann@example.com')).toMatch(reason);
  });

  it('is refused where accounts are of no use', async () => {
    const world = await aWorld();
    expect(await world.admin('{}', 'accounts', 'set', 'zoom', 'ann')).toMatch(/at google_meet only/);
  });
});

describe('a worker', () => {
  const order = { project_id: 'prj_1', bot_id: 'bot_1', attempt: 1 };
  const appointed = { meeting_url: 'https://example.com', join_at: new Date(0) };
  const unreachable = () => ({ login: () => Promise.reject(new Error('the function does not answer')) });

  it('asks for no account where its project has none, and so joins as a guest whatever answers', async () => {
    const login = loginOf(
      { accounts: accountRepository(memoryTable()), credentials: unreachable, platforms_off: [] },
      order,
    );
    expect(await login({ ...appointed, platform: 'google_meet' })).toEqual({});
    expect(await login({ ...appointed, platform: 'zoom' })).toEqual({});
  });

  it('does not join as a guest because nobody answers where its project has accounts', async () => {
    const world = await aWorld();
    await world.enter('ann@example.com');
    const { project_id } = world;
    const ports = { accounts: accountRepository(world.table), credentials: unreachable, platforms_off: [] };
    const asked = loginOf(ports, { ...order, project_id })({ ...appointed, platform: 'google_meet' });
    await expect(asked).rejects.toThrow('the function does not answer');
  });

  it('asks for no account where the platform was switched off meanwhile, and so is told that at once', async () => {
    const world = await aWorld();
    await world.enter('ann@example.com');
    const { project_id } = world;
    const off = { platforms_off: ['google_meet'] as const };
    const ports = { accounts: accountRepository(world.table), credentials: unreachable, ...off };
    expect(await loginOf(ports, { ...order, project_id })({ ...appointed, platform: 'google_meet' })).toEqual({});
  });
});
