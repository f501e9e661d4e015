import { describe, expect, it } from 'vitest';
import { createHearing } from '../../../../lib/capture/session/speech/hearing.ts';
import { createStretches } from '../../../../lib/capture/session/speech/stretches.ts';
import type { HeardSpeech } from '../../../../lib/domain/transcription/speech.ts';
import { aParticipantView } from '../../support.ts';

const sound = { start_timestamp_ms: 1000, duration_ms: 500, sample_rate: 16_000, pcm: new Uint8Array(16_000) };

const listening = (since_ms = 0) => {
  const kept: (HeardSpeech & { bytes: number })[] = [];
  const stretches = createStretches();
  stretches.note(true, since_ms);
  const hearing = createHearing({ keep: (piece, { byteLength: bytes }) => kept.push({ ...piece, bytes }) }, stretches);
  return { hearing, kept };
};
const german = { provider: 'custom_async', parameters: { language: 'de' } } as const;
const maya = aParticipantView({ id: 'p-1', name: 'Maya', is_host: true });

describe('a piece of speech', () => {
  it('has its speaker, its time, and the settings of that time', () => {
    const { hearing, kept } = listening();
    hearing.look([maya], german);
    hearing.hear({ participant_id: 'p-1', ...sound });
    expect(kept).toEqual([
      {
        piece_id: expect.stringMatching(/^[0-9A-Z]{26}$/),
        sample_rate: 16_000,
        provider: 'custom_async',
        parameters: { language: 'de' },
        speaker_name: 'Maya',
        speaker_uuid: 'p-1',
        speaker_user_uuid: null,
        speaker_is_host: true,
        timestamp_ms: 1000,
        duration_ms: 500,
        bytes: 16_000,
      },
    ]);
    hearing.look([maya], { ...german, parameters: { language: 'en' } });
    hearing.hear({ participant_id: 'p-1', ...sound, start_timestamp_ms: 2000 });
    expect(kept.map(({ parameters }) => parameters)).toEqual([{ language: 'de' }, { language: 'en' }]);
    expect(kept.map(({ piece_id }) => piece_id)).toEqual(kept.map(({ piece_id }) => piece_id).toSorted());
  });

  it('has the name of somebody who has left since, and the newest name of somebody who changed it', () => {
    const { hearing, kept } = listening();
    hearing.look([maya, aParticipantView({ id: 'p-2', name: 'Jonas' })], german);
    hearing.look([{ ...maya, name: 'Maya K.' }], german);
    hearing.hear({ participant_id: 'p-2', ...sound });
    hearing.hear({ participant_id: 'p-1', ...sound });
    expect(kept.map(({ speaker_name }) => speaker_name)).toEqual(['Jonas', 'Maya K.']);
  });

  it.each([
    ['that nobody is known to have said', null, 'unknown'],
    ['of somebody who was never seen', 'p-9', 'p-9'],
  ])('%s has no name rather than a wrong one', (_, participant_id, speaker_uuid) => {
    const { hearing, kept } = listening();
    hearing.look([maya], german);
    hearing.hear({ participant_id, ...sound });
    expect(kept).toMatchObject([{ speaker_name: 'unknown', speaker_uuid, speaker_is_host: false }]);
  });

  it('of the bot itself is not heard', () => {
    const { hearing, kept } = listening();
    hearing.look([aParticipantView({ id: 'bot', is_self: true })], german);
    hearing.hear({ participant_id: 'bot', ...sound });
    expect(kept).toEqual([]);
  });

  it('is kept as far as it was said while it was to be written down', () => {
    const { hearing, kept } = listening(1250);
    hearing.look([maya]);
    hearing.hear({ participant_id: 'p-1', ...sound });
    expect(kept).toEqual([]);
    hearing.look([maya], german);
    hearing.hear({ participant_id: 'p-1', ...sound });
    expect(kept).toMatchObject([{ timestamp_ms: 1250, duration_ms: 250, bytes: 8_000 }]);
  });
});
