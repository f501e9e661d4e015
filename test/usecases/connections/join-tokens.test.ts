/** Promise 32 of checks.md: what bots join with. */
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, vi } from 'vitest';
import type { Bot } from '../../../lib/domain/bot/bot.ts';
import { type BotState, botStates } from '../../../lib/domain/bot/lifecycle.ts';
import type { JoinTokens } from '../../../lib/domain/connection/join-tokens.ts';
import { type AskClientOptions, askClient } from '../../../lib/net/client-json.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { captureTaskRepository } from '../../../lib/storage/bots/capture-tasks.ts';
import { projectRepository } from '../../../lib/storage/projects.ts';
import { formerSecretRepository } from '../../../lib/storage/webhooks/former-secrets.ts';
import { createJoinTokens } from '../../../lib/usecases/connections/join-tokens.ts';
import { clientTokensBounds } from '../../../lib/usecases/connections/tokens-of-client.ts';
import { createRotateProjectSecret } from '../../../lib/usecases/webhooks/project-secrets.ts';
import { confQuirks } from '../../facsimiles/conf/conf.ts';
import { aUser } from '../../facsimiles/conf/people.ts';
import { eachQuirk } from '../../facsimiles/quirks.ts';
import { aBot } from '../../lab/builders/records.ts';
import { thinBox } from '../../lab/doubles/thin-box.ts';
import { aWebhookReceiver, type WebhookReceiver } from '../../lab/hosts/webhook-receiver.ts';
import {
  aConnectionWorld,
  type ConnectionWorld,
  type ConnectionWorldOptions,
  maya,
  project_id,
} from '../../lab/worlds/connections/connection-world.ts';

const logged = vi.spyOn(process.stdout, 'write').mockReturnValue(true);

const jonas = aUser({ id: 'jonas', email: 'jonas@example.com' });
const hers = 'https://example.zoom.us/j/97763643886?pwd=p4ss';
const ref = { project_id, bot_id: aBot().id };
const order = { ...ref, attempt: 1 };
const onbehalfOf = (user: { id: string }) => ({
  conf_settings: { onbehalf_token: { conf_oauth_connection_user_id: user.id } },
});

/** A bot that is joining a meeting, with its first worker. */
const aWorld = async (bot: Partial<Bot> = {}, options: ConnectionWorldOptions & Partial<AskClientOptions> = {}) => {
  const { quirks, users = [maya, jonas], ...asking } = options;
  const world = await aConnectionWorld({ users, ...(quirks && { quirks }) });
  await botRepository(world.table).create(
    aBot({ project_id, meeting_url: hers, platform: 'zoom', metadata: { customer: 'acme' }, ...bot }),
  );
  const task = { attempt: 1, lost: 0, mode: 'capture', launched_at: world.clock.now().toISOString() } as const;
  await captureTaskRepository(world.table).claim(ref, task, undefined);
  const pauses: number[] = [];
  const { platform, clock, table } = world;
  const fetch = createJoinTokens({
    ...{ table, platform, clock },
    secretBox: thinBox,
    askClient: askClient({ ...clientTokensBounds, allow_loopback: true, ...asking }),
    pause: async (ms) => void pauses.push(ms),
  });
  return { ...world, pauses, fetch: (): Promise<JoinTokens> => fetch(order), source: { fetch } };
};

/** The host's meetings are known. */
const known = async (world: ConnectionWorld): Promise<void> => {
  await world.sweep();
  await world.settle();
};

describe('a bot that joins a meeting whose host is connected', () => {
  eachQuirk(confQuirks, (quirks) =>
    it('is given a token to record it, another one for each join', async () => {
      await using world = await aWorld({}, { quirks });
      await world.connect();
      await known(world);
      const first = await world.fetch();
      const second = await world.fetch();
      expect([Object.keys(first), Object.keys(second)]).toEqual([['app_privilege_token'], ['app_privilege_token']]);
      expect(second).not.toEqual(first);
    }),
  );

  it.each([
    ['somebody else hosts', 'https://example.zoom.us/j/12345678901'],
    ['it is not told by its number', 'https://example.zoom.us/my/maya'],
  ])('is given none when %s', async (_, meeting_url) => {
    await using world = await aWorld({ meeting_url });
    await world.connect();
    await known(world);
    expect(await world.fetch()).toEqual({});
  });

  it('is given none once the host is not connected any more, or was never connected for that', async () => {
    await using world = await aWorld();
    await world.connect({ is_local_recording_token_supported: false });
    await known(world);
    expect(await world.fetch()).toEqual({});
    await world.connect();
    await known(world);
    await world.conf.removeApp(maya, world.app);
    await world.settle();
    expect(await world.fetch()).toEqual({});
  });
});

