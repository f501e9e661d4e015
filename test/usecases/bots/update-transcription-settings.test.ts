import { describe, expect, it } from 'vitest';
import { InvalidTransitionError } from '../../../lib/domain/errors.ts';
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

  it('changes hands while the bot is scheduled; whether captions are read or sound is heard does not change later', async () => {
    const { ports, ref, bots } = await aBotInMeeting({ state: 'scheduled' });
    await createUpdateTranscriptionSettings(ports)(ref, deepgram);
    expect((await bots.get(ref))?.transcription_settings).toEqual(deepgram);
    const inMeeting = await aBotInMeeting();
    const updated = createUpdateTranscriptionSettings(inMeeting.ports)(inMeeting.ref, deepgram);
    await expect(updated).rejects.toThrow('stt_a: cannot take the place of meeting_closed_captions');
  });

  it('changes hands among those that hear sound while the bot is in its meeting', async () => {
    const { ports, ref, worker } = await aBotInMeeting({ transcription_settings: deepgram });
    const openAi = { stt_b: { model: 'gpt-transcribe' as const } };
    await createUpdateTranscriptionSettings(ports)(ref, openAi);
    expect((await worker().bot()).transcription_settings).toEqual(openAi);
    const captions = createUpdateTranscriptionSettings(ports)(ref, german);
    await expect(captions).rejects.toThrow('meeting_closed_captions: cannot take the place of stt_b');
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
