import { describe, expect, it } from 'vitest';
import type { RouteName } from '../../../../lib/api/routes.ts';
import { goodBodyFor } from '../../../lab/api/good-bodies.ts';
import { unknownIdFor } from '../../../lab/api/resources.ts';
import { call, good, problem, refusal, scheduled, storedItems } from '../projects.ts';

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
          'must be a link to a meeting of Google Meet, Zoom or Teams, or of Jitsi Meet, Galène, LiveKit or the demo room on a host that the operator has listed',
        ],
      },
    ],
    [{ ...good, bot_name: '' }, { bot_name: ['must not be empty'] }],
    [{ ...good, bot_name: '  ' }, { bot_name: ['must not be empty'] }],
    [{ ...good, bot_name: long(256) }, { bot_name: ['must be at most 255 characters'] }],
    [{ ...good, bot_name: { a: 1 } }, { bot_name: ['must be a string, not an object'] }],
    [{ ...good, bot_nmae: 'x' }, { bot_nmae: ['is not a known field: did you mean bot_name?'] }],
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
      {
        ...good,
        webhooks: Array.from({ length: 11 }, (_, n) => hook({ url: `https://example.com/${n}` }).webhooks[0]),
      },
      { webhooks: ['must be at most 10 items'] },
    ],
    [
      {
        ...good,
        webhooks: [
          ...hook({ triggers: ['bot.state_change', 'transcript.update'] }).webhooks,
          ...hook({ triggers: ['transcript.update'] }).webhooks,
        ],
      },
      { webhooks: ['name a URL and a trigger twice'] },
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

  it('names what no schema can see together with what a schema sees', async () => {
    const body = {
      meeting_url: 'https://example.com/lunch',
      bot_name: '',
      join_at: '2020-01-01T00:00:00Z',
      webhooks: [{ url: 'https://10.0.0.1/hook', triggers: ['bot.state_change'] }],
      recording_settings: { view: 'none' },
    };
    const { errors } = (await call('createBot', { body })).body as { errors: object };
    const fields = ['bot_name', 'join_at', 'meeting_url', 'recording_settings.view', 'webhooks.0.url'];
    expect(Object.keys(errors).toSorted()).toEqual(fields);
  });

  it('names it also within a field in which something else is wrong', async () => {
    const body = {
      ...good,
      bot_image: { type: 'image/jpeg', data: Buffer.from('no picture').toString('base64') },
      webhooks: [7, { url: 'https://10.0.0.1/hook', triggers: ['none'] }, { url: 'http://example.com' }],
      voice_agent_settings: { url: 'https://10.0.0.1/', reserve_resources: 'yes' },
      websocket_settings: { audio: { url: 'https://example.com/', sample_rate: 1 } },
      transcription_settings: { custom_async: {}, stt_a: { model: 7 } },
    };
    const { errors } = (await call('createBot', { body })).body as { errors: object };
    expect(Object.keys(errors).toSorted()).toEqual([
      ...['bot_image.data', 'bot_image.type', 'transcription_settings.custom_async'],
      ...['transcription_settings.stt_a.model', 'voice_agent_settings.reserve_resources', 'voice_agent_settings.url'],
      ...['webhooks.0', 'webhooks.1.triggers.0', 'webhooks.1.url', 'webhooks.2.triggers', 'webhooks.2.url'],
      ...['websocket_settings.audio.sample_rate', 'websocket_settings.audio.url'],
    ]);
  });

  it.each<[RouteName, object, string[]]>([
    ['updateBot', { meeting_url: 'https://example.com/lunch', bot_name: '' }, ['bot_name', 'meeting_url']],
    [
      'createAppSession',
      {
        ...goodBodyFor('createAppSession'),
        metadata: 3,
        webhooks: [{ url: 'https://10.0.0.1/hook', triggers: ['bot.state_change'] }],
      },
      ['metadata', 'webhooks.0.url'],
    ],
  ])('and so does %s', async (name, body, fields) => {
    const { errors } = (await call(name, { id: unknownIdFor(name), body })).body as { errors: object };
    expect(Object.keys(errors).toSorted()).toEqual(fields);
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
      body: {
        detail:
          'meeting_url: is not a known field; verbose: is not a known field; bot_name: must not be empty; and 1 more',
        errors: {
          meeting_url: ['is not a known field', 'must be a string, not a number'],
          verbose: ['is not a known field'],
          bot_name: ['must not be empty'],
          'recording_settings.format': ['must be one of "mp4", "mp3", "none"'],
        },
      },
    });
  });

  it.each([
    ['Notes\nby Acme', 'must not hold U+000A, a line break'],
    ['Notes\u2028by Acme', 'must not hold U+2028, a line break'],
    ['Notes\tby Acme', 'must not hold U+0009, a tab'],
    ['\tNotes', 'must not hold U+0009, a tab'],
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

  it.each([
    ['Hello\u0007', 'must not hold U+0007, a control character'],
    ['Hello\tall', 'must not hold U+0009, a tab'],
    ['Hello\u202e', 'must not hold U+202E, a character that turns the direction of text'],
    [' \n ', 'must hold something that can be seen'],
  ])('with the chat message %j is refused', async (message, fault) => {
    const { status, body } = await call('createBot', { body: { ...good, bot_chat_message: { message } } });
    expect([status, body]).toMatchObject([400, { errors: { 'bot_chat_message.message': [fault] } }]);
  });
});
