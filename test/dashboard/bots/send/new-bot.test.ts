import { describe, expect, it } from 'vitest';
import {
  aNewBot,
  bodyOf,
  faultOfMinutes,
  faultOfMoment,
  isInTime,
  isOffered,
  objectIn,
  overruled,
  shownBody,
  usualMinutes,
} from '../../../../dashboard/bots/send/new-bot.ts';
import { CreateBotBody } from '../../../../lib/api/schemas/bots.ts';
import { AutomaticLeaveSettings } from '../../../../lib/domain/bot/settings.ts';

const hosts = { jitsi: ['meet.example.com'], galene: [], livekit: [], demo_room: [] };
const form = { ...aNewBot, link: ' https://meet.google.com/abc-defg-hij ' };
const now = new Date('2026-11-24T10:00').getTime();
const body = (change: Partial<typeof aNewBot> = {}) => bodyOf({ ...form, ...change }, hosts);

it('a server for transcription is offered where the operator has set one up, and every hosted provider anyhow', () => {
  for (const has_transcription_server of [true, false]) {
    expect(isOffered('custom_async', { has_transcription_server })).toBe(has_transcription_server);
    expect(isOffered('stt_a', { has_transcription_server })).toBe(true);
  }
});

describe('what the form sends', () => {
  it('is a link and a name, unless something is not as usual', () => {
    expect(body()).toEqual({ meeting_url: 'https://meet.google.com/abc-defg-hij', bot_name: 'Minutes' });
  });

  it('is all that was chosen, in the form that the API takes', () => {
    const whole = body({
      ...{ when: '2100-01-02T10:30', format: 'mp4', view: 'gallery_view', resolution: '720p' },
      ...{ provider: 'stt_a', language: 'de', greeting: 'Hello', agent: 'https://example.com/agent' },
      ...{ waits: '5', alone: '2', silent: '0.5', rest: '{ "metadata": { "customer": "acme" } }' },
      picture: { name: 'bot.png', data: 'iVBORw0KGgo=' },
    });
    expect(CreateBotBody.safeParse(whole).error).toBeUndefined();
    expect(whole).toMatchObject({
      bot_image: { type: 'image/png', data: 'iVBORw0KGgo=' },
      join_at: new Date('2100-01-02T10:30').toISOString(),
      recording_settings: { view: 'gallery_view', resolution: '720p' },
      transcription_settings: { stt_a: { language: 'de' } },
      bot_chat_message: { to: 'everyone', message: 'Hello' },
      voice_agent_settings: { url: 'https://example.com/agent', reserve_resources: true },
      automatic_leave_settings: {
        waiting_room_timeout_seconds: 300,
        only_participant_in_meeting_timeout_seconds: 120,
        silence_timeout_seconds: 30,
      },
      metadata: { customer: 'acme' },
    });
  });

  it.each(['stt_a', 'stt_b', 'custom_async'] as const)('is taken by the API with each provider: %s', (provider) => {
    for (const language of ['', 'en'])
      expect(CreateBotBody.safeParse(body({ provider, language })).error).toBeUndefined();
  });

  it.each([
    ['https://meet.google.com/abc-defg-hij', { platform_a_language: 'x' }],
    ['https://us02web.zoom.us/j/82345678901', { platform_b_language: 'x' }],
    ['https://teams.microsoft.com/meet/2461873920411?p=Abc123', { platform_c_language: 'x' }],
  ])('names the language of captions as the platform does: %s', (link, meeting_closed_captions) => {
    expect(body({ link, language: 'x' })).toMatchObject({ transcription_settings: { meeting_closed_captions } });
  });

  it('says no language where a platform has no captions, and no layout where there is no picture', () => {
    expect(body({ link: 'https://meet.example.com/daily', language: 'en' })).not.toHaveProperty(
      'transcription_settings',
    );
    expect(body({ format: 'mp3', view: 'gallery_view' })).toMatchObject({ recording_settings: { format: 'mp3' } });
  });

  it('is shown with the name of a picture in the place of it', () => {
    const shown = shownBody({ ...form, picture: { name: 'bot.png', data: 'iVBORw0KGgo=' } }, hosts);
    expect(JSON.stringify(shown)).toContain('bot.png in base64');
    expect(JSON.stringify(shown)).not.toContain('iVBORw0KGgo');
  });

  // A year takes six digits while somebody types: 2026, and the 14 of fourteen hours.
  it.each(['202614-11-24T10:00', '275761-01-01T00:00', 'soon'])(
    'is not ready, and can be shown, at no moment: %s',
    (when) => {
      expect(faultOfMoment(when, now)).toBe('This is not a moment yet.');
      expect(isInTime({ ...form, when }, now)).toBe(false);
      expect(shownBody({ ...form, when }, hosts)).not.toHaveProperty('join_at');
    },
  );
  it.each(['', '2026-11-24T10:00', '2027-11-18T10:00'])(
    'is ready at once, or at a moment of the next 360 days: %j',
    (when) => expect(isInTime({ ...form, when }, now)).toBe(true),
  );
  it.each([
    ['2026-11-24T09:59', 'This is over. Left empty, it joins now.'],
    ['2027-11-20T10:00', 'At most 360 days ahead.'],
  ])('is not ready at one that the API refuses: %s', (when, says) => {
    expect(faultOfMoment(when, now)).toBe(says);
    expect(isInTime({ ...form, when }, now)).toBe(false);
  });

  it.each(['', '1', '0.5', '1440'])('is ready with minutes that the API takes: %j', (waits) => {
    expect(isInTime({ ...form, waits }, now)).toBe(true);
    expect(CreateBotBody.safeParse(body({ waits })).success).toBe(true);
  });
  it.each(['0', '-1', '0.001', '1441', 'soon'])('is not ready with others, and says so in minutes: %s', (alone) => {
    expect(faultOfMinutes(alone)).toContain('at most 1440 minutes');
    expect(isInTime({ ...form, alone }, now)).toBe(false);
    expect(CreateBotBody.safeParse(body({ alone })).success).toBe(false);
  });
  it('says what counts where nothing is entered', () => {
    expect(AutomaticLeaveSettings.parse({})).toMatchObject({
      waiting_room_timeout_seconds: usualMinutes.waits * 60,
      only_participant_in_meeting_timeout_seconds: usualMinutes.alone * 60,
      silence_timeout_seconds: usualMinutes.silent * 60,
      silence_activate_after_seconds: usualMinutes.before_silence * 60,
    });
  });

  describe('with JSON of what else the API takes', () => {
    const settings = { waits: '5', view: 'gallery_view', provider: 'stt_a', language: 'de' } as const;
    const both = (rest: object) => {
      const change = { ...settings, rest: JSON.stringify(rest) };
      return { sent: body(change), told: overruled({ ...form, ...change }, hosts) };
    };

    it('is both, also where they speak of the same group of settings', () => {
      const { sent, told } = both({
        recording_settings: { resolution: '720p' },
        automatic_leave_settings: { max_uptime_seconds: 600 },
        transcription_settings: { stt_a: { model: 'nova-3' } },
      });
      expect(sent).toMatchObject({
        recording_settings: { view: 'gallery_view', resolution: '720p' },
        automatic_leave_settings: { waiting_room_timeout_seconds: 300, max_uptime_seconds: 600 },
        transcription_settings: { stt_a: { language: 'de', model: 'nova-3' } },
      });
      expect(told).toEqual([]);
    });

    it('is what the JSON says where both say something else, and that is told', () => {
      const { sent, told } = both({ bot_name: 'Notes', recording_settings: { view: 'speaker_view' } });
      expect(sent).toMatchObject({ bot_name: 'Notes', recording_settings: { view: 'speaker_view' } });
      expect(told).toEqual(['bot_name', 'recording_settings.view']);
    });

    it('is transcribed by one provider, which is that of the JSON', () => {
      const { sent, told } = both({ transcription_settings: { stt_b: { model: 'gpt-4o-transcribe' } } });
      expect(sent).toMatchObject({ transcription_settings: { stt_b: { model: 'gpt-4o-transcribe' } } });
      expect(sent).not.toHaveProperty('transcription_settings.stt_a');
      expect(told).toEqual(['transcription_settings.stt_a.language']);
      expect(CreateBotBody.safeParse(sent).error).toBeUndefined();
    });

    it('names another model than the usual one, which takes the place of nothing that was entered', () => {
      const transcription_settings = { stt_b: { model: 'gpt-4o-transcribe' } };
      const change = { provider: 'stt_b', rest: JSON.stringify({ transcription_settings }) } as const;
      expect(body(change)).toMatchObject({ transcription_settings });
      expect(overruled({ ...form, ...change }, hosts)).toEqual([]);
      const other = { provider: 'stt_b', rest: '{ "transcription_settings": { "stt_a": {} } }' } as const;
      expect(overruled({ ...form, ...other }, hosts)).toEqual(['transcription_settings.stt_b']);
    });

    it('tells nothing where both say the same, or it is no JSON yet', () => {
      expect(both({ bot_name: 'Minutes' }).told).toEqual([]);
      expect(overruled({ ...form, rest: '{ "bot_name": ' }, hosts)).toEqual([]);
    });
  });

  it.each(['', ' ', '{}'])('has nothing else where nothing is said: %j', (text) => expect(objectIn(text)).toEqual({}));
  it.each(['[]', '1', 'null', '{'])('is not made of what is no object: %j', (text) =>
    expect(objectIn(text)).toBeUndefined(),
  );
});
