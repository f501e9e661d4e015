import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type RouteName, routeNames, routes } from '../../../lib/api/routes.ts';
import { apiKeyFrom } from '../../../lib/domain/access/api-key.ts';
import type { Bot } from '../../../lib/domain/bot/bot.ts';
import type { BotState } from '../../../lib/domain/bot/lifecycle.ts';
import { AutomaticLeaveSettings } from '../../../lib/domain/bot/settings.ts';
import { type LastKept, lastKeptName } from '../../../lib/domain/captured/diagnostics.ts';
import { newId } from '../../../lib/domain/ids.ts';
import { systemClock } from '../../../lib/ports/clock.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { capturedRepository } from '../../../lib/storage/bots/captured.ts';
import { capturedFolder } from '../../../lib/storage/bots/media-names.ts';
import { apiKeyKey } from '../../../lib/storage/keys.ts';
import { apiKeyRepository, projectRepository } from '../../../lib/storage/projects.ts';
import { credentialRepository } from '../../../lib/storage/secrets/credentials.ts';
import { hashOfKey } from '../../../lib/usecases/access/authenticate.ts';
import { createCreateProject } from '../../../lib/usecases/access/create-project.ts';
import { goodBodyFor } from '../../lab/api/bad-bodies.ts';
import { type Call, callRoute } from '../../lab/api/requests.ts';
import { hasId, kindOf, storedFor, unknownIdFor } from '../../lab/api/resources.ts';
import { storeOAuthApp } from '../../lab/builders/connections.ts';
import { aBot, aChatMessage, anUtterance, aParticipantEvent } from '../../lab/builders/records.ts';
import { memoryMediaStore } from '../../lab/doubles/memory-media-store.ts';
import { type MemoryTable, memoryTable } from '../../lab/doubles/memory-table.ts';
import { anyQuery, anyText, anyWebUrl, runs } from '../../lab/properties.ts';

const { shared } = vi.hoisted(() => ({ shared: {} as { table: MemoryTable; media: unknown } }));
vi.mock('#adapters/table.ts', () => ({ openTable: () => shared.table }));
vi.mock('#adapters/media-store.ts', () => ({ openMediaStore: () => shared.media }));
vi.mock('#adapters/master-key.ts', () => import('../../lab/doubles/in-process-adapters.ts'));
vi.mock('../../../lib/conferencing/zoom.ts', () => import('../../lab/doubles/in-process-conf.ts'));
vi.mock('../../../lib/net/mp4-address.ts', () => import('../../lab/doubles/in-process-video.ts'));

const secretBox = {
  seal: async (_: string, secret: string) => secret,
  open: async (_: string, sealed: string) => sealed,
};
const table = memoryTable();
const media = memoryMediaStore();
const newProject = createCreateProject({
  projects: projectRepository(table),
  apiKeys: apiKeyRepository(table),
  secretBox,
  clock: systemClock,
});
let mine: Awaited<ReturnType<typeof newProject>>;
let theirs: typeof mine;

beforeAll(async () => {
  shared.table = table;
  shared.media = media;
  vi.stubEnv('DEMO_ROOM_HOSTS', 'meet.example.com');
  // Vitest has a BASE_URL of its own.
  vi.stubEnv('BASE_URL', undefined);
  mine = await newProject('mine');
  theirs = await newProject('theirs');
  await storeOAuthApp(table, { project_id: mine.project_id });
});

/** What the bot last met that it could not go on with. */
const keepPage = ({ project_id, id }: Bot) => {
  const page: LastKept['page'] = { page_state: 'M12_denied', evidence: [], overlays: [], advice: 'admit' };
  const last: LastKept = { at: '2026-03-02T09:00:31.000Z', folder: 'diagnostics/001-a', reason: 'a', page, files: [] };
  const name = capturedFolder({ project_id, bot_id: id }) + lastKeptName;
  return media.put(name, Buffer.from(JSON.stringify(last)), 'application/json');
};

const call = (name: RouteName, { headers, ...more }: Call = {}, key = mine.api_key) =>
  callRoute(name, { headers: { authorization: `Token ${key}`, ...headers }, ...more });

const anId = () => newId('bot', new Date(), randomBytes(10));
/** What is stored, but for the counts of requests. */
const storedItems = () => table.items().filter(({ kind }) => kind !== 'requests');

const withAgent = { voice_agent_settings: { reserve_resources: true } };
/** A bot of mine with something captured. */
const someBot = async (details: Partial<Bot> = {}) => {
  const bot = aBot({ id: anId(), project_id: mine.project_id, recording: recordingOf('k'), ...withAgent, ...details });
  await botRepository(table).create(bot);
  const captured = capturedRepository(table);
  const batch = { project_id: mine.project_id, bot_id: bot.id, created_at: '2026-03-02T09:00:00.000Z', batch_id: 'b' };
  await captured.add({ ...batch, captured_kind: 'utterances', entries: [anUtterance()] });
  await captured.add({
    ...batch,
    captured_kind: 'participant_events',
    entries: [1, 2, 3].map((n) => aParticipantEvent({ id: `${n}` })),
  });
  await captured.add({
    ...batch,
    captured_kind: 'chat_messages',
    entries: [1, 2, 3].map((n) => aChatMessage({ id: `${n}` })),
  });
  return bot;
};
const recordingOf = (key: string) => ({
  key,
  format: 'mp4' as const,
  start_timestamp_ms: 1_772_442_000_000,
  duration_ms: 30_000,
  size_bytes: 12_345,
  parts: [{ start_timestamp_ms: 1_772_442_000_000, duration_ms: 30_000 }],
});

