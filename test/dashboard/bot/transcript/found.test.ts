import { describe, expect, it } from 'vitest';
import { entriesOf } from '../../../../dashboard/bot/transcript/entries.ts';
import { foundIn, lowered, placesIn } from '../../../../dashboard/bot/transcript/found.ts';
import { aChatMessage, anUtterance, aParticipantEvent } from '../../../lab/builders/records.ts';

const said = (transcript: string, speaker_name = 'Maya') =>
  anUtterance({ speaker_name, transcription: { transcript } });

describe('a message of the chat', () => {
  it.each([
    ['everyone', undefined],
    ['specific_user', 'the bot alone'],
    ['everyone_but_host', 'everyone but the host'],
  ] as const)('says who read it, where that is not everyone: %s', (to, readers) => {
    expect(entriesOf({ lines: [], chat: [aChatMessage({ to })] }).map((entry) => entry.to)).toEqual([readers]);
  });
});

describe('searching a transcript', () => {
  const lines = entriesOf({
    lines: [said('We ship on Thursday.'), said('Friday is fine too.', 'Jonas'), said('THURSDAY it is.')],
  });

  it('finds what was said, however it is written, in its order', () => {
    expect(foundIn(lines, 'thursday').map(({ index }) => index)).toEqual([0, 2]);
    expect(foundIn(lines, '').map(({ index }) => index)).toEqual([0, 1, 2]);
    expect(foundIn(lines, 'monday')).toEqual([]);
  });

  it('tells where it stands, each time, also after a letter that is two in lower case', () => {
    const text = 'İstanbul toplantısı İZMİR ve Bursa, bursa';
    const said = (wanted: string) => placesIn(text, wanted).map((at) => text.slice(at, at + wanted.length));
    expect(said('bursa')).toEqual(['Bursa', 'bursa']);
    expect(said(lowered('İstanbul'))).toEqual(['İstanbul']);
    expect([placesIn(text, ''), placesIn(text, 'ankara')]).toEqual([[], []]);
    const letters = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code)).join('');
    expect(lowered(letters)).toHaveLength(letters.length);
  });

  it('finds who said it', () => {
    expect(foundIn(lines, 'jonas').map(({ index }) => index)).toEqual([1]);
  });

  it('shows why there are no words', () => {
    const failed = anUtterance({ transcription: { transcript: '', error_code: 'audio_too_short' } });
    const entries = entriesOf({ lines: [failed] });
    expect(entries.map(({ text }) => text)).toEqual(['(audio_too_short)']);
    expect(foundIn(entries, 'too_short')).toHaveLength(1);
  });

  it('finds what was written, by what it says and by whom', () => {
    const entries = entriesOf({
      lines: [said('Hello.')],
      chat: [aChatMessage({ text: 'The minutes', sender_name: 'Ada' })],
    });
    expect(['minutes', 'ada'].map((wanted) => foundIn(entries, wanted).map(({ entry }) => entry.kind))).toEqual([
      ['wrote'],
      ['wrote'],
    ]);
  });
});

describe('what is read of a meeting', () => {
  it('is what was said and written, and who came and went, in the order in which it happened', () => {
    const at = (timestamp_ms: number) => ({ timestamp_ms });
    const entries = entriesOf({
      lines: [anUtterance({ speaker_name: 'Maya', ...at(1000), transcription: { transcript: 'Hello.' } })],
      chat: [aChatMessage({ sender_name: 'Jonas', text: 'Hi all', timestamp_ms: '2000' })],
      events: [
        aParticipantEvent({ participant_name: 'Maya', event_type: 'join', ...at(1000) }),
        aParticipantEvent({ participant_name: 'Maya', event_type: 'speech_start', ...at(1000) }),
        aParticipantEvent({ participant_name: 'Jonas', event_type: 'leave', ...at(3000) }),
      ],
    });
    expect(entries).toEqual([
      { kind: 'came', timestamp_ms: 1000, who: 'Maya', text: 'came' },
      { kind: 'said', timestamp_ms: 1000, who: 'Maya', text: 'Hello.' },
      { kind: 'wrote', timestamp_ms: 2000, who: 'Jonas', text: 'Hi all' },
      { kind: 'went', timestamp_ms: 3000, who: 'Jonas', text: 'went' },
    ]);
  });
});
