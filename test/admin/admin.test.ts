import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openDatabase } from '../../lib/adapters/local/database.ts';
import { runAdmin } from '../../lib/admin/run.ts';
import type { Home } from '../../lib/admin/services.ts';
import { auditRepository } from '../../lib/storage/audit.ts';
import { botRepository } from '../../lib/storage/bots/bots.ts';
import { apiKeyRepository } from '../../lib/storage/projects.ts';
import { webhookDeliveryRepository } from '../../lib/storage/webhooks/webhook-deliveries.ts';
import { webhookSubscriptionRepository } from '../../lib/storage/webhooks/webhook-subscriptions.ts';
import { openTranscribers } from '../../lib/transcription/open-transcribers.ts';
import { createAuthenticate } from '../../lib/usecases/access/authenticate.ts';
import { aBot, aBotEvent } from '../lab/builders/records.ts';
import { theMeans } from '../lab/builders/transcription.ts';
import { aDelivery, aWebhookMessage } from '../lab/builders/webhook-message.ts';
import { memoryQueue } from '../lab/doubles/memory-queue.ts';
import { memoryTable } from '../lab/doubles/memory-table.ts';
import { aDataFolder } from '../lab/hosts/data-folder.ts';

const setUp = (means = theMeans(), table = memoryTable()) => {
  const queue = memoryQueue();
  const home: Home = {
    table,
    secretBox: { seal: async (_, secret) => secret, open: async (_, sealed) => sealed },
    lanes: { prompt: queue, slow: queue },
    transcriberOf: openTranscribers(means),
    allow_loopback: false,
    warnTask: async () => false,
  };
  const entered: string[] = [];
  const told: string[] = [];
  const admin = (...args: string[]) =>
    runAdmin(
      args,
      async () => home,
      async () => entered.shift() ?? '',
      (line) => void told.push(line),
    );
  const json = async (...args: string[]) => JSON.parse(await admin(...args, '--json'));
  return { table, queue, admin, json, entered, told };
};

describe('projects and keys', () => {
  it('can be made, listed and revoked; a key opens from being made to being revoked', async () => {
    const { table, json, admin } = setUp();
    const { project_id, api_key: first } = await json('projects', 'create', 'Team A');
    expect(await json('projects', 'list')).toMatchObject([{ id: project_id, name: 'Team A' }]);
    expect(await json('projects', 'show', project_id)).toMatchObject({ name: 'Team A' });
    const made = await json('keys', 'create', 'ci');
    const authenticate = createAuthenticate({ apiKeys: apiKeyRepository(table) });
    const [one, other] = await Promise.all([first, made.api_key].map((key) => authenticate(`Token ${key}`)));
    expect(one).toEqual({ ...other, made_by: one?.made_by });
    expect(other?.made_by).toEqual({ kind: 'api_key', name: 'ci' });
    expect(await admin('keys', 'revoke', made.id)).toBe(`${made.id} is revoked`);
    await expect(authenticate(`Token ${made.api_key}`)).rejects.toThrow();
    await authenticate(`Token ${first}`);
    const listed = await admin('keys', 'list');
    expect(listed.split('\n')[0]?.split(/ +/)).toEqual(['id', 'name', 'created_at', 'revoked_at']);
    expect(listed).not.toContain(made.api_key);
  });

  it('are answered in the names that were asked for, all keys of a project in the same', async () => {
    const { table, json, admin } = setUp();
    const authenticate = createAuthenticate({ apiKeys: apiKeyRepository(table) });
    const { project_id, api_key, webhook_secret } = await json('projects', 'create', 'Team A', '--names', 'plain');
    expect(webhook_secret).toMatch(/^[\w+/]{43}=$/);
    const { api_key: second } = await json('keys', 'create', 'ci');
    const hook = ['--url', 'https://hooks.example.com/a', '--trigger', 'zoom_oauth_connection.state_change'];
    const made = await json('webhooks', 'create', ...hook);
    expect(made).toMatchObject({
      webhook_secret: expect.stringMatching(/^[\w+/]{43}=$/),
      triggers: ['conf_oauth_connection.state_change'],
    });
    for (const names of ['plain', 'neutral']) {
      for (const key of [api_key, second]) expect(await authenticate(`Token ${key}`)).toMatchObject({ names });
      expect(await json('projects', 'show', project_id)).toMatchObject({ names });
      await admin('projects', 'update', project_id, '--names', 'neutral');
    }
    expect(await json('webhooks', 'rotate-secret', made.id)).toMatchObject({
      webhook_secret: expect.stringMatching(/^whsec_/),
    });
  });

  it('get another webhook secret, which is printed once', async () => {
    const { json, admin } = setUp();
    const { project_id, webhook_secret } = await json('projects', 'create', 'Team A');
    const made = await json('projects', 'rotate-secret', project_id, '--overlap', '1');
    expect(made).toMatchObject({ project_id, webhook_secret: expect.stringMatching(/^whsec_/) });
    expect(made.webhook_secret).not.toBe(webhook_secret);
    await expect(admin('projects', 'rotate-secret', project_id, '--overlap', '721')).rejects.toThrow('0 to 720');
  });

  it('are answered in those names from the first request on, before an index lists the first key', async () => {
    const table = memoryTable();
    const { json } = setUp(theMeans(), {
      ...table,
      query: async (asked) => (asked.index === undefined ? table.query(asked) : []),
    });
    const { project_id, api_key } = await json('projects', 'create', 'Team A', '--names', 'plain');
    const authenticate = createAuthenticate({ apiKeys: apiKeyRepository(table) });
    expect(await authenticate(`Token ${api_key}`)).toMatchObject({ names: 'plain' });
    expect(await json('projects', 'show', project_id)).toMatchObject({ names: 'plain' });
    expect(await webhookSubscriptionRepository(table).load(project_id)).toMatchObject({ names: 'plain' });
  });
});