const good = { meeting_url: 'https://meet.example.com/room/daily', bot_name: 'Notes' };
/** What is said about a provider whose key is missing. */
const warningOf = (maker: string): string =>
  `this project has no key for ${maker}; until it has one, what is said is marked \`credentials_not_found\` in the transcript`;
const scheduled = { ...good, join_at: new Date(Date.now() + 3_600_000).toISOString() };
/** The id of something of mine that a route is about. */
const someId = async (name: RouteName): Promise<string> =>
  kindOf(name) === 'bot' ? (await someBot()).id : storedFor(name, table, mine.project_id);
/** A body that each route takes, where it takes one. */
const bodyFor = (name: RouteName) => (name === 'createBot' ? good : goodBodyFor(name));
/** The state that a bot must be in, where it is not just any. */
const stateFor: Partial<Record<RouteName, BotState>> = {
  deleteBotData: 'ended',
  pauseRecording: 'joined_recording',
  resumeRecording: 'joined_recording_paused',
  sendChatMessage: 'joined_recording',
  outputVideo: 'joined_recording',
};
const withId = routeNames.filter(hasId);
const withBody = routeNames.filter((name) => 'body' in routes[name]);
const paged: RouteName[] = ['listBots', 'listParticipantEvents', 'listChatMessages'];

const problem = (status: number, title: string, code: string, detail: unknown, errors?: unknown) => ({
  type: 'about:blank',
  title,
  status,
  detail,
  code,
  ...(errors !== undefined && { errors }),
});
const refusal = (errors: Record<string, string[]>) => {
  const [first] = Object.entries(errors);
  return problem(400, 'Bad Request', 'invalid_input', `${first?.[0]}: ${first?.[1][0]}`, errors);
};

describe.each(routeNames)('%s', (name) => {
  const notProvided = (hint = '') => {
    const detail = `Authentication credentials were not provided. Send the header Authorization: Token <API key>${hint}.`;
    return problem(401, 'Unauthorized', 'not_authenticated', detail);
  };
  const why = 'Invalid token. The API key is unknown, revoked, or was not copied whole.';
  const invalid = problem(401, 'Unauthorized', 'invalid_token', why);
  const wrongKey = `mb_${'a'.repeat(46)}`;
  it.each<[string, Record<string, string>, typeof invalid]>([
    ['no header', {}, notProvided()],
    ['an empty header', { authorization: '' }, notProvided()],
    ['blanks', { authorization: '   ' }, notProvided()],
    ['the key alone', { authorization: wrongKey }, notProvided(', with the word Token before the key')],
    ['another scheme', { authorization: `Bearer ${wrongKey}` }, notProvided(', not another scheme')],
    ['the scheme alone', { authorization: 'Token' }, invalid],
    ['a malformed key', { authorization: 'Token secret' }, invalid],
    ['a mistyped key', { authorization: `Token ${wrongKey}` }, invalid],
    ['a key that never was', { authorization: `Token ${apiKeyFrom(randomBytes(96))}` }, invalid],
    ['two keys', { authorization: `Token ${wrongKey} ${wrongKey}` }, invalid],
  ])('refuses %s', async (_, headers, expected) => {
    const answer = await callRoute(name, { headers, id: anId(), body: bodyFor(name) });
    expect(answer.status).toBe(401);
    expect(answer.headers).toEqual({ 'content-type': 'application/problem+json', 'www-authenticate': 'Token' });
    expect(answer.body).toEqual(expected);
  });

  it('refuses a revoked key, from the next request on', async () => {
    const project = await newProject('to be revoked');
    const before = await call(name, { id: anId(), body: bodyFor(name) }, project.api_key);
    expect(before.status).not.toBe(401);
    const revoked_at = new Date().toISOString();
    await table.write({ update: apiKeyKey(hashOfKey(project.api_key)), set: { revoked_at } });
    const after = await call(name, { id: anId(), body: bodyFor(name) }, project.api_key);
    expect(after.body).toEqual(invalid);
  });

  it('takes the header in any case, and the scheme too', async () => {
    const headers = { Authorization: `token ${mine.api_key}` };
    expect((await callRoute(name, { headers, id: await someId(name), body: bodyFor(name) })).status).not.toBe(401);
  });

  it.each(['typo=1', '__proto__=1', 'constructor=x', '=1'])('refuses the unknown parameter %s', async (query) => {
    const answer = await call(name, { id: await someId(name), query, body: bodyFor(name) });
    expect(answer.body).toEqual(refusal({ [query.split('=')[0] || '']: ['is not a known field'] }));
  });
});

describe.each(withId)('%s', (name) => {
  it('answers a foreign id as one that never was, byte for byte', async () => {
    const id = await someId(name);
    const before = storedItems();
    const ids = [id, unknownIdFor(name), 'x', `${id}0`, `BOT${id.slice(3)}`, '../bots', 'é☃', 'x'.repeat(3000)];
    const answers = await Promise.all(ids.map((id) => call(name, { id, body: bodyFor(name) }, theirs.api_key)));
    for (const answer of answers) expect(answer).toEqual(answers[1]);
    expect(answers[1]?.body).toEqual(problem(404, 'Not Found', 'not_found', 'No such resource.'));
    expect(storedItems()).toEqual(before);
  });
});

