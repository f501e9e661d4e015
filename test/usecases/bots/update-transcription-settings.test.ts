import { describe, expect, it } from 'vitest';
import { InvalidTransitionError } from '../../../lib/domain/errors.ts';
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
