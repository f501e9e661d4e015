import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMasterKey } from '#adapters/master-key.ts';
import { openMediaStore } from '#adapters/media-store.ts';
import { sampleAppSession, sampleBot, sampleCalendar, sampleEvent } from '../../lib/api/openapi/samples.ts';
import type { RouteName } from '../../lib/api/routes.ts';
import { meetingBots } from '../../lib/client/index.ts';
import type { BotState } from '../../lib/domain/bot/lifecycle.ts';
import { type LastKept, lastKeptName } from '../../lib/domain/captured/diagnostics.ts';
import { newId } from '../../lib/domain/ids.ts';
import { botRepository } from '../../lib/storage/bots/bots.ts';
import { capturedRepository } from '../../lib/storage/bots/captured.ts';
import { capturedFolder } from '../../lib/storage/bots/media-names.ts';
import { envelopeSecretBox } from '../../lib/storage/secrets/secret-box.ts';
import { aConf, type Conf } from '../facsimiles/conf/conf.ts';
import { anApp, aUser } from '../facsimiles/conf/people.ts';
import { goodBodies } from '../lab/api/good-bodies.ts';
import { type LocalApi, startLocalApi } from '../lab/api/local-api.ts';
import { faultsIn, operations } from '../lab/api/openapi.ts';
import { aBotStream, storeAppSession } from '../lab/builders/app-sessions.ts';
import { aCalendar, storeEvent } from '../lab/builders/calendars.ts';
import { storeOAuthApp } from '../lab/builders/connections.ts';
import { aBot, aChatMessage, anUtterance, aParticipantEvent, aRecording } from '../lab/builders/records.ts';
import { aVideoHost, type VideoHost } from '../lab/hosts/video-host.ts';

/** The state that a bot must be in for an operation's examples; `ended` for all others. */
const neededState: Partial<Record<RouteName, BotState>> = {
  updateBot: 'scheduled',
  deleteBot: 'scheduled',
  leaveBot: 'joined_recording',
  pauseRecording: 'joined_recording',
  resumeRecording: 'joined_recording_paused',
  sendChatMessage: 'joined_recording',
  outputVideo: 'joined_recording',
  updateVoiceAgentSettings: 'joined_recording',
  updateTranscriptionSettings: 'joined_recording',
};

const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString();
const hasCurl = spawnSync('curl', ['--version']).status === 0;

let api: LocalApi;
let videos: VideoHost;
let conf: Conf;
const redirect_uri = 'https://example.com/zoom/connected';
beforeAll(async () => {
  conf = await aConf({ apps: [anApp({ redirect_uris: [redirect_uri] })] });
  Object.assign(process.env, { ZOOM_API_URL: `${conf.url}/v2`, ZOOM_OAUTH_URL: `${conf.url}/oauth` });
  [api, videos] = [await startLocalApi(), await aVideoHost()];
  const { project_id, table } = api;
  const { client_id, client_secret } = anApp();
  const secret_sealed = await envelopeSecretBox({ masterKey: openMasterKey(), table }).seal(project_id, client_secret);
  await storeOAuthApp(table, { project_id, client_id, secret_sealed });
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await videos[Symbol.asyncDispose]();
  await conf[Symbol.asyncDispose]();
});

/** A bot that has captured something, stored as it would be by then. */
const aStoredBot = async (state: BotState): Promise<string> => {
  const bot = aBot({
    id: newId('bot', new Date(), randomBytes(10)),
    project_id: api.project_id,
    state,
    join_at: tomorrow,
    voice_agent_settings: { reserve_resources: true },
    recording: aRecording(),
  });
  await botRepository(api.table).create(bot);
  const batch = { project_id: api.project_id, bot_id: bot.id, created_at: new Date().toISOString(), batch_id: 'b' };
  const captured = capturedRepository(api.table);
  await captured.add({ ...batch, captured_kind: 'utterances', entries: [anUtterance()] });
  await captured.add({ ...batch, captured_kind: 'participant_events', entries: [aParticipantEvent()] });
  await captured.add({ ...batch, captured_kind: 'chat_messages', entries: [aChatMessage()] });
  const last: LastKept = {
    at: new Date().toISOString(),
    folder: 'diagnostics/001-ended_by_host',
    reason: 'ended_by_host',
    page: { page_state: 'M33_ended', evidence: [{ class: 'T', entry: 'M33.text.2' }], overlays: [] },
    files: ['state.json'],
  };
  const name = capturedFolder({ project_id: api.project_id, bot_id: bot.id }) + lastKeptName;
  await openMediaStore().put(name, Buffer.from(JSON.stringify(last)), 'application/json');
  return bot.id;
};