describe.each(withBody)('the body of %s', (name) => {
  beforeEach(() => {
    stored = storedItems().length;
  });
  let stored = 0;
  const refused = async (given: Call, expected: unknown, status = 400) => {
    const answer = await call(name, given);
    expect(answer.body).toEqual(expected);
    expect(answer.status).toBe(status);
    expect(storedItems().length).toBe(stored);
  };

  it.each([undefined, '', ' \n '])('is required: %j', async (body) => {
    await refused({ body }, refusal({ body: ['is required: send a JSON object'] }));
  });
  it.each(['{', '{"a":}', "{'a':1}", 'meeting_url=x', '{"a":1}}', '\u0000', 'NaN'])(
    'must be JSON: %j',
    async (body) => {
      const sentence = expect.stringMatching(/^is not valid JSON: /);
      await refused({ body }, { ...refusal({ body: [''] }), detail: expect.any(String), errors: { body: [sentence] } });
    },
  );
  it.each([
    ['[]', 'an array'],
    ['"text"', 'a string'],
    ['null', 'null'],
    ['true', 'true or false'],
  ])('must be an object: %s', async (body, what) => {
    await refused({ body }, refusal({ body: [`must be an object, not ${what}`] }));
  });
  it('must be UTF-8', async () => {
    const body = Buffer.from(JSON.stringify({ ...good, bot_name: 'Zoë' }), 'latin1');
    await refused({ body }, refusal({ body: ['is not valid UTF-8'] }));
  });
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'must be sent as JSON, not as %s',
    async (type) => {
      const detail = `send the body as JSON with Content-Type: application/json, not ${type.split(';')[0]}`;
      const expected = problem(415, 'Unsupported Media Type', 'unsupported_media_type', detail);
      await refused({ body: good, headers: { 'Content-Type': type } }, expect.objectContaining(expected), 415);
    },
  );
  it('must not be larger than 6 MB', async () => {
    const body = { ...good, metadata: { a: '☃'.repeat(2_100_000) } };
    const expected = problem(413, 'Content Too Large', 'body_too_large', 'the body is larger than 6 MB');
    await refused({ body }, expected, 413);
    await refused({ body, base64: true }, expected, 413);
  });
  it('must not be nested without end', async () => {
    const metadata = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const body = `{"meeting_url":"${good.meeting_url}","bot_name":"x","metadata":${metadata}}`;
    await refused({ body }, refusal({ metadata: ['is nested more than 64 levels deep'] }));
  });
});