describe('a bot that joins on behalf of somebody', () => {
  eachQuirk(confQuirks, (quirks) =>
    it('is given a token of theirs, another one for each join, and nothing else', async () => {
      await using world = await aWorld(onbehalfOf(jonas), { quirks });
      await world.connect({ is_local_recording_token_supported: false }, jonas);
      // The host's tokens are not for it.
      await world.connect();
      await known(world);
      const [first, second] = [await world.fetch(), await world.fetch()];
      expect(Object.keys(first)).toEqual(['onbehalf_token']);
      expect(second).not.toEqual(first);
      const asked = world.conf.asked.filter(({ path }) => path.endsWith('/token') && path.startsWith('/v2'));
      expect(asked.map(({ query }) => query.get('meeting_id'))).toEqual(['97763643886', '97763643886']);
    }),
  );

  it.each<[string, (world: ConnectionWorld) => Promise<unknown>]>([
    ['is not connected', async () => undefined],
    ['is not connected for that', (world) => world.connect({ is_onbehalf_token_supported: false }, jonas)],
  ])('is given nothing when that user %s', async (_, connect) => {
    await using world = await aWorld(onbehalfOf(jonas));
    await connect(world);
    expect(await world.fetch()).toEqual({});
  });

  it('is given a token by the app that the user has allowed last', async () => {
    await using world = await aWorld(onbehalfOf(maya));
    await world.connect();
    const second = await world.oauthApps.create(project_id, world.other.client_id, {
      client_secret: world.other.client_secret,
    });
    world.clock.advance(60);
    const code = world.conf.authorise(maya, { app: world.other });
    await world.connect({ authorization_code: code, conf_oauth_app_id: second.id });
    const asked = world.conf.asked.length;
    expect(Object.keys(await world.fetch())).toEqual(['onbehalf_token']);
    expect(world.conf.asked.length).toBe(asked + 1);
  });

  it('has an old token renewed first; and when the platform takes that no more, the connection is looked at', async () => {
    await using world = await aWorld(onbehalfOf(maya));
    const connection = await world.connect();
    await known(world);
    world.clock.advance(3_600);
    expect(Object.keys(await world.fetch())).toEqual(['onbehalf_token']);
    expect(world.conf.tokenRequests('refresh_token')).toBe(1);
    world.conf.end(maya);
    expect(await world.fetch()).toEqual({});
    await world.pass(3, 61);
    expect(await world.get(connection)).toMatchObject({ state: 'disconnected' });
  });

  it.each([
    ['a word that nobody knows', 'so_what', 'grant_refused'],
    ['its scopes', 'invalid_scope', 'missing_scope'],
  ])('has the connection looked at soon when its renewal is refused for %s', async (_, error, trouble) => {
    await using world = await aWorld(onbehalfOf(maya));
    const connection = await world.connect();
    await known(world);
    world.clock.advance(3_600);
    const refuse = () => world.conf.fail({ status: 400, body: { error, reason: 'x' } });
    const looked = world.outcomes.length;
    const join = async (): Promise<void> => {
      refuse();
      expect(await world.fetch()).toEqual({});
      refuse();
      await known(world);
    };
    await join();
    expect(world.outcomes.slice(looked)).toEqual([trouble]);
    const { not_before } = (await world.syncOf(connection)) ?? {};
    await join();
    expect(world.outcomes.slice(looked)).toEqual([trouble, 'not now']);
    expect(await world.syncOf(connection)).toMatchObject({ not_before });
  });

  it('is given nothing while the platform is at fault', async () => {
    await using world = await aWorld(onbehalfOf(maya));
    await world.connect();
    world.conf.fail({ status: 503 });
    expect(await world.fetch()).toEqual({});
    expect(Object.keys(await world.fetch())).toEqual(['onbehalf_token']);
  });
});

