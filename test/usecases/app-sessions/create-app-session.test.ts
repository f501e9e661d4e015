import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { BotFilter } from '../../../lib/domain/bot/bot-filter.ts';
import { DuplicateKeyError } from '../../../lib/domain/errors.ts';
import { defaultTranscriptionSettings } from '../../../lib/domain/transcription/transcription-settings.ts';
import { checkStreamUrl } from '../../../lib/net/stream-url.ts';
import { listedBots } from '../../../lib/storage/bots/bot-lists.ts';
import { streamRepository } from '../../../lib/storage/bots/streams.ts';
import { connectionRepository } from '../../../lib/storage/connections/connections.ts';
import { oauthAppHookRepository, oauthAppRepository } from '../../../lib/storage/secrets/oauth-apps.ts';
import { createCreateAppSession } from '../../../lib/usecases/app-sessions/create-app-session.ts';
import { createEndAppSession } from '../../../lib/usecases/app-sessions/end-app-session.ts';
import { createListAppSessions } from '../../../lib/usecases/app-sessions/list-app-sessions.ts';
import { createListBots } from '../../../lib/usecases/bots/list-bots.ts';
import { createOAuthApps } from '../../../lib/usecases/connections/oauth-apps.ts';
import { aBot } from '../../lab/builders/records.ts';
import { allReadable } from '../../lab/doubles/all-readable.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';

const project_id = 'prj_01KJNWKZ00ABCDEFGHJKMNPQRS';
const notice = {
  meeting_uuid: 'aDYlohsHRtCd4ii1uC2+hA==',
  rtms_stream_id: '609340fb2a7946909659956c8aa9250c',
  server_urls: ['wss://rtms-sjc1.zoom.us'],
};
const input = {
  conf_rtms: notice,
  metadata: { customer: 'acme' },
  deduplication_key: null,
  webhooks: [],
  recording_settings: { format: 'mp4', view: 'speaker_view', resolution: '720p' },
  transcription_settings: defaultTranscriptionSettings,
} as const;

const aService = async (apps = 1) => {
  const table = memoryTable();
  const clock = aClock(new Date());
  const bots = listedBots(table);
  const streams = streamRepository(table);
  const repository = oauthAppRepository(table);
  const secretBox = {
    seal: async (_: string, secret: string) => `sealed ${secret}`,
    open: async (_: string, sealed: string) => sealed.slice(7),
  };
  const projects = { get: async () => ({ id: project_id, name: 'mine', webhook_secret_sealed: '', created_at: '' }) };
  const oauthApps = createOAuthApps({
    ...allReadable,
    projects,
    apps: repository,
    hooks: oauthAppHookRepository(table),
    connections: connectionRepository(table),
    secretBox,
    clock,
  });
  const made = [];
  for (let n = 1; n <= apps; n += 1)
    made.push(await oauthApps.create(project_id, `client-${n}`, { client_secret: `secret-${n}` }));
  const create = createCreateAppSession({
    bots,
    streams,
    apps: repository,
    secretBox,
    clock,
    checkAddress: () => undefined,
    checkServer: (url) => checkStreamUrl(url, {}),
    hasCustomTranscription: false,
  });
  return {
    apps: made,
    bots,
    create: (changes: Partial<Parameters<typeof create>[1]> = {}) => create(project_id, { ...input, ...changes }),
    sessions: createEndAppSession({ bots, streams, clock }),
    list: () => createListAppSessions({ ...allReadable, bots })(project_id, { page_size: 100 }),
    listBots: (filter: BotFilter = {}) =>
      createListBots({ ...allReadable, bots, hosts: {} })(project_id, { page_size: 100, filter }),
  };
};