describe('creating a bot', () => {
  const long = (n: number) => 'x'.repeat(n);
  const hook = (more: object) => ({
    webhooks: [{ url: 'https://example.com/', triggers: ['bot.state_change'], ...more }],
  });
  const dateTime = 'must be an ISO 8601 date-time with a time zone, such as 2026-11-20T09:00:00Z';
  const states =
    'must be one of "bot.state_change", "transcript.update", "participant_events.join_leave", "participant_events.speech_start_stop", "conf_oauth_connection.state_change", "chat_messages.update", "calendar.events_update", "calendar.state_change"';
  const faulty: [unknown, Record<string, string[]>][] = [
    [{}, { meeting_url: ['is required'], bot_name: ['is required'] }],
    [{ meeting_url: null }, { meeting_url: ['must be a string, not null'], bot_name: ['is required'] }],
    [{ ...good, meeting_url: 7 }, { meeting_url: ['must be a string, not a number'] }],
    [
      { ...good, meeting_url: ['https://meet.example.com/room/x'] },
      { meeting_url: ['must be a string, not an array'] },
    ],
    [{ ...good, meeting_url: '' }, { meeting_url: ['must not be empty'] }],
    [
      { ...good, meeting_url: `${good.meeting_url}${long(2048)}` },
      { meeting_url: ['must be at most 2048 characters'] },
    ],
    [
      { ...good, meeting_url: 'https://example.com/' },
      {
        meeting_url: [
          'must be a link to a meeting of Google Meet, Zoom, Teams, Jitsi Meet, Galène, LiveKit or the demo room',
        ],
      },
    ],
    [{ ...good, bot_name: '' }, { bot_name: ['must not be empty'] }],
    [{ ...good, bot_name: ' \t\n ' }, { bot_name: ['must not be empty'] }],
    [{ ...good, bot_name: long(256) }, { bot_name: ['must be at most 255 characters'] }],
    [{ ...good, bot_name: { a: 1 } }, { bot_name: ['must be a string, not an object'] }],
    [{ ...good, bot_nmae: 'x' }, { bot_nmae: ['is not a known field'] }],
    [
      { ...good, constructor: 1, toString: 2 },
      { constructor: ['is not a known field'], toString: ['is not a known field'] },
    ],
    [{ ...good, join_at: '' }, { join_at: [dateTime] }],
    [{ ...good, join_at: 'tomorrow' }, { join_at: [dateTime] }],
    [{ ...good, join_at: '2030-01-01' }, { join_at: [dateTime] }],
    [{ ...good, join_at: '2030-01-01T09:00:00' }, { join_at: [dateTime] }],
    [{ ...good, join_at: '2030-02-30T09:00:00Z' }, { join_at: [dateTime] }],
    [{ ...good, join_at: '2030-01-01T25:00:00Z' }, { join_at: [dateTime] }],
    [{ ...good, join_at: '2030-01-01T09:00:00+99:00' }, { join_at: [dateTime] }],
    [{ ...good, join_at: 1_900_000_000 }, { join_at: [dateTime] }],
    [{ ...good, join_at: null }, { join_at: [dateTime] }],
    [{ ...good, join_at: '2020-01-01T09:00:00Z' }, { join_at: ['must not be in the past: leave it out to join now'] }],
    [{ ...good, metadata: [] }, { metadata: ['must be an object, not an array'] }],
    [{ ...good, metadata: null }, { metadata: ['must be an object, not null'] }],
    [{ ...good, metadata: { a: long(8185) } }, { metadata: ['must be at most 8192 bytes as JSON'] }],
    [{ ...good, metadata: { a: '☃'.repeat(2729) } }, { metadata: ['must be at most 8192 bytes as JSON'] }],
    [{ ...good, deduplication_key: '' }, { deduplication_key: ['must not be empty'] }],
    [{ ...good, deduplication_key: long(256) }, { deduplication_key: ['must be at most 255 characters'] }],
    [{ ...good, deduplication_key: 42 }, { deduplication_key: ['must be a string, not a number'] }],
    [{ ...good, webhooks: {} }, { webhooks: ['must be an array, not an object'] }],
    [{ ...good, webhooks: ['https://example.com/'] }, { 'webhooks.0': ['must be an object, not a string'] }],
    [{ ...good, ...hook({ url: 'example.com' }) }, { 'webhooks.0.url': ['must be an https URL'] }],
    [{ ...good, ...hook({ url: 'http://example.com/' }) }, { 'webhooks.0.url': ['must be an https URL'] }],
    [
      { ...good, ...hook({ url: 'https://127.0.0.1/' }) },
      { 'webhooks.0.url': ['must lead to a host on the public internet'] },
    ],
    [{ ...good, ...hook({ triggers: [] }) }, { 'webhooks.0.triggers': ['name at least one trigger'] }],
    [{ ...good, ...hook({ triggers: ['bot.died'] }) }, { 'webhooks.0.triggers.0': [states] }],
    [
      { ...good, ...hook({ triggers: ['transcript.update', 'transcript.update'] }) },
      { 'webhooks.0.triggers': ['names a trigger twice'] },
    ],
    [{ ...good, ...hook({ secret: 'x' }) }, { 'webhooks.0.secret': ['is not a known field'] }],
    [
      { ...good, webhooks: Array.from({ length: 11 }, () => hook({}).webhooks[0]) },
      { webhooks: ['must be at most 10 items'] },
    ],
    [
      { ...good, recording_settings: { format: 'avi' } },
      { 'recording_settings.format': ['must be one of "mp4", "mp3", "none"'] },
    ],
    [{ ...good, recording_settings: { fps: 60 } }, { 'recording_settings.fps': ['is not a known field'] }],
    [{ ...good, recording_settings: 'mp4' }, { recording_settings: ['must be an object, not a string'] }],
    [
      { ...good, automatic_leave_settings: { waiting_room_timeout_seconds: 0 } },
      { 'automatic_leave_settings.waiting_room_timeout_seconds': ['must be at least 1'] },
    ],
    [
      { ...good, automatic_leave_settings: { waiting_room_timeout_seconds: 1.5 } },
      { 'automatic_leave_settings.waiting_room_timeout_seconds': ['must be a whole number'] },
    ],
    [
      { ...good, automatic_leave_settings: { waiting_room_timeout_seconds: 86_401 } },
      { 'automatic_leave_settings.waiting_room_timeout_seconds': ['must be at most 86400'] },
    ],
    [
      { ...good, automatic_leave_settings: { waiting_room_timeout_seconds: '60' } },
      { 'automatic_leave_settings.waiting_room_timeout_seconds': ['must be a number, not a string'] },
    ],
  ];
  const named = faulty.map(([body, errors]) => ({ body, errors, fault: JSON.stringify(errors) }));
  it('names all faults at once: of the query, of what the body says to be, and of the body', async () => {
    const body = { ...good, bot_name: '', names: 'x' };
    const headers = { 'Content-Type': 'text/plain' };
    const detail = 'send the body as JSON with Content-Type: application/json, not text/plain';
    const errors = {
      colour: ['is not a known field'],
      bot_name: ['must not be empty'],
      names: ['is not a known field'],
    };
    const answer = await call('createBot', { query: 'colour=red', body, headers });
    const expected = problem(415, 'Unsupported Media Type', 'unsupported_media_type', detail, errors);
    expect([answer.status, answer.body]).toEqual([415, expected]);
  });

  it.each(named)('is refused with $fault', async ({ body, errors }) => {
    const before = storedItems().length;
    const answer = await call('createBot', { body });
    expect(answer.body).toEqual({ ...refusal(errors), detail: expect.any(String) });
    expect(answer.status).toBe(400);
    expect(storedItems().length).toBe(before);
  });

  it.each([{}, { meeting_closed_captions: {}, stt_a: {} }, { stt_z: {} }, 'captions'])(
    'with the transcription settings %j is refused',
    async (transcription_settings) => {
      const { body } = await call('createBot', { body: { ...good, transcription_settings } });
      const { status, errors } = body as { status: number; errors: object };
      expect(status).toBe(400);
      for (const field of Object.keys(errors)) expect(field).toMatch(/^transcription_settings/);
    },
  );

  const raw = (metadata: string) => `{"meeting_url":"${good.meeting_url}","bot_name":"x","metadata":${metadata}}`;
  it.each([
    [raw('{"__proto__":{"a":1}}'), { 'metadata.__proto__': ['is not a possible name'] }],
    [`{"__proto__":{"bot_name":"x"},${raw('{}').slice(1)}`, { ['__proto__']: ['is not a possible name'] }],
    [
      raw('{"n":12345678901234567890}'),
      { 'metadata.n': ['is a number too large to be kept exactly: send it as a string'] },
    ],
    [raw('{"n":1e400}'), { 'metadata.n': ['is a number too large to be kept exactly: send it as a string'] }],
    [raw('{"a":["\\ud800"]}'), { 'metadata.a.0': ['holds half of a surrogate pair'] }],
    [raw('{"\\udfff":1}'), { 'metadata.\ufffd': ['is not a possible name'] }],
  ])('with %s is refused', async (body, errors) => {
    const answer = await call('createBot', { body });
    expect(JSON.stringify(answer.body)).toBe(JSON.stringify(refusal(errors)));
  });

  it('is refused with all that is wrong, in the query as well', async () => {
    const { text, ...answer } = await call('createBot', {
      query: 'meeting_url=x&verbose=1',
      body: { meeting_url: 1, bot_name: '', recording_settings: { format: 'avi' } },
    });
    expect(answer).toMatchObject({
      status: 400,
      body: refusal({
        meeting_url: ['is not a known field', 'must be a string, not a number'],
        verbose: ['is not a known field'],
        bot_name: ['must not be empty'],
        'recording_settings.format': ['must be one of "mp4", "mp3", "none"'],
      }),
    });
  });

  it('answers 201 with the bot', async () => {
    const answer = await call('createBot', { body: { ...good, metadata: { a: { b: [1] } } } });
    expect(answer.status).toBe(201);
    expect(answer.headers).toEqual({ 'content-type': 'application/json' });
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^bot_/),
      meeting_url: good.meeting_url,
      state: 'joining',
      events: [{ type: 'join_requested', sub_type: null, created_at: expect.any(String) }],
      transcription_state: 'not_started',
      recording_state: 'not_started',
      join_at: expect.any(String),
      deduplication_key: null,
      metadata: { a: { b: [1] } },
      bot_name: 'Notes',
      recording_settings: { format: 'mp4', view: 'speaker_view', resolution: '1080p' },
      transcription_settings: { meeting_closed_captions: {} },
      automatic_leave_settings: AutomaticLeaveSettings.parse({}),
    });
  });

  it('tells the settings of a bot again, but for what may be a secret', async () => {
    const shown = {
      bot_chat_message: { to: 'everyone' as const, message: 'Good morning' },
      conf_settings: { onbehalf_token: { conf_oauth_connection_user_id: 'user-1' } },
    };
    const { id } = await someBot({
      ...shown,
      bot_image: 'picture.png',
      webhooks: [{ url: 'https://hooks.example.com/secret', triggers: ['bot.state_change'] }],
      transcription_settings: { custom_async: { token: 'secret' } },
      voice_agent_settings: { url: 'https://agent.example.com/secret', reserve_resources: false },
      websocket_settings: {
        audio: { url: 'wss://agent.example.com/secret', sample_rate: 16_000, per_participant: false },
      },
      callback_settings: { conf_tokens_url: 'https://example.com/secret' },
      follows: { calendar_event_id: 'cev_1', calendar_id: 'cal_1', pinned: [] },
    });
    const { text, body } = await call('getBot', { id });
    expect(body).toMatchObject({ ...shown, calendar_event_id: 'cev_1', transcription_settings: { custom_async: {} } });
    expect(text).not.toMatch(/secret|picture/);
  });

  it.each([
    ['Notes\nby Acme', 'must not hold U+000A, a line break'],
    ['Notes\u2028by Acme', 'must not hold U+2028, a line break'],
    ['Notes\tby Acme', 'must not hold U+0009, a tab'],
    ['Notes\u0000', 'must not hold U+0000, a control character'],
    ['Notes\u009b1m', 'must not hold U+009B, a control character'],
    ['\u202eamoC', 'must not hold U+202E, a character that turns the direction of text'],
    ['\u2067Notes', 'must not hold U+2067, a character that turns the direction of text'],
    ['\u200b', 'must hold something that can be seen'],
  ])('with the name %j is refused, and so is the change to it', async (bot_name, fault) => {
    const errors = { bot_name: [fault] };
    const created = await call('createBot', { body: { ...good, bot_name } });
    expect(created).toMatchObject({ status: 400, body: { errors } });
    const { id } = (await call('createBot', { body: scheduled })).body as { id: string };
    expect(await call('updateBot', { id, body: { bot_name } })).toMatchObject({ status: 400, body: { errors } });
  });

  it.each(['Ayşe 👩🏽‍💻', 'علی‌رضا', 'שלום\u200e (Notes)', '会議メモ', 'Zoë’s bot – №1'])(
    'takes the name %s as it is',
    async (bot_name) => {
      expect((await call('createBot', { body: { ...good, bot_name } })).status).toBe(201);
      const stored = storedItems().some((item) => item.bot_name === bot_name);
      expect(stored).toBe(true);
    },
  );

  it.each([
    ['Hello\u0007', 'must not hold U+0007, a control character'],
    ['Hello\tall', 'must not hold U+0009, a tab'],
    ['Hello\u202e', 'must not hold U+202E, a character that turns the direction of text'],
    [' \n ', 'must hold something that can be seen'],
  ])('with the chat message %j is refused', async (message, fault) => {
    const { status, body } = await call('createBot', { body: { ...good, bot_chat_message: { message } } });
    expect([status, body]).toMatchObject([400, { errors: { 'bot_chat_message.message': [fault] } }]);
  });

  it('takes a chat message of several lines, whatever they are parted by', async () => {
    const message = 'Hello.\r\nI take notes.\rAsk me\nto leave.';
    await call('createBot', { body: { ...good, bot_name: 'Lines', bot_chat_message: { message } } });
    const bot = storedItems().find((item) => item.bot_name === 'Lines');
    expect(bot?.bot_chat_message).toMatchObject({ message: 'Hello.\nI take notes.\nAsk me\nto leave.' });
  });

  it('warns in the answer, and there only, of a provider whose key the project has not entered, and of a model that will be switched off', async () => {
    const { status, body } = await call('createBot', { body: { ...scheduled, transcription_settings: { stt_a: {} } } });
    const { id, warnings } = body as { id: string; warnings?: string[] };
    expect([status, warnings]).toEqual([201, [warningOf('Deepgram')]]);
    expect((await call('getBot', { id })).body).not.toHaveProperty('warnings');
    const settings = { stt_b: { model: 'gpt-transcribe' } };
    const changed = await call('updateTranscriptionSettings', { id, body: settings });
    expect(changed.body).toMatchObject({ warnings: [warningOf('OpenAI')] });
    const entered = { provider: 'stt_b', sealed: 'sealed', entered_at: '2026-03-02T09:00:00.000Z' } as const;
    await credentialRepository(table).put(mine.project_id, entered);
    const known = await call('updateTranscriptionSettings', { id, body: settings });
    expect(known.body).not.toHaveProperty('warnings');
    expect(JSON.stringify(known.body)).not.toContain('sealed');
    const leaving = await call('updateTranscriptionSettings', { id, body: { stt_b: { model: 'gpt-4o-transcribe' } } });
    expect(leaving.body).toMatchObject({
      warnings: ['OpenAI switches the model "gpt-4o-transcribe" off on 2027-02-26; "gpt-transcribe" takes its place'],
    });
    const captions = await call('updateTranscriptionSettings', { id, body: { meeting_closed_captions: {} } });
    expect(captions.body).not.toHaveProperty('warnings');
  });

  it.each<[string, Call]>([
    ['in base64', { body: good, base64: true }],
    ['with a charset', { body: good, headers: { 'content-type': 'application/json; charset=utf-8' } }],
    ['as any kind of JSON', { body: good, headers: { 'CONTENT-TYPE': 'application/vnd.acme+json' } }],
    ['trimmed', { body: { ...good, bot_name: `  ${'x'.repeat(255)}  ` } }],
    ['with metadata of exactly 8 KB', { body: { ...good, metadata: { a: '☃'.repeat(2728) } } }],
    [
      'with an offset',
      { body: { ...good, join_at: `${new Date(Date.now() + 7_200_000).toISOString().slice(0, -1)}+01:00` } },
    ],
  ])('takes a body %s', async (_, given) => {
    expect((await call('createBot', given)).status).toBe(201);
  });

  it('with a deduplication key that is taken is refused', async () => {
    const body = { ...scheduled, deduplication_key: 'daily' };
    const first = await call('createBot', { body });
    const { id } = first.body as { id: string };
    const second = await call('createBot', { body });
    expect(second.body).toMatchObject({ status: 400, code: 'duplicate_deduplication_key' });
    expect((await call('deleteBot', { id })).status).toBe(200);
    expect((await call('createBot', { body })).status).toBe(201);
  });
});

