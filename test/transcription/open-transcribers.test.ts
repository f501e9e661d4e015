import { describe, expect, it } from 'vitest';
import {
  type SpeechProviderName,
  speechProvider,
  speechProviderNames,
} from '../../lib/domain/transcription/provider-names.ts';
import { providers } from '../../lib/domain/transcription/providers.ts';
import type { ProviderSettings } from '../../lib/domain/transcription/transcription-settings.ts';
import { openTranscribers } from '../../lib/transcription/open-transcribers.ts';
import { aSttA } from '../facsimiles/stt-a/stt-a.ts';
import { aSttB } from '../facsimiles/stt-b/stt-b.ts';
import { aSound, theMeans } from '../lab/builders/transcription.ts';
import { aTranscriptionServer, saying } from '../lab/hosts/transcription-server.ts';

const parametersOf = (name: SpeechProviderName): ProviderSettings =>
  providers[name].settings.parse(speechProvider(name)?.trial ?? {});

describe('the providers that are sent speech', () => {
  it.each(speechProviderNames)(
    '%s answers something that is no exception, also where nothing is set up',
    async (name) => {
      const answer = await openTranscribers(theMeans())(name).transcribe(aSound({ parameters: parametersOf(name) }));
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
        hosted: {
          ...theMeans().hosted,
          stt_a: { url: sttA.url, eu_url: 'http://127.0.0.1:9', mip_opt_out: true },
          stt_b: { url: sttB.url },
        },
      }),
    );
    const keys = { stt_a: 'key-of-stt-a', stt_b: 'key-of-stt-b', custom_async: '' };
    for (const [name, key] of Object.entries(keys) as [SpeechProviderName, string][]) {
      const answer = await transcriberOf(name).transcribe(aSound({ parameters: parametersOf(name), key }));
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
