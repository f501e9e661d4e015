import { describe, expect, it, vi } from 'vitest';
import { AutomaticLeaveSettings } from '../../../../lib/domain/bot/settings.ts';
import { answerHeaders } from '../../../../lib/net/serving/answer-headers.ts';
import { credentialRepository } from '../../../../lib/storage/secrets/credentials.ts';
import { goodBodyFor } from '../../../lab/api/good-bodies.ts';
import type { Call } from '../../../lab/api/requests.ts';
import { call, good, mine, newProject, scheduled, someBot, storedItems, table } from '../projects.ts';

/** What is said about a provider whose key is missing. */
const warningOf = (maker: string): string =>
  `this project has no key for ${maker}; until it has one, what is said is marked \`credentials_not_found\` in the transcript`;

const notToldToBots = 'only subscribers of the project are told of calendars and connections';

describe('creating a bot', () => {
  it('answers 201 with the bot', async () => {
    const answer = await call('createBot', { body: { ...good, metadata: { a: { b: [1] } } } });
    expect(answer.status).toBe(201);
    expect(answer.headers).toEqual({ ...answerHeaders, 'content-type': 'application/json' });
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

  it.each([
    ['calendar.events_update', [notToldToBots]],
    ['conf_oauth_connection.state_change', [notToldToBots]],
    ['bot.state_change', undefined],
  ] as const)('warns that webhooks of a bot are not told of what is no bot: %s', async (trigger, warnings) => {
    const webhooks = [{ url: 'https://hooks.example.com/', triggers: [trigger] }];
    const { status, body } = await call('createBot', { body: { ...good, webhooks } });
    expect([status, body]).toEqual([201, expect.objectContaining({ state: 'joining' })]);
    const { warnings: told } = body as { warnings?: readonly string[] };
    expect(told).toEqual(warnings);
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

  it.each(['Ayşe 👩🏽‍💻', 'علی‌رضا', 'שלום\u200e (Notes)', '会議メモ', 'Zoë’s bot – №1'])(
    'takes the name %s as it is',
    async (bot_name) => {
      expect((await call('createBot', { body: { ...good, bot_name } })).status).toBe(201);
      const stored = storedItems().some((item) => item.bot_name === bot_name);
      expect(stored).toBe(true);
    },
  );

  it('takes a chat message of several lines, whatever they are parted by', async () => {
    const message = 'Hello.\r\nI take notes.\rAsk me\nto leave.';
    await call('createBot', { body: { ...good, bot_name: 'Lines', bot_chat_message: { message } } });
    const bot = storedItems().find((item) => item.bot_name === 'Lines');
    expect(bot?.bot_chat_message).toMatchObject({ message: 'Hello.\nI take notes.\nAsk me\nto leave.' });
  });

  it('warns of a provider whose key the project has not entered, and of a model that will be switched off, also whoever looks later', async () => {
    const { status, body } = await call('createBot', { body: { ...scheduled, transcription_settings: { stt_a: {} } } });
    const { id, warnings } = body as { id: string; warnings?: string[] };
    expect([status, warnings]).toEqual([201, [warningOf('Deepgram')]]);
    const logged = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    expect((await call('getBot', { id })).body).toMatchObject({ warnings });
    expect((await call('updateBot', { id, body: { metadata: {} } })).body).toMatchObject({ warnings });
    expect(logged.mock.calls.flat().join('')).not.toContain('has no key');
    const settings = { stt_b: { model: 'gpt-transcribe' } };
    const changed = await call('updateTranscriptionSettings', { id, body: settings });
    expect(changed.body).toMatchObject({ warnings: [warningOf('OpenAI')] });
    const entered = { provider: 'stt_b', sealed: 'sealed', entered_at: '2026-03-02T09:00:00.000Z' } as const;
    await credentialRepository(table).put(mine.project_id, entered);
    const known = await call('updateTranscriptionSettings', { id, body: settings });
    expect(known.body).not.toHaveProperty('warnings');
    expect(JSON.stringify(known.body)).not.toContain('sealed');
    // It is refused from the next day on.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-02-25T12:00:00Z') });
    const leaving = await call('updateTranscriptionSettings', { id, body: { stt_b: { model: 'gpt-4o-transcribe' } } });
    vi.useRealTimers();
    expect(leaving.body).toMatchObject({
      warnings: ['OpenAI switches the model "gpt-4o-transcribe" off on 2027-02-26; "gpt-transcribe" takes its place'],
    });
    const captions = await call('updateTranscriptionSettings', { id, body: { meeting_closed_captions: {} } });
    expect(captions.body).not.toHaveProperty('warnings');
  });

  it('warns likewise of an app session', async () => {
    // Of a project of its own: a stream that has a session already, of a test before, gets no other one.
    const { api_key } = await newProject('without keys');
    const body = { ...goodBodyFor('createAppSession'), transcription_settings: { stt_a: {} } };
    const made = await call('createAppSession', { body }, api_key);
    const { id, warnings } = made.body as { id: string; warnings?: string[] };
    expect(warnings).toEqual([warningOf('Deepgram')]);
    expect((await call('getAppSession', { id }, api_key)).body).not.toHaveProperty('warnings');
  });

  it('warns of nothing that was missing for a bot that is over', async () => {
    const { id } = await someBot({
      state: 'ended',
      transcription_settings: { stt_a: { language: 'en', model: 'nova-3' } },
    });
    expect((await call('getBot', { id })).body).not.toHaveProperty('warnings');
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
