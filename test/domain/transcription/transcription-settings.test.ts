import { describe, expect, it } from 'vitest';
import {
  longestAnswerSeconds,
  speechOrderOf,
  TranscriptionSettings,
} from '../../../lib/domain/transcription/transcription-settings.ts';

describe('the settings of transcription', () => {
  it.each([{}, { stt_a: {}, meeting_closed_captions: {} }])(
    '%j are refused: exactly one provider is named',
    (given) => {
      const { error } = TranscriptionSettings.safeParse(given);
      expect(error?.message).toContain(
        'must name exactly one provider: stt_a, stt_b, meeting_closed_captions, custom_async',
      );
    },
  );

  it('of custom_async may be anything of a few kilobytes, by any name but those of the fields that are sent with every piece', () => {
    const properties = { language: 'de', temperature: 0.5, diarise: true, words: ['Acme'], prompt: 'x'.repeat(8_000) };
    expect(TranscriptionSettings.parse({ custom_async: properties })).toEqual({ custom_async: properties });
    for (const name of ['audio', 'sample_rate']) {
      const { error } = TranscriptionSettings.safeParse({ custom_async: { [name]: 'x' } });
      expect(error?.message).toContain('is a field of the form already');
    }
    const { error } = TranscriptionSettings.safeParse({ custom_async: { prompt: 'x'.repeat(8_192) } });
    expect(error?.message).toContain('must be at most 8192 bytes as JSON');
  });

  it('of stt_a may hold no terms in any language, and some in English only', () => {
    const settings = (keyterms: string[]) => ({ stt_a: { language: 'multi', model: 'nova-3', keyterms, redact: [] } });
    expect(TranscriptionSettings.parse(settings([]))).toEqual(settings([]));
    const { error } = TranscriptionSettings.safeParse(settings(['Acme']));
    expect(error?.issues[0]?.path).toEqual(['stt_a', 'keyterms']);
  });

  it.each(['en', 'eng', 'yue', 'haw'])('of stt_b name a language by two letters or three: %s', (language) => {
    const settings = { stt_b: { model: 'gpt-transcribe', language } };
    expect(TranscriptionSettings.parse(settings)).toEqual(settings);
  });

  it('of stt_b hold a prompt only for models that understand one', () => {
    const settings = (model: string) => ({ stt_b: { model, prompt: 'Names: Acme' } });
    expect(TranscriptionSettings.parse(settings('gpt-4o-transcribe'))).toEqual(settings('gpt-4o-transcribe'));
    const { error } = TranscriptionSettings.safeParse(settings('gpt-4o-transcribe-diarize'));
    expect(error?.issues[0]?.path).toEqual(['stt_b', 'prompt']);
  });
});

describe('what goes along with a piece of speech', () => {
  it('is its provider, and what that is told', () => {
    expect(speechOrderOf({ custom_async: { language: 'de' } })).toEqual({
      provider: 'custom_async',
      parameters: { language: 'de' },
    });
    expect(speechOrderOf(TranscriptionSettings.parse({ stt_a: {} }))).toEqual({
      provider: 'stt_a',
      parameters: { language: 'multi', model: 'nova-3' },
    });
  });

  it('is nothing where text is read from captions', () => {
    expect(speechOrderOf({ meeting_closed_captions: {} })).toBeUndefined();
  });
});

it('nobody waits longer for an answer than for the slowest provider', () => {
  expect(
    [5, 600].map((transcription_timeout_seconds) => longestAnswerSeconds({ transcription_timeout_seconds })),
  ).toEqual([60, 600]);
});