describe('an app session', () => {
  it('connects at once, with a signature by the secret of the app', async () => {
    const { apps, create } = await aService();
    const session = await create();
    const signed = `client-1,${notice.meeting_uuid},${notice.rtms_stream_id}`;
    expect(session).toMatchObject({
      state: 'joining',
      metadata: { customer: 'acme' },
      stream: {
        ...notice,
        conf_oauth_app_id: apps[0]?.id,
        signature: createHmac('sha256', 'secret-1').update(signed).digest('hex'),
      },
    });
  });

  it('is one for each stream, however often and at once that is forwarded, and hears of other servers', async () => {
    const { bots, create, list } = await aService();
    const sessions = await Promise.all(Array.from({ length: 20 }, () => create()));
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(1);
    const server_urls = ['wss://rtms-iad1.zoom.us'];
    const moved = await create({ conf_rtms: { ...notice, server_urls } });
    expect(moved.id).toBe(sessions[0]?.id);
    const stored = await bots.get({ project_id, bot_id: moved.id });
    expect(stored?.stream?.server_urls).toEqual(server_urls);
    expect((await list()).results).toHaveLength(1);
  });

  it('is one for its stream also where each forward names the same deduplication key', async () => {
    const { create, list } = await aService();
    const sessions = await Promise.all(Array.from({ length: 20 }, () => create({ deduplication_key: 'standup-42' })));
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(1);
    expect((await list()).results).toHaveLength(1);
    const another = { ...notice, rtms_stream_id: 'another' };
    await expect(create({ conf_rtms: another, deduplication_key: 'standup-42' })).rejects.toThrow(DuplicateKeyError);
  });

  it('stays over when its stream is forwarded once more', async () => {
    const { create, sessions } = await aService();
    const { id } = await create();
    expect((await sessions.endStream(project_id, notice)).state).toBe('leaving');
    const again = await create();
    expect([again.id, again.state]).toEqual([id, 'leaving']);
    expect((await sessions.end({ project_id, bot_id: id })).state).toBe('leaving');
    await expect(sessions.endStream(project_id, { rtms_stream_id: 'unknown' })).rejects.toThrow('no such app_session');
  });

  it('ends as soon as it is made where the project has no app', async () => {
    const { create } = await aService(0);
    const session = await create();
    expect(session.events.at(-1)).toMatchObject({
      type: 'could_not_join_meeting',
      sub_type: 'oauth_app_not_configured',
      state: 'fatal_error',
    });
  });

  it('is refused where its deduplication key is held, whether the project has an app or not', async () => {
    const { create, bots, list } = await aService(0);
    await bots.create(aBot({ project_id, deduplication_key: 'standup-42' }));
    await expect(create({ deduplication_key: 'standup-42' })).rejects.toThrow(DuplicateKeyError);
    expect((await list()).results).toEqual([]);
    expect((await create({ deduplication_key: 'standup-43' })).state).toBe('fatal_error');
  });

  it('needs to know which app is meant where there are several', async () => {
    const { apps, create } = await aService(2);
    await expect(create()).rejects.toThrow('conf_oauth_app_id: is required');
    await expect(create({ conf_oauth_app_id: 'coa_unknown' })).rejects.toThrow('conf_oauth_app_id: no such app');
    const id = apps[1]?.id ?? '';
    expect((await create({ conf_oauth_app_id: id })).stream.conf_oauth_app_id).toBe(id);
  });

  it('is refused for servers that are not of the platform', async () => {
    const { create } = await aService();
    const conf_rtms = { ...notice, server_urls: ['wss://rtms.zoom.us', 'wss://example.com'] };
    await expect(create({ conf_rtms })).rejects.toThrow('conf_rtms.server_urls: must lead to a server of the platform');
  });

  it('is in a list of its own, and bots are in theirs', async () => {
    const { create, list, listBots } = await aService();
    const { id } = await create();
    expect((await list()).results.map((session) => session.id)).toEqual([id]);
    expect((await listBots()).results).toEqual([]);
  });

  it('is no bot either where it is what holds a deduplication key', async () => {
    const { create, listBots } = await aService();
    await create({ deduplication_key: 'standup-42' });
    const holding = await listBots({ deduplication_key: 'standup-42', states: ['joining', 'joined_recording'] });
    expect(holding.results).toEqual([]);
  });

  it('is named where it, or a bot, holds the deduplication key that another of them is to have', async () => {
    const { create, bots } = await aService();
    const held = (holder: string, key: string): string =>
      `${holder} with the deduplication_key "${key}" is not finished yet: wait for it, or use another key`;
    const aBotCalled = (id: string, deduplication_key: string) => aBot({ id, project_id, deduplication_key });
    await create({ deduplication_key: 'standup-42' });
    const late = aBotCalled('bot_2', 'standup-42');
    await expect(bots.create(late)).rejects.toThrow(held('an app session', 'standup-42'));
    await expect(bots.checkKey(late)).rejects.toThrow(held('an app session', 'standup-42'));
    await bots.create(aBotCalled('bot_3', 'standup-43'));
    const conf_rtms = { ...notice, rtms_stream_id: 'another' };
    await expect(create({ conf_rtms, deduplication_key: 'standup-43' })).rejects.toThrow(held('a bot', 'standup-43'));
  });
});