describe('webhooks', () => {
  it('can be made, changed, given a new secret, and deleted', async () => {
    const { json, admin } = setUp();
    await admin('projects', 'create', 'Team A');
    const hook = ['--url', 'https://hooks.example.com/a', '--trigger', 'bot.state_change'];
    const { id, webhook_secret } = await json('webhooks', 'create', ...hook, '--trigger', 'transcript.update');
    expect(webhook_secret).toMatch(/^whsec_/);
    expect(await json('webhooks', 'update', id, '--trigger', 'chat_messages.update')).toMatchObject({
      url: 'https://hooks.example.com/a',
      triggers: ['chat_messages.update'],
    });
    expect(await json('webhooks', 'rotate-secret', id, '--overlap', '1')).toMatchObject({ valid_secrets: 2 });
    // Until when the one before signs is to be seen: whoever gives another one before then has it sign no more.
    expect(await admin('webhooks', 'list')).toContain('former_secret_until');
    expect(await admin('webhooks', 'list')).toContain(`${id}  enabled`);
    expect(await json('webhooks', 'enable', id)).toMatchObject({ state: 'enabled' });
    expect(await admin('webhooks', 'delete', id)).toBe(`${id} is deleted`);
    expect(await admin('webhooks', 'list')).toBe('(none)');
  });

  it('show what failed, and send it again', async () => {
    const { table, queue, json, admin } = setUp();
    const { project_id } = await json('projects', 'create', 'Team A');
    const { subject_id, subscription_id, url } = aWebhookMessage();
    const attempts = [{ attempt: 9, at: '2026-03-02T09:00:00.000Z', status: 503, duration_ms: 7 }];
    const created_at = new Date().toISOString();
    await webhookDeliveryRepository(table).save(
      {
        ...aDelivery(),
        project_id,
        subject_id,
        subscription_id,
        url,
        state: 'failed',
        attempts,
        next_attempt_at: null,
        created_at,
      },
      new Date(Date.now() + 86_400_000),
    );
    const listed = await admin('webhooks', 'deliveries');
    expect(listed).toMatch(/failed +bot\.state_change +1 +503 +7 +https:\S+ +bot_\w+ +webhooks\.0 /);
    expect(await json('webhooks', 'deliveries', '--about', subject_id)).toMatchObject([{ attempts }]);
    const { idempotency_key } = aDelivery();
    await admin('webhooks', 'resend', idempotency_key, '--bot', subject_id);
    expect(queue.sent).toMatchObject([{ attempt: 10, deliveries: [{ ...aDelivery(), body: '' }] }]);
  });
});