interface Ids {
  readonly bot_id: string;
  readonly calendar_id: string;
  readonly calendar_event_id: string;
  readonly app_session_id: string;
  readonly connection_id: string;
}

/** A calendar, connected by a client, with an event that a bot can join. */
const aStoredEvent = async (): Promise<Pick<Ids, 'calendar_id' | 'calendar_event_id'>> => {
  const client = meetingBots(api.base_url, api.api_key);
  const { id, created_at } = await client.createCalendar({ body: goodBodies.createCalendar });
  const event = await storeEvent(api.table, aCalendar({ id, created_at, project_id: api.project_id }));
  return { calendar_id: id, calendar_event_id: event.id };
};

/** Somebody who has allowed the app. */
const aStoredConnection = async (): Promise<string> => {
  const body = { authorization_code: conf.authorise(aUser()), redirect_uri };
  return (await meetingBots(api.base_url, api.api_key).createConnection({ body })).id;
};

/** What a shell makes of a curl line, with the moments of the example moved into the future, and what it names to here. */
const run = async (source: string, ids: Ids) => {
  const { bot_id, calendar_id, calendar_event_id, app_session_id, connection_id } = ids;
  const line = source
    .replaceAll(sampleBot.join_at, tomorrow)
    .replaceAll('the-code-that-the-user-came-back-with', conf.authorise(aUser()))
    .replaceAll(sampleCalendar.id, calendar_id)
    .replaceAll(sampleEvent.id, calendar_event_id)
    .replace(/https:[^"]*\.mp4/, videos.url);
  const script = `curl() { command curl -sS -w '\\n%{http_code}' "$@"; }\n${line}`;
  const { stdout } = await promisify(execFile)('sh', ['-c', script], {
    env: {
      ...process.env,
      BASE_URL: api.base_url,
      API_KEY: api.api_key,
      BOT_ID: bot_id,
      CALENDAR_ID: calendar_id,
      CALENDAR_EVENT_ID: calendar_event_id,
      APP_SESSION_ID: app_session_id,
      CONNECTION_ID: connection_id,
    },
  });
  const lines = stdout.split('\n');
  return { status: lines.pop(), body: lines.join('\n') };
};

const samples = operations.flatMap((operation) =>
  (operation['x-codeSamples'] ?? []).map(({ label, source }) => ({ ...operation, label, source })),
);

describe.skipIf(!hasCurl)('the curl lines of the document', () => {
  it('are there for every operation', () => {
    expect(new Set(samples.map(({ operationId }) => operationId)).size).toBe(operations.length);
  });

  it.each(samples)('do what they say: $operationId, $label', async ({ operationId, source, responses }) => {
    const bot_id = await aStoredBot(neededState[operationId as RouteName] ?? 'ended');
    const { meeting_uuid, rtms_stream_id } = sampleAppSession;
    const stream = aBotStream({ meeting_uuid, rtms_stream_id });
    if (operationId === 'endStream') await storeAppSession(api.table, api.project_id, { stream });
    const finished = { state: 'ended', recording: aRecording() } as const;
    const app_session_id = await storeAppSession(api.table, api.project_id, finished);
    const { status, body } = await run(source, {
      bot_id,
      app_session_id,
      connection_id: await aStoredConnection(),
      ...(await aStoredEvent()),
    });
    const [success = '', answer] = Object.entries(responses)[0] ?? [];
    expect({ status, body }).toEqual({ status: success, body: expect.any(String) });
    const content = answer?.content?.['application/json'];
    if (!content) return expect(body).toBe('');
    expect(faultsIn(JSON.parse(body), content.schema)).toEqual([]);
  });

  it('are refused as the document says when something is wrong', async () => {
    const leave = samples.find(({ operationId }) => operationId === 'leaveBot');
    const bot_id = await aStoredBot('ended');
    const others = { app_session_id: '', connection_id: '', ...(await aStoredEvent()) };
    const { status, body } = await run(leave?.source ?? '', { bot_id, ...others });
    expect([status, JSON.parse(body)]).toMatchObject(['400', { code: 'invalid_state' }]);
    expect(faultsIn(JSON.parse(body), { $ref: '#/components/schemas/Problem' })).toEqual([]);
  });
});
