import { describe, expect, it } from 'vitest';
import { foundIn, textOf } from '../../dashboard/bot/found.ts';
import { anUtterance } from '../lab/builders/records.ts';

const said = (transcript: string, speaker_name = 'Maya') =>
  anUtterance({ speaker_name, transcription: { transcript } });

describe('searching a transcript', () => {
  const lines = [said('We ship on Thursday.'), said('Friday is fine too.', 'Jonas'), said('THURSDAY it is.')];

  it('finds what was said, however it is written, in its order', () => {
    expect(foundIn(lines, 'thursday').map(({ index }) => index)).toEqual([0, 2]);
    expect(foundIn(lines, '').map(({ index }) => index)).toEqual([0, 1, 2]);
    expect(foundIn(lines, 'monday')).toEqual([]);
  });

  it('finds who said it', () => {
    expect(foundIn(lines, 'jonas').map(({ index }) => index)).toEqual([1]);
  });

  it('shows why there are no words', () => {
    const failed = anUtterance({ transcription: { transcript: '', error_code: 'audio_too_short' } });
    expect(textOf(failed)).toBe('(audio_too_short)');
    expect(foundIn([failed], 'too_short')).toHaveLength(1);
  });
});
