import { describe, expect, it } from 'vitest';
import { InvalidTransitionError } from '../../../lib/domain/errors.ts';
import type { TranscriptionSettingsChange } from '../../../lib/domain/transcription/transcription-settings-change.ts';
import { transcriptWaitSeconds } from '../../../lib/domain/transcription/transcription-times.ts';
import { createUpdateTranscriptionSettings } from '../../../lib/usecases/bots/update-transcription-settings.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { aBotInMeeting, tooLate } from '../../lab/worlds/bot-in-meeting.ts';

describe('the transcription of a bot', () => {
  const german = { meeting_closed_captions: { platform_a_language: 'de-DE' } };
  const deepgram = { stt_a: { language: 'en', model: 'nova-3' } };

  it('gets other settings in the middle of the meeting', async () => {
    const { ports, ref, worker } = await aBotInMeeting();
    await createUpdateTranscriptionSettings(ports)(ref, german);
    expect((await worker().bot()).transcription_settings).toEqual(german);
  });

  it.each(['scheduled', 'joined_recording'] as const)(
    'changes hands from captions to a provider while the bot is %s',
    async (state) => {
      const { ports, ref, bots } = await aBotInMeeting({ state });
      await createUpdateTranscriptionSettings(ports)(ref, deepgram);
      const bot = await bots.get(ref);
      expect([bot?.transcription_settings, bot?.was_heard]).toEqual([deepgram, undefined]);
    },
  );

  it('changes hands from a provider to captions; what the provider was sent is waited for', async () => {
    const { ports, ref, bots } = await aBotInMeeting({ transcription_settings: deepgram });
    await createUpdateTranscriptionSettings(ports)(ref, german);
    const bot = await bots.get(ref);
    expect([bot?.transcription_settings, bot?.was_heard]).toEqual([german, true]);
    const operated = { transcription_timeout_seconds: 120 };
    expect(bot && transcriptWaitSeconds(bot, operated)).toBe(
      transcriptWaitSeconds({ transcription_settings: deepgram }, operated),
    );
  });

  it('is waited for no longer where the provider was changed before anything was heard', async () => {
    const { ports, ref, bots } = await aBotInMeeting({ state: 'scheduled', transcription_settings: deepgram });
    await createUpdateTranscriptionSettings(ports)(ref, german);
    expect((await bots.get(ref))?.was_heard).toBeUndefined();
  });

  it('changes hands among those that hear sound while the bot is in its meeting', async () => {
    const { ports, ref, worker } = await aBotInMeeting({ transcription_settings: deepgram });
    const openAi = { stt_b: { model: 'gpt-transcribe' as const } };
    await createUpdateTranscriptionSettings(ports)(ref, openAi);
    expect((await worker().bot()).transcription_settings).toEqual(openAi);
  });

  it('takes a model until the day on which it is switched off, and names the one in its place then', async () => {
    const { ports, ref } = await aBotInMeeting({ transcription_settings: deepgram });
    const leaving = { stt_b: { model: 'gpt-4o-transcribe' as const } };
    const at = (moment: string) => createUpdateTranscriptionSettings({ ...ports, clock: aClock(moment) })(ref, leaving);
    await at('2027-02-25T23:59:59.999Z');
    await expect(at('2027-02-26T00:00:00Z')).rejects.toThrow(
      'stt_b.model: "gpt-4o-transcribe" was switched off on 2027-02-26: name "gpt-transcribe"',
    );
  });

  it('keeps what a change of its provider does not name, and what null takes back counts as if it had never been named', async () => {
    const kept = { redact: ['pii' as const], use_eu_server: true };
    const stored = { language: 'en', model: 'nova-2', ...kept };
    const { ports, ref, bots } = await aBotInMeeting({ transcription_settings: { stt_a: stored } });
    const settingsAfter = async (change: TranscriptionSettingsChange) => {
      await createUpdateTranscriptionSettings(ports)(ref, change);
      return (await bots.get(ref))?.transcription_settings;
    };
    expect(await settingsAfter({ stt_a: { language: 'de' } })).toEqual({ stt_a: { ...stored, language: 'de' } });
    expect(await settingsAfter({ stt_a: { model: null, redact: null } })).toEqual({
      stt_a: { language: 'de', model: 'nova-3', use_eu_server: true },
    });
    expect(await settingsAfter({ stt_a: {} })).toEqual({
      stt_a: { language: 'de', model: 'nova-3', use_eu_server: true },
    });
    const ofTwo = { platform_a_language: 'de-DE', platform_c_language: 'de-de' };
    expect(await settingsAfter({ meeting_closed_captions: ofTwo })).toEqual({ meeting_closed_captions: ofTwo });
    expect(await settingsAfter({ meeting_closed_captions: { platform_a_language: 'en-US' } })).toEqual({
      meeting_closed_captions: { ...ofTwo, platform_a_language: 'en-US' },
    });
    expect(await settingsAfter({ stt_a: {} })).toEqual({ stt_a: { language: 'multi', model: 'nova-3' } });
  });

  it('is not refused for what stays and could be given when the bot was made', async () => {
    const ofThen = { meeting_closed_captions: { platform_a_language: 'tlh', platform_b_language: 'German' as const } };
    const { ports, ref, bots } = await aBotInMeeting({ transcription_settings: ofThen });
    const update = createUpdateTranscriptionSettings(ports);
    await update(ref, { meeting_closed_captions: { platform_b_language: 'French' } });
    expect((await bots.get(ref))?.transcription_settings).toEqual({
      meeting_closed_captions: { platform_a_language: 'tlh', platform_b_language: 'French' },
    });
    await expect(update(ref, { meeting_closed_captions: { platform_c_language: 'tlh' } })).rejects.toThrow(
      'meeting_closed_captions.platform_c_language: must be one of',
    );
  });

  it('is refused for what does not go together, also where something stays that could be given only then', async () => {
    const ofThen = { stt_a: { language: 'en', model: 'nova-3', keyterms: ['Acme '.repeat(1000)] } };
    const { ports, ref } = await aBotInMeeting({ transcription_settings: ofThen });
    const update = createUpdateTranscriptionSettings(ports);
    await update(ref, { stt_a: { language: 'en-GB' } });
    await expect(update(ref, { stt_a: { language: 'de' } })).rejects.toThrow('stt_a.keyterms: are only understood');
  });

  it('keeps what the server of the operator is sent, but for what changes', async () => {
    const { ports, ref, bots } = await aBotInMeeting({
      transcription_settings: { custom_async: { a: 1, token: 't' } },
    });
    const update = createUpdateTranscriptionSettings({ ...ports, hasCustomTranscription: true });
    await update(ref, { custom_async: { a: null, b: { c: null } } });
    expect((await bots.get(ref))?.transcription_settings).toEqual({ custom_async: { token: 't', b: { c: null } } });
  });

  it('is refused where what changes does not go together with what stays', async () => {
    const english = { stt_a: { language: 'en', model: 'nova-3', keyterms: ['Acme'] } };
    const { ports, ref, bots } = await aBotInMeeting({ transcription_settings: english });
    const update = createUpdateTranscriptionSettings(ports);
    await expect(update(ref, { stt_a: { language: 'de' } })).rejects.toThrow(
      'stt_a.keyterms: are only understood by the model "nova-3" with an English `language`, such as "en": send [] for others',
    );
    await expect(update(ref, { stt_b: { language: 'de' } })).rejects.toThrow('stt_b.model: ');
    expect((await bots.get(ref))?.transcription_settings).toEqual(english);
    await update(ref, { stt_a: { language: 'de', keyterms: [] } });
    expect((await bots.get(ref))?.transcription_settings).toEqual({
      stt_a: { language: 'de', model: 'nova-3', keyterms: [] },
    });
  });

  it('is not done by a server that is not set up', async () => {
    const { ports, ref } = await aBotInMeeting({ transcription_settings: { custom_async: {} } });
    const updated = createUpdateTranscriptionSettings(ports)(ref, { custom_async: { language: 'de' } });
    await expect(updated).rejects.toThrow('no CUSTOM_ASYNC_TRANSCRIPTION_URL here');
  });

  it.each(tooLate)('cannot be changed while the bot is %s', async (state) => {
    const { ports, ref } = await aBotInMeeting({ state });
    const updated = createUpdateTranscriptionSettings(ports)(ref, german);
    await expect(updated).rejects.toThrow(new InvalidTransitionError('change the transcription', state));
  });
});