describe('what cannot be read', () => {
  it('is told of beside what programs read, of which nothing else is printed', async () => {
    const { table, json, told } = setUp();
    const { project_id } = await json('projects', 'create', 'Team A');
    const created_at = new Date().toISOString();
    const bot = aBot({ project_id, events: [aBotEvent({ created_at })] });
    await botRepository(table).create(bot);
    const about = { ...aDelivery(), project_id, subject_id: bot.id, subscription_id: 'whs_1', attempts: [] };
    const delivery = {
      ...about,
      url: 'https://hooks.example.com/all',
      state: 'failed',
      next_attempt_at: null,
    } as const;
    await webhookDeliveryRepository(table).save({ ...delivery, created_at }, new Date(Date.now() + 86_400_000));
    for (const { pk, sk, kind } of table.items()) {
      if (kind !== 'bot' && kind !== 'webhook_delivery') continue;
      await table.write({ update: { pk, sk }, set: { kind_version: 99 } });
    }
    const printed = vi.spyOn(process.stdout, 'write');
    onTestFinished(() => printed.mockRestore());
    expect(await json('webhooks', 'deliveries')).toEqual([]);
    expect(told).toEqual([expect.stringContaining(`${bot.id} / webhook#delivery#`)]);
    await json('webhooks', 'catch-up', '--since', created_at);
    expect(told.slice(1)).toEqual([expect.stringContaining(`${bot.id} / bot cannot be read: `)]);
    expect(printed).not.toHaveBeenCalled();
  });
});

describe('webhooks that were never made', () => {
  it('are made by what happened to bots since a moment', async () => {
    const { table, queue, json, admin } = setUp();
    const { project_id } = await json('projects', 'create', 'Team A');
    await admin('webhooks', 'create', '--url', 'https://hooks.example.com/a', '--trigger', 'bot.state_change');
    const created_at = new Date().toISOString();
    await botRepository(table).create(aBot({ project_id, events: [aBotEvent({ created_at })] }));
    const catchUp = ['webhooks', 'catch-up', '--since', created_at];
    expect(await admin(...catchUp, '--about', aBot().id)).toBe('1 delivery is on the way');
    expect(queue.sent).toMatchObject([{ attempt: 1, deliveries: [{ identity: 'event#1' }] }]);
    expect(await admin(...catchUp)).toBe('1 delivery is on the way');
  });
});

describe('what the operator does', () => {
  const entriesOf = async (table: Home['table'], project_id: string) =>
    (await auditRepository(table).list(project_id, 50)).entries.map(({ id, at, ...entry }) => entry);

  it('is noted down for the owners of the project, with what it was about, and without secrets', async () => {
    const { table, json, admin, entered } = setUp();
    const { project_id } = await json('projects', 'create', 'Team A');
    const { id } = await json('keys', 'create', 'ci');
    await admin('keys', 'revoke', id);
    entered.push('a-key-of-the-maker');
    await admin('credentials', 'set', 'stt_a');
    await admin('dashboard', 'admit', 'Maya', 'maya@example.com', '--role', 'owner');
    await admin('webhooks', 'create', '--url', 'https://hooks.example.com/a', '--trigger', 'bot.state_change');
    const entries = await entriesOf(table, project_id);
    expect(new Set(entries.map(({ act, about }) => `${act}: ${about}`))).toEqual(
      new Set([
        'admin webhooks create: https://hooks.example.com/a',
        'admin dashboard admit: maya@example.com',
        'admin credentials set: stt_a',
        `admin keys revoke: ${id}`,
        'admin keys create: ci',
        'admin projects create: Team A',
      ]),
    );
    expect(entries[0]).toMatchObject({ name: 'operator (command line)', role: 'owner', session: 'command line' });
    expect(JSON.stringify(entries)).not.toContain('a-key-of-the-maker');
  });

  it('is not what was refused, nor what only looks at something', async () => {
    const { table, json, admin } = setUp();
    const { project_id } = await json('projects', 'create', 'Team A');
    const before = await entriesOf(table, project_id);
    const hook = ['--url', 'https://10.0.0.1/', '--trigger', 'bot.state_change'];
    await expect(admin('webhooks', 'create', ...hook)).rejects.toThrow();
    await admin('keys', 'list');
    expect(await entriesOf(table, project_id)).toEqual(before);
  });

  it('is noted in the write that does it: neither is there without the other', async () => {
    const { table, json, admin } = setUp();
    const { project_id } = await json('projects', 'create', 'Team A');
    const before = await entriesOf(table, project_id);
    const write = vi.spyOn(table, 'write').mockRejectedValueOnce(new Error('lost'));
    await expect(admin('keys', 'create', 'ci')).rejects.toThrow('lost');
    expect(write).toHaveBeenCalledTimes(1);
    expect(write.mock.calls[0]).toHaveLength(2);
    expect(await entriesOf(table, project_id)).toEqual(before);
  });
});