describe('any request', () => {
  /** Values of the right kind, of the wrong kind, and missing. */
  const anyOf = (...likely: fc.Arbitrary<unknown>[]) =>
    fc.option(fc.oneof(...likely, fc.jsonValue(), anyText), { nil: undefined });
  const anyBody = fc.record({
    meeting_url: anyOf(fc.constant(good.meeting_url), anyWebUrl),
    bot_name: anyOf(fc.constant('Notes')),
    join_at: anyOf(fc.constant(scheduled.join_at), fc.date().map(String)),
    metadata: anyOf(fc.object({ withNullPrototype: false })),
    deduplication_key: anyOf(fc.uuid()),
    webhooks: anyOf(fc.array(fc.record({ url: anyWebUrl, triggers: fc.constant(['bot.state_change']) }))),
    recording_settings: anyOf(fc.record({ format: fc.constantFrom('mp4', 'none', 'x') })),
    transcription_settings: anyOf(fc.constant({ meeting_closed_captions: {} })),
    automatic_leave_settings: anyOf(fc.record({ waiting_room_timeout_seconds: fc.double() })),
  });

  it('that creates a bot is taken or refused with the fields to change, and never a fault of ours', async () => {
    await fc.assert(
      fc.asyncProperty(anyBody, async (body) => {
        const before = storedItems().length;
        const answer = await call('createBot', { body: JSON.stringify(body) });
        expect([201, 400]).toContain(answer.status);
        if (answer.status === 201)
          expect((answer.body as { metadata: unknown }).metadata).toEqual(jsonOf(body).metadata ?? {});
        else {
          expect(Object.keys((answer.body as { errors: object }).errors).length).toBeGreaterThan(0);
          expect(storedItems().length).toBe(before);
        }
      }),
      { numRuns: runs(100) },
    );
  });
  const jsonOf = (value: object): { metadata?: unknown } => JSON.parse(JSON.stringify(value));

  it('with any body, query and id gets an answer that is no fault of ours', async () => {
    const anyInput = fc.oneof(anyText, anyQuery, fc.json());
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...routeNames), anyInput, anyInput, anyInput, async (name, body, query, id) => {
        const answer = await call(name, { body, query, id: id.toWellFormed() });
        expect(answer.status).toBeLessThan(500);
      }),
      { numRuns: runs(150) },
    );
  });
});

