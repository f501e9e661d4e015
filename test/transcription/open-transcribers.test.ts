import { describe, expect, it } from 'vitest';
import { speechProviderNames } from '../../lib/domain/transcription/provider-names.ts';
import type { TranscriptionMeans } from '../../lib/transcription/index.ts';
import { openTranscribers } from '../../lib/transcription/open-transcribers.ts';
import { aTranscriptionServer, saying } from '../lab/hosts/transcription-server.ts';

const sound = { pcm: new Uint8Array(320), sample_rate: 16_000, parameters: {} };
const without: TranscriptionMeans = { transcriptionUrl: undefined, transcription_timeout_seconds: 5 };

describe('the providers that are sent speech', () => {
  it.each(speechProviderNames)(
    '%s answers something that is no exception, also where nothing is set up',
    async (name) => {
      const answer = await openTranscribers(without)(name).transcribe(sound);
      expect(answer.status).not.toBe('done');
    },
  );

  it.each(['stt_a', 'stt_b'] as const)('%s is refused for good without a key: nobody else is asked', async (name) => {
    await using server = await aTranscriptionServer(() => saying('Somebody else.'));
    const transcriber = openTranscribers({ ...without, transcriptionUrl: server.url })(name);
    expect(await transcriber.transcribe(sound)).toEqual({ status: 'refused', error_code: 'credentials_not_found' });
    expect(server.asked).toEqual([]);
  });

  it('custom_async asks the operator’s server', async () => {
    await using server = await aTranscriptionServer(() => saying('Good morning.'));
    const transcriber = openTranscribers({ ...without, transcriptionUrl: server.url })('custom_async');
    expect(await transcriber.transcribe(sound)).toMatchObject({ status: 'done', transcript: 'Good morning.' });
  });

  it('custom_async waits for a server that is not there any more: it may come back', async () => {
    const answer = await openTranscribers(without)('custom_async').transcribe(sound);
    expect(answer).toEqual({ status: 'unavailable', error_code: 'NOT_SET_UP' });
  });

  it('are opened once each', () => {
    const transcriberOf = openTranscribers(without);
    expect(transcriberOf('custom_async')).toBe(transcriberOf('custom_async'));
  });
});
