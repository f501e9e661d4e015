import { describe, expect, it } from 'vitest';
import type { ParticipantView } from '../../../../lib/capture/meeting/view.ts';
import { createPeopleSeen } from '../../../../lib/capture/session/people/people-seen.ts';
import { createSpeechAttribution } from '../../../../lib/capture/session/speech/attribution.ts';
import { createTranscribedTime } from '../../../../lib/capture/session/speech/transcribed-time.ts';
import type { HeardSpeech } from '../../../../lib/domain/transcription/speech.ts';
import { aParticipant } from '../../../lab/builders/meeting-views.ts';

const sound = { start_timestamp_ms: 1000, duration_ms: 500, sample_rate: 16_000, pcm: new Uint8Array(16_000) };

const listening = (since_ms = 0) => {
  const kept: (HeardSpeech & { bytes: number })[] = [];
  const time = createTranscribedTime();
  time.note(true, since_ms);
  const people = createPeopleSeen();
  const { look, take } = createSpeechAttribution(
    { keep: (piece, { byteLength: bytes }) => kept.push({ ...piece, bytes }) },
    time,
    people,
  );
  const attribution = {
    look(shown: readonly ParticipantView[], ...how: Parameters<typeof look>) {
      people.note(shown);
      look(...how);
    },
    take,
  };
  return { attribution, kept };
};
const german = { provider: 'custom_async', parameters: { language: 'de' } } as const;
const english = { ...german, parameters: { language: 'en' } };
const maya = aParticipant('Maya', { id: 'p-1', user_uuid: 'user-1', is_host: true });

describe('a piece of speech', () => {
  it('has its speaker, its time, and the settings of that time', () => {
    const { attribution, kept } = listening();
    attribution.look([maya], german, 0);
    attribution.take({ participant_id: 'p-1', ...sound });
    expect(kept).toEqual([
      {
        piece_id: expect.stringMatching(/^[0-9A-Z]{26}$/),
        sample_rate: 16_000,
        provider: 'custom_async',
        parameters: { language: 'de' },
        speaker_name: 'Maya',
        speaker_uuid: 'p-1',
        speaker_user_uuid: 'user-1',
        speaker_is_host: true,
        timestamp_ms: 1000,
        duration_ms: 500,
        bytes: 16_000,
      },
    ]);
    attribution.look([maya], english, 2_000);
    attribution.take({ participant_id: 'p-1', ...sound, start_timestamp_ms: 2000 });
    expect(kept.map(({ parameters }) => parameters)).toEqual([{ language: 'de' }, { language: 'en' }]);
    expect(kept.map(({ piece_id }) => piece_id)).toEqual(kept.map(({ piece_id }) => piece_id).toSorted());
  });

  it('has the name of somebody who has left since, and the newest name of somebody who changed it', () => {
    const { attribution, kept } = listening();
    attribution.look([maya, aParticipant('Jonas', { id: 'p-2' })], german, 0);
    attribution.look([{ ...maya, name: 'Maya K.' }], german, 0);
    attribution.take({ participant_id: 'p-2', ...sound });
    attribution.take({ participant_id: 'p-1', ...sound });
    expect(kept.map(({ speaker_name }) => speaker_name)).toEqual(['Jonas', 'Maya K.']);
  });

  it.each([
    ['that nobody is known to have said', null, 'unknown'],
    ['of somebody who was never seen', 'p-9', 'p-9'],
  ])('%s has no name rather than a wrong one', (_, participant_id, speaker_uuid) => {
    const { attribution, kept } = listening();
    attribution.look([maya], german, 0);
    attribution.take({ participant_id, ...sound });
    expect(kept).toMatchObject([{ speaker_name: 'unknown', speaker_uuid, speaker_is_host: false }]);
  });

  it('of the bot itself is not heard', () => {
    const { attribution, kept } = listening();
    attribution.look([aParticipant('Notes', { id: 'bot', is_self: true })], german, 0);
    attribution.take({ participant_id: 'bot', ...sound });
    expect(kept).toEqual([]);
  });

  it('is kept as far as it was said while it was to be written down', () => {
    const { attribution, kept } = listening(1250);
    attribution.look([maya], undefined, 0);
    attribution.take({ participant_id: 'p-1', ...sound });
    expect(kept).toEqual([]);
    attribution.look([maya], german, 0);
    attribution.take({ participant_id: 'p-1', ...sound });
    expect(kept).toMatchObject([{ timestamp_ms: 1250, duration_ms: 250, bytes: 8_000 }]);
  });

  it('in which other settings began to count is cut there, so that each part goes by those under which it was said', () => {
    const { attribution, kept } = listening();
    const long = { ...sound, start_timestamp_ms: 5_000, duration_ms: 21_000, pcm: new Uint8Array(21 * 32_000) };
    for (let at_ms = 0; at_ms < 25_000; at_ms += 1_000) attribution.look([maya], german, at_ms);
    attribution.look([maya], english, 25_000);
    attribution.take({ participant_id: 'p-1', ...long });
    expect(kept).toMatchObject([
      { parameters: { language: 'de' }, timestamp_ms: 5_000, duration_ms: 20_000, bytes: 20 * 32_000 },
      { parameters: { language: 'en' }, timestamp_ms: 25_000, duration_ms: 1_000, bytes: 32_000 },
    ]);
  });

  it('goes by the settings that were made in a pause as soon as that is over, and by those before it until it began', () => {
    const { attribution, kept } = listening();
    attribution.look([maya], german, 0);
    attribution.look([maya], undefined, 10_000);
    attribution.look([maya], undefined, 11_000);
    attribution.look([maya], english, 12_000);
    attribution.take({ participant_id: 'p-1', ...sound, start_timestamp_ms: 11_500 });
    attribution.take({ participant_id: 'p-1', ...sound, start_timestamp_ms: 9_000 });
    expect(kept.map(({ parameters }) => parameters)).toEqual([{ language: 'en' }, { language: 'de' }]);
  });
});