describe('a wrong command line', () => {
  it.each([
    [['project', 'list'], "there is no command 'project list': npm run admin -- --help lists all"],
    [['conf-apps'], "there is no command 'conf-apps': there are conf-apps create, "],
    [['keys', 'create', 'ci\u202e'], 'NAME: must not hold U+202E, a character that turns the direction of text'],
    [['dashboard', 'invite', 'a\nb'], 'NAME: must not hold U+000A, a line break'],
    [['dashboard', 'admit', 'x'.repeat(101), 'x@example.com'], 'NAME: Too big'],
    [['dashboard', 'admit', 'maya@example.com', 'Maya Lindqvist'], 'EMAIL: Invalid email address'],
    [['keys', 'frob'], "there is no command 'keys frob': there are keys create, "],
    [['frob', '--json'], "there is no command 'frob': npm run admin -- --help lists all"],
    [['projects', 'create'], 'projects create takes exactly NAME: npm run admin -- projects create --help tells more'],
    [['projects', 'list', 'x'], 'projects list takes no names: npm run admin -- projects list --help tells more'],
    [
      ['keys', 'list', '--projct', 'x'],
      "Unknown option '--projct': npm run admin -- keys list --help tells the options",
    ],
    [['projects', 'create', 'A', '--names', 'zoom'], '--names is neutral or plain'],
    [['projects', 'update', 'prj_1'], 'give --names: there is nothing to change'],
    [['projects', 'update', 'prj_1', '--names', 'plain'], 'project: prj_1'],
    [['keys', 'list'], 'there is no project yet: projects create makes one'],
    [['keys', 'list', '--project', 'prj_x'], 'no such project: prj_x'],
    [['webhooks', 'create', '--trigger', 'bot.state_change'], '--url is missing'],
    [['keys', 'list', '--project', '-1'], '--project takes PRJ: npm run admin -- keys list --help tells the options'],
    [['keys', 'list', '--project'], '--project takes PRJ: npm run admin -- keys list --help tells the options'],
    [['keys', 'list', '--json=x'], "Option '--json' does not take an argument: npm run admin -- keys list --help"],
    [
      ['webhooks', 'create', '--url', 'https://x.example.com', '--trigger', 'bot'],
      '--trigger must be one of bot.state_change, ',
    ],
    [['webhooks', 'update', 'whs_1'], 'give --url or --trigger: there is nothing to change'],
    [['webhooks', 'rotate-secret', 'whs_1', '--overlap', 'x'], '--overlap takes hours, 0 to 720'],
    [['webhooks', 'deliveries', '--state', 'lost'], '--state is one of retrying, delivered, failed, disabled'],
    [['webhooks', 'resend', 'key'], '--about is missing'],
    [['webhooks', 'catch-up', '--since', '2020-01-01T00:00:00Z'], '--since is a moment of the last 30 days'],
  ])('%j is refused with a sentence', async (args, sentence) => {
    await expect(setUp().admin(...args)).rejects.toThrow(sentence);
  });

  it('is refused when it leaves open which of several projects is meant, and for a private address', async () => {
    const { admin } = setUp();
    await admin('projects', 'create', 'A');
    const create = ['webhooks', 'create', '--url', 'https://10.0.0.1/', '--trigger', 'bot.state_change'];
    await expect(admin(...create)).rejects.toThrow('url: must lead to a host on the public internet');
    await admin('projects', 'create', 'B');
    await expect(admin('keys', 'list')).rejects.toThrow(
      /^there are several projects: say which with --project, as in --project prj_\w+; projects list names them$/,
    );
  });
});

