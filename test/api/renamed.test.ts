import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { pathsOf } from '../../lib/api/endpoints.ts';
import { inNeutralNames, inPlainNames } from '../../lib/api/renamed.ts';
import { botRoutes } from '../../lib/api/routes/bots.ts';
import { plainNames } from '../../lib/domain/access/plain-names.ts';
import { webhookTriggers } from '../../lib/domain/webhook/webhook-triggers.ts';

const { body: CreateBot } = botRoutes.createBot;
const Metadata = z.record(z.string(), z.unknown());
const Calendar = z.object({
  platform: z.enum(['calendar_provider_a', 'calendar_provider_b']),
  conf_oauth_app_id: z.string().nullable(),
  triggers: z.array(z.enum(webhookTriggers)),
  metadata: Metadata,
});

const plainBot = {
  meeting_url: 'https://zoom.us/j/123456789',
  bot_name: 'openai',
  metadata: { deepgram: { zoom_settings: 1 } },
  transcription_settings: { deepgram: { language: 'en', keyterms: ['zoom_rtms'] } },
  zoom_settings: { onbehalf_token: { zoom_oauth_connection_user_id: 'u-1' } },
  callback_settings: { zoom_tokens_url: 'https://example.com/tokens' },
  webhooks: [{ url: 'https://example.com/deepgram', triggers: ['zoom_oauth_connection.state_change'] }],
};
const neutralBot = {
  meeting_url: 'https://zoom.us/j/123456789',
  bot_name: 'openai',
  metadata: { deepgram: { zoom_settings: 1 } },
  transcription_settings: { stt_a: { language: 'en', keyterms: ['zoom_rtms'] } },
  conf_settings: { onbehalf_token: { conf_oauth_connection_user_id: 'u-1' } },
  callback_settings: { conf_tokens_url: 'https://example.com/tokens' },
  webhooks: [{ url: 'https://example.com/deepgram', triggers: ['conf_oauth_connection.state_change'] }],
};

describe('plain names', () => {
  it('mean what the neutral ones do, wherever they are names, and nothing where they are words of the client', () => {
    expect(inNeutralNames(CreateBot, plainBot)).toEqual({ value: neutralBot, wasPlain: true });
    expect(inNeutralNames(CreateBot, neutralBot)).toEqual({ value: neutralBot, wasPlain: false });
    CreateBot.parse(neutralBot);
  });

  it.each([
    [
      { meeting_closed_captions: { google_meet_language: 'de-DE' } },
      { meeting_closed_captions: { platform_a_language: 'de-DE' } },
    ],
    [
      { meeting_closed_captions: { zoom_language: 'German' } },
      { meeting_closed_captions: { platform_b_language: 'German' } },
    ],
    [
      { meeting_closed_captions: { teams_language: 'de-de' } },
      { meeting_closed_captions: { platform_c_language: 'de-de' } },
    ],
    [{ openai: { model: 'gpt-transcribe' } }, { stt_b: { model: 'gpt-transcribe' } }],
    // All of it goes to the operator's server as it is.
    [{ custom_async: { deepgram: 'x' } }, { custom_async: { deepgram: 'x' } }],
  ])('of transcription: %j', (given, meant) => {
    expect(inNeutralNames(botRoutes.updateTranscriptionSettings.body, given).value).toEqual(meant);
  });

  it('and neutral ones for the same thing are refused', () => {
    const both = { ...neutralBot, transcription_settings: { deepgram: {}, stt_a: {} } };
    expect(() => inNeutralNames(CreateBot, both)).toThrow(
      'transcription_settings.deepgram: is there by its other name, too: leave one of them out',
    );
  });

  it.each([['text'], [null], [['deepgram']], [{ transcription_settings: 7 }], [{ webhooks: [null, 3] }]])(
    'are looked for in anything that may come: %j',
    (given) => {
      expect(inNeutralNames(CreateBot, given)).toEqual({ value: given, wasPlain: false });
    },
  );

  it('do not let a member that only looks like one of ours through', () => {
    const given = JSON.parse('{"__proto__": {"stt_a": 1}, "constructor": 1}');
    expect(Object.keys(inNeutralNames(CreateBot, given).value as object)).toEqual(['__proto__', 'constructor']);
  });

  it('are those of answers, but for what belongs to the client', () => {
    const triggers = ['conf_oauth_connection.state_change' as const, 'bot.state_change' as const];
    const calendar = {
      platform: 'calendar_provider_a',
      conf_oauth_app_id: 'stt_a',
      triggers,
      metadata: { stt_a: 'stt_a' },
    };
    expect(
      inPlainNames(z.object({ next: z.null(), results: z.array(Calendar) }), { next: null, results: [calendar] }),
    ).toEqual({
      next: null,
      results: [
        {
          platform: 'google',
          zoom_oauth_app_id: 'stt_a',
          triggers: ['zoom_oauth_connection.state_change', 'bot.state_change'],
          metadata: { stt_a: 'stt_a' },
        },
      ],
    });
  });

  it('stand in paths beside the neutral ones', () => {
    expect(pathsOf('/api/v1/conf_oauth_connections/{object_id}')).toEqual([
      '/api/v1/conf_oauth_connections/{object_id}',
      '/api/v1/zoom_oauth_connections/{object_id}',
    ]);
    expect(pathsOf('/api/v1/bots')).toEqual(['/api/v1/bots']);
  });

  it('are each of one thing, and of no other', () => {
    const all = Object.entries(plainNames).flat();
    expect(new Set(all).size).toBe(all.length);
  });
});
