import { describe, expect, it } from 'vitest';
import { speechProviderNames } from '../../lib/domain/transcription/provider-names.ts';
import { openTranscribers } from '../../lib/transcription/open-transcribers.ts';
import { aSttA } from '../facsimiles/stt-a/stt-a.ts';
import { aSttB } from '../facsimiles/stt-b/stt-b.ts';
import { aSound, settingsOf, theMeans } from '../lab/builders/transcription.ts';
import { aTranscriptionServer, saying } from '../lab/hosts/transcription-server.ts';

const parametersOf = {
  stt_a: settingsOf('stt_a'),
  stt_b: settingsOf('stt_b', { model: 'gpt-transcribe' }),
  custom_async: {},
};

describe('the providers that are sent speech', () => {
  it.each(speechProviderNames)(
    '%s answers something that is no exception, also where nothing is set up',
    async (name) => {
      const answer = await openTranscribers(theMeans())(name).transcribe(aSound({ parameters: parametersOf[name] }));
      expect(answer).toMatchObject({ status: 'unavailable', error_message: expect.any(String) });
    },
  );

  it('are each asked where they are', async () => {
    await using sttA = await aSttA();
    await using sttB = await aSttB();
    await using own = await aTranscriptionServer(() => saying('Good morning.'));
    const transcriberOf = openTranscribers(
      theMeans({
        transcriptionUrl: own.url,
        hosted: { stt_a: { url: sttA.url, eu_url: 'http://127.0.0.1:9', mip_opt_out: true }, stt_b: { url: sttB.url } },
      }),
    );
    for (const name of speechProviderNames) {
      const key = name === 'custom_async' ? '' : `key-of-${name.replace('_', '-')}`;
      const answer = await transcriberOf(name).transcribe(aSound({ parameters: parametersOf[name], key }));
      expect(answer).toMatchObject({ status: 'done', transcript: 'Good morning.' });
    }
    expect([sttA, sttB, own].map(({ asked }) => asked.length)).toEqual([1, 1, 1]);
  });

  it('custom_async waits for a server that is not there any more: it may come back', async () => {
    const answer = await openTranscribers(theMeans())('custom_async').transcribe(aSound());
    expect(answer).toMatchObject({ status: 'unavailable', error_code: 'NOT_SET_UP' });
  });

  it('are opened once each', () => {
    const transcriberOf = openTranscribers(theMeans());
    expect(transcriberOf('custom_async')).toBe(transcriberOf('custom_async'));
  });
});