describe('an answer', () => {
  it.each(routeNames.filter((name) => 'response' in routes[name]))('of %s matches its schema', async (name) => {
    const bot = await someBot(stateFor[name] ? { state: stateFor[name] } : {});
    if (name === 'getDiagnostics') await keepPage(bot);
    const id = kindOf(name) === 'bot' ? bot.id : await someId(name);
    const query = name === 'listCalendarEvents' ? `calendar_id=${await someId('getCalendar')}` : undefined;
    const answer = await call(name, { ...(hasId(name) && { id }), query, body: bodyFor(name) });
    const route = routes[name];
    expect(answer.status).toBe(route.success);
    const schema = 'response' in route ? route.response : undefined;
    expect(schema?.parse(answer.body)).toEqual(answer.body);
  });

  it('to a deletion is empty', async () => {
    const { id } = (await call('createBot', { body: scheduled })).body as { id: string };
    const answer = await call('deleteBot', { id });
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect((await call('getBot', { id })).status).toBe(404);
  });

  it('to what the state does not allow says so', async () => {
    const bot = await someBot();
    expect((await call('deleteBot', { id: bot.id })).body).toEqual(
      problem(400, 'Bad Request', 'invalid_state', 'cannot delete: the bot is joining'),
    );
    expect((await call('leaveBot', { id: bot.id })).body).toMatchObject({ state: 'leaving' });
    expect((await call('leaveBot', { id: bot.id })).body).toEqual(
      problem(400, 'Bad Request', 'invalid_state', 'cannot leave: the bot is leaving'),
    );
  });

  it('to a pause and a resumption tells what became of the recording', async () => {
    const bot = await someBot({ state: 'joined_recording', recording_state: 'in_progress' });
    expect((await call('pauseRecording', { id: bot.id })).body).toMatchObject({
      state: 'joined_recording_paused',
      recording_state: 'paused',
    });
    expect((await call('pauseRecording', { id: bot.id })).body).toEqual(
      problem(400, 'Bad Request', 'invalid_state', 'cannot pause recording: the bot is joined_recording_paused'),
    );
    expect((await call('resumeRecording', { id: bot.id })).body).toMatchObject({
      state: 'joined_recording',
      recording_state: 'in_progress',
    });
    expect((await call('resumeRecording', { id: bot.id })).body).toEqual(
      problem(400, 'Bad Request', 'invalid_state', 'cannot resume recording: the bot is joined_recording'),
    );
  });

  it('about a recording has a link of half an hour, and is 404 before there is one', async () => {
    const bot = await someBot();
    const answer = await call('getRecording', { id: bot.id });
    expect(answer.body).toEqual({
      ...recordingOf('k'),
      key: undefined,
      url: expect.stringContaining('expires_in=1800'),
    });
    const { id } = (await call('createBot', { body: scheduled })).body as { id: string };
    const why = 'There is no recording yet: it is there when the bot is ended, and this one is scheduled.';
    expect((await call('getRecording', { id })).body).toEqual(problem(404, 'Not Found', 'not_found', why));
  });

  it('to a fault of ours is a 500 that tells nothing but the request', async () => {
    const bot = await someBot();
    const reading = vi.spyOn(table, 'get').mockImplementation(async ({ sk }) => {
      if (sk === 'bot') throw new Error('secret inner workings');
      return apiKeyItem;
    });
    const apiKeyItem = table
      .items()
      .find(({ kind, project_id }) => kind === 'api_key' && project_id === mine.project_id);
    const logged = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const answer = await call('getBot', { id: bot.id });
    const lines = logged.mock.calls.map(([line]) => String(line));
    reading.mockRestore();
    logged.mockRestore();
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({
      ...problem(
        500,
        'Internal Server Error',
        'internal',
        'Something went wrong on our side. Quote the request id request-1 when you ask.',
      ),
      request_id: 'request-1',
    });
    expect(lines.join('')).toContain('secret inner workings');
    expect(lines.join('')).not.toContain(mine.api_key);
  });
});