describe('who is given tokens', () => {
  const needed: readonly BotState[] = ['joining', 'waiting_room', 'joined_recording', 'joined_not_recording'];
  const never: readonly BotState[] = ['scheduled', 'staged', 'leaving', 'post_processing', 'ended', 'fatal_error'];

  it.each(botStates.filter((state) => needed.includes(state)))('is a bot that is %s', async (state) => {
    await using world = await aWorld({ ...onbehalfOf(maya), state });
    await world.connect();
    expect(Object.keys(await world.fetch())).toEqual(['onbehalf_token']);
  });

  it.each(never)('is no bot that is %s', async (state) => {
    await using world = await aWorld({ ...onbehalfOf(maya), state });
    await world.connect();
    expect(await world.fetch()).toEqual({});
  });

  it('is no other worker than that of a bot that there is', async () => {
    await using world = await aWorld(onbehalfOf(maya));
    await world.connect();
    const asked = world.conf.asked.length;
    for (const other of [{ attempt: 2 }, { bot_id: 'bot_x' }, { project_id: 'prj_2' }]) {
      expect(await world.source.fetch({ ...order, ...other })).toEqual({});
    }
    expect(world.conf.asked.length).toBe(asked);
  });

  it('is a worker that is to relieve the one in the meeting, while it is expected', async () => {
    await using world = await aWorld({ ...onbehalfOf(maya), state: 'joined_recording' });
    await world.connect();
    const given = async () => Object.keys(await world.source.fetch({ ...order, attempt: 2 }));
    const tasks = captureTaskRepository(world.table);
    const at = world.clock.now().toISOString();
    await tasks.note(ref, 1, { successor_asked_at: at });
    expect(await given()).toEqual(['onbehalf_token']);
    await tasks.note(ref, 1, { successor_stopped_at: at });
    expect(await given()).toEqual([]);
  });

  it.each(['google_meet', 'teams', 'jitsi'] as const)('is no bot in a meeting of %s', async (platform) => {
    await using world = await aWorld({ ...onbehalfOf(maya), platform });
    await world.connect();
    expect(await world.fetch()).toEqual({});
  });
});

