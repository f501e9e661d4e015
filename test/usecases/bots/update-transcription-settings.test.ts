import { describe, expect, it } from 'vitest';
import { InvalidTransitionError } from '../../../lib/domain/errors.ts';
import { createUpdateTranscriptionSettings } from '../../../lib/usecases/bots/update-transcription-settings.ts';
import { aBotInMeeting, tooLate } from '../../lab/worlds/bot-in-meeting.ts';

describe('the transcription of a bot', () => {
  const german = { meeting_closed_captions: { platform_a_language: 'de' } };
  const deepgram = { stt_a: { language: 'en', model: 'nova-3' } };

  it('gets other settings in the middle of the meeting', async () => {
    const { ports, ref, worker } = await aBotInMeeting();
    await createUpdateTranscriptionSettings(ports)(ref, german);
    expect((await worker().bot()).transcription_settings).toEqual(german);
  });

  it('changes hands while the bot is scheduled, and not later', async () => {
    const { ports, ref, bots } = await aBotInMeeting({ state: 'scheduled' });
    await createUpdateTranscriptionSettings(ports)(ref, deepgram);
    expect((await bots.get(ref))?.transcription_settings).toEqual(deepgram);
    const inMeeting = await aBotInMeeting();
    const updated = createUpdateTranscriptionSettings(inMeeting.ports)(inMeeting.ref, deepgram);
    await expect(updated).rejects.toThrow('stt_a: cannot take the place of meeting_closed_captions');
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