describe.each(paged)('the pages of %s', (name) => {
  interface PageBody {
    next: string | null;
    previous: string | null;
    results: { id: string }[];
  }
  const follow = async (url: string, id: string, key = mine.api_key) => {
    const { origin, pathname, search } = new URL(url);
    expect(`${origin}${pathname}`).toBe(`https://api.example.com${routes[name].path.replace('{object_id}', id)}`);
    return call(name, { id, query: search.slice(1) }, key);
  };
  /** A first page of one entry, with others after it. */
  const firstPage = async (filter = '') => {
    const bot = await someBot();
    await someBot();
    const answer = await call(name, { id: bot.id, query: `page_size=1${filter}` });
    return { id: bot.id, page: answer.body as PageBody };
  };

  it('are linked there and back by absolute URLs', async () => {
    const { id, page } = await firstPage();
    expect(page.previous).toBeNull();
    expect(page.next).toContain('page_size=1');
    const second = (await follow(page.next ?? '', id)).body as PageBody;
    expect(second.results.map((result) => result.id)).not.toEqual(page.results.map((result) => result.id));
    const back = (await follow(second.previous ?? '', id)).body as PageBody;
    expect(back.results).toEqual(page.results);
    expect(back.previous).toBeNull();
  });

  it('may change their size on the way', async () => {
    const { id, page } = await firstPage();
    const answer = await follow((page.next ?? '').replace('page_size=1', 'page_size=100'), id);
    expect(answer.status).toBe(200);
  });

  const invalid = problem(
    400,
    'Bad Request',
    'invalid_cursor',
    'the cursor is not valid here: take it from `next` or `previous` and keep the other parameters as they were',
  );
  it('are refused with a cursor of another project', async () => {
    const { id, page } = await firstPage();
    expect((await follow(page.next ?? '', id, theirs.api_key)).body).toEqual(invalid);
  });
  it('are refused with a cursor of other filters', async () => {
    const { id, page } = await firstPage();
    const filter =
      name === 'listBots'
        ? 'states=joining'
        : name === 'listChatMessages'
          ? 'updated_after=2020-01-01T00:00:00Z'
          : 'after=2020-01-01T00:00:00Z';
    expect((await follow(`${page.next}&${filter}`, id)).body).toEqual(invalid);
    const filtered = await firstPage(`&${filter}`);
    const url = new URL(filtered.page.next ?? '');
    expect((await follow(url.href, filtered.id)).status).toBe(200);
    url.searchParams.delete(filter.split('=')[0] ?? '');
    expect((await follow(url.href, filtered.id)).body).toEqual(invalid);
  });
  it('are refused with a cursor of another list', async () => {
    for (const other of paged.filter((list) => list !== name)) {
      const bot = await someBot();
      await someBot();
      const { next } = (await call(other, { id: bot.id, query: 'page_size=1' })).body as PageBody;
      const query = new URL(next ?? '').search.slice(1);
      expect((await call(name, { id: bot.id, query })).body).toEqual(invalid);
    }
  });
  it('are refused with a cursor of another bot', async () => {
    if (name === 'listBots') return;
    const { page } = await firstPage();
    const query = new URL(page.next ?? '').search.slice(1);
    expect((await call(name, { id: (await someBot()).id, query })).body).toEqual(invalid);
  });
  it.each(['x', 'bmV4dA', '....', '%00', '%F0%9F%98%80', 'x'.repeat(2048)])(
    'are refused with the cursor %s',
    async (cursor) => {
      expect((await call(name, { id: (await someBot()).id, query: `cursor=${cursor}` })).body).toEqual(invalid);
    },
  );
  it.each<[string, Record<string, string[]>]>([
    ['cursor=', { cursor: ['must not be empty'] }],
    ['cursor=a&cursor=b', { cursor: ['must be a string, not an array'] }],
    [`cursor=${'x'.repeat(2049)}`, { cursor: ['must be at most 2048 characters'] }],
    ...['0', '101', '-1', '1.5', 'x', '', '1e9', '1&page_size=2'].map((size): [string, Record<string, string[]>] => [
      `page_size=${size}`,
      { page_size: ['must be a whole number from 1 to 100'] },
    ]),
  ])('are refused with %s', async (query, errors) => {
    expect((await call(name, { id: (await someBot()).id, query })).body).toEqual(refusal(errors));
  });
});