describe('repair', () => {
  it('ends a bot that nobody looks after, once', async () => {
    const { table, json, admin } = setUp();
    const { project_id } = await json('projects', 'create', 'Team A');
    const bot = aBot({ project_id, state: 'leaving', events: [aBotEvent({ state: 'leaving' })] });
    await botRepository(table).create(bot);
    expect(await json('bots', 'stuck')).toMatchObject([{ bot_id: bot.id, state: 'leaving' }]);
    expect(await admin('bots', 'end', bot.id)).toBe(`${bot.id} is ended`);
    expect(await json('bots', 'stuck')).toEqual([]);
    for (const command of ['end', 'move'])
      await expect(admin('bots', command, 'bot_gone')).rejects.toMatchObject({
        name: 'NotFoundError',
        message: 'there is no bot bot_gone in this project',
      });
  });

  it('times bots anew whose changes were given up', async () => {
    const { table, json, admin } = setUp();
    const { project_id } = await json('projects', 'create', 'Team A');
    const join_at = '2099-03-02T09:00:00.000Z';
    const bot = aBot({ project_id, join_at, state: 'scheduled', events: [aBotEvent({ state: 'scheduled' })] });
    await botRepository(table).create(bot);
    await expect(admin('bots', 'catch-up', '--since', 'monday')).rejects.toThrow('--since is a moment');
    const said = await admin('bots', 'catch-up', '--since', '2026-03-02T09:00:00Z');
    expect(said).toBe('1 bots to come are timed anew, and what is left of 0 is removed within the hour');
    expect(await botRepository(table).get({ project_id, bot_id: bot.id })).toMatchObject({ join_at, version: 2 });
  });

  it('of lost messages is for deployments alone', async () => {
    const { admin } = setUp();
    await expect(admin('lost', 'list')).rejects.toThrow('only a deployment has such queues');
  });
});

describe('help', () => {
  it('lists all commands, and the options of each', async () => {
    const { admin } = setUp();
    expect(await admin()).toContain('webhooks rotate-secret WHS');
    expect(await admin('--data', '.data', '--help')).toBe(await admin());
    expect(await admin('webhooks', 'resend', '--help')).toContain(
      'usage: npm run admin -- webhooks resend IDEMPOTENCY_KEY --about ID [OPTIONS]\n',
    );
    expect(await admin('webhooks', 'create', '--help')).toContain('create --url URL --trigger TRIGGER [OPTIONS]\n');
  });
});

describe('the program', () => {
  const program = fileURLToPath(new URL('../../bin/admin.ts', import.meta.url));
  const run = (...args: string[]) => {
    const { TABLE_NAME, ...env } = process.env;
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8', env });
    return { status, stdout, stderr: stderr.trim() };
  };

  it('works on a data folder, while the service may run', async () => {
    await using folder = await aDataFolder();
    openDatabase(folder.path);
    expect(run('--data', folder.path, 'projects', 'create', 'Team A')).toMatchObject({ status: 0, stderr: '' });
    const { stdout } = run('projects', 'list', '--data', folder.path, '--json');
    expect(JSON.parse(stdout)).toMatchObject([{ name: 'Team A' }]);
    openDatabase(folder.path).close();
  });

  it('refuses in one sentence what is no service', async () => {
    await using folder = await aDataFolder();
    expect(run('projects', 'list')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^say which service[^\n]+$/),
    });
    const { status, stderr } = run('projects', 'list', '--data', folder.path);
    expect([status, stderr]).toEqual([2, expect.stringMatching(/is not a data folder: start the service there once/)]);
    expect(existsSync(join(folder.path, 'service.sqlite'))).toBe(false);
    expect(run('projects', 'list', '--outputs', join(folder.path, 'x'))).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^[^\n]+is not an outputs file of this stack[^\n]+$/),
    });
  });
});