describe('a client that hands out tokens itself', () => {
  const tokens = { zak_token: 'zak', onbehalf_token: 'onbehalf' };
  const answering = (answer: unknown = tokens): Promise<WebhookReceiver> =>
    aWebhookReceiver((response) => response.setHeader('content-type', 'application/json').end(JSON.stringify(answer)));
  const by = (receiver: WebhookReceiver) => ({ callback_settings: { conf_tokens_url: `${receiver.url}/tokens` } });

  it('is asked for each join, before anybody else, as it is sent webhooks', async () => {
    await using client = await answering({ ...tokens, more: 'is not looked at' });
    await using world = await aWorld({ ...by(client), ...onbehalfOf(maya) });
    await world.connect();
    expect([await world.fetch(), await world.fetch()]).toEqual([tokens, tokens]);
    const [first, second] = client.received;
    // The library goes by its own clock.
    vi.useFakeTimers({ now: world.clock.now(), toFake: ['Date'] });
    const told = new Webhook('whsec_MTIz').verify(first?.body ?? '', first?.headers ?? {});
    vi.useRealTimers();
    expect(told).toEqual({
      bot_id: ref.bot_id,
      bot_metadata: { customer: 'acme' },
      callback_type: 'conf_tokens',
      meeting_url: hers,
    });
    expect(second?.headers['webhook-id']).not.toBe(first?.headers['webhook-id']);
    expect(world.conf.asked.some(({ path }) => path.endsWith('/users/me/token'))).toBe(false);
  });

  it('is asked with two signatures while its project changes over to another secret', async () => {
    await using client = await answering();
    await using world = await aWorld(by(client));
    const [projects, formerSecrets] = [projectRepository(world.table), formerSecretRepository(world.table)];
    const { webhook_secret } = await createRotateProjectSecret({
      ...{ projects, formerSecrets, secretBox: thinBox, clock: world.clock },
    })(project_id);
    await world.fetch();
    const [asked] = client.received;
    vi.useFakeTimers({ now: world.clock.now(), toFake: ['Date'] });
    for (const secret of [webhook_secret, 'whsec_MTIz'])
      expect(new Webhook(secret).verify(asked?.body ?? '', asked?.headers ?? {})).toHaveProperty('callback_type');
    vi.useRealTimers();
  });

  it('is asked in plain names where its project speaks in those', async () => {
    await using client = await answering();
    await using world = await aWorld(by(client));
    await projectRepository(world.table).setNames(project_id, 'plain');
    await world.fetch();
    expect(JSON.parse(client.received[0]?.body ?? '')).toMatchObject({ callback_type: 'zoom_tokens' });
    expect(client.received[0]?.headers).toHaveProperty('x-webhook-signature');
  });

  it('may say that it does not have a token', async () => {
    await using client = await answering({ zak_token: 'zak', join_token: null, onbehalf_token: '' });
    await using world = await aWorld(by(client));
    expect(await world.fetch()).toEqual({ zak_token: 'zak' });
  });

  it('is asked once more when it is at fault, or cannot be reached', async () => {
    await using client = await aWebhookReceiver((response, _, count) =>
      count === 1 ? response.writeHead(503).end() : response.end(JSON.stringify(tokens)),
    );
    await using world = await aWorld(by(client));
    expect(await world.fetch()).toEqual(tokens);
    expect(world.pauses).toEqual([2_000]);
    const { url } = client;
    await client[Symbol.asyncDispose]();
    await using gone = await aWorld({ callback_settings: { conf_tokens_url: url } });
    expect(await gone.fetch()).toEqual({});
    expect(gone.pauses).toEqual([2_000]);
  });

  const useless: [string, (response: Parameters<Parameters<typeof aWebhookReceiver>[0] & object>[0]) => void][] = [
    ['no', (response) => response.writeHead(404).end('{}')],
    ['where else to ask', (response) => response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end()],
    ['no JSON', (response) => response.end('zak')],
    ['something else than tokens', (response) => response.end('{"zak_token":7}')],
    ['a token that is longer than any', (response) => response.end(JSON.stringify({ zak_token: 'x'.repeat(8193) }))],
    ['more than anybody needs', (response) => response.end(JSON.stringify({ zak_token: 'x', a: 'x'.repeat(70_000) }))],
  ];
  it.each(useless)(
    'that answers %s is asked once, and the bot joins without; nobody else is asked',
    async (_, answer) => {
      await using client = await aWebhookReceiver(answer);
      await using world = await aWorld({ ...by(client), ...onbehalfOf(maya) });
      await world.connect();
      expect(await world.fetch()).toEqual({});
      expect([client.received.length, world.pauses]).toEqual([1, []]);
    },
  );

  it('has half a minute', async () => {
    let late: AbortController | undefined;
    const limits: number[] = [];
    await using client = await aWebhookReceiver(() => late?.abort());
    await using world = await aWorld(by(client), {
      deadline(ms) {
        limits.push(ms);
        late = new AbortController();
        return late.signal;
      },
    });
    expect(await world.fetch()).toEqual({});
    expect([limits, world.pauses]).toEqual([[30_000], []]);
    const reasons = logged.mock.calls.map(([line]) => String(line));
    expect(reasons.some((line) => line.includes('does not answer within 30 s'))).toBe(true);
  });

  it('is not to be found in networks that are not public', async () => {
    await using world = await aWorld({ callback_settings: { conf_tokens_url: 'https://10.0.0.1/' } });
    expect(await world.fetch()).toEqual({});
  });
});

describe('tokens', () => {
  it('are named in the log, and nowhere told or stored', async () => {
    logged.mockClear();
    await using client = await aWebhookReceiver((response) =>
      response.end(JSON.stringify({ zak_token: 'c4nary-zak', join_token: 'c4nary-join' })),
    );
    await using world = await aWorld({ callback_settings: { conf_tokens_url: `${client.url}/?key=c4nary-key` } });
    await world.connect();
    expect(await world.fetch()).toMatchObject({ zak_token: 'c4nary-zak' });
    await using other = await aWorld(onbehalfOf(maya));
    await other.connect();
    const { onbehalf_token = 'none' } = await other.fetch();
    const lines = logged.mock.calls.map(([line]) => String(line)).join('');
    expect(lines).toContain('zak_token join_token');
    for (const secret of ['c4nary', onbehalf_token]) expect(lines).not.toContain(secret);
    const stored = JSON.stringify(
      [...world.table.items(), ...other.table.items()].filter(({ kind }) => kind !== 'bot'),
    );
    for (const secret of ['c4nary', onbehalf_token]) expect(stored).not.toContain(secret);
  });
});