describe('the filters of bots', () => {
  const dateTime = 'must be an ISO 8601 date-time with a time zone, such as 2026-11-20T09:00:00Z';
  it.each([
    ['states=dead', 'states.0'],
    ['states=joining,dead', 'states.1'],
    ['states=joining&states=', 'states.1'],
  ])('refuse %s', async (query, field) => {
    const sentence = expect.stringMatching(/^must be one of "ready", "scheduled", /);
    expect((await call('listBots', { query })).body).toMatchObject({ errors: { [field]: [sentence] } });
  });
  it.each(['join_at_after=yesterday', 'join_at_before=2026-01-01', 'join_at_after=2026-01-01T00:00:00'])(
    'refuse %s',
    async (query) => {
      const [field = ''] = query.split('=');
      expect((await call('listBots', { query })).body).toEqual(refusal({ [field]: [dateTime] }));
    },
  );
  it('take states between commas and repeated, and find a link in any form', async () => {
    const project = await newProject('of filters');
    const create = (body: object) => call('createBot', { body: { ...good, ...body } }, project.api_key);
    await create({});
    await create({ join_at: scheduled.join_at, meeting_url: 'https://zoom.us/j/123456789?pwd=p' });
    const count = async (query: string) => {
      const { results } = (await call('listBots', { query }, project.api_key)).body as { results: unknown[] };
      return results.length;
    };
    expect(await count('states=joining,scheduled')).toBe(2);
    expect(await count('states=joining&states=scheduled')).toBe(2);
    expect(await count('states=ended')).toBe(0);
    expect(await count(`meeting_url=${encodeURIComponent('http://zoom.us/j/123456789?pwd=p&uname=x')}`)).toBe(1);
    expect(await count(`meeting_url=${encodeURIComponent(`${good.meeting_url}?utm=1`)}`)).toBe(1);
  });
});
