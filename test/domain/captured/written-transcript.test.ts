import { describe, expect, it } from 'vitest';
import type { BotState } from '../../../lib/domain/bot/lifecycle.ts';
import { contentDisposition, fileNameOf } from '../../../lib/domain/captured/file-name.ts';
import { offsetIn, writtenTranscript } from '../../../lib/domain/captured/written-transcript.ts';
import { aBotEvent, anUtterance, aRecording } from '../../lab/builders/records.ts';

const start = Date.UTC(2030, 0, 2, 9, 0, 0);
const said = (speaker_name: string, after_ms: number, transcript: string, duration_ms = 1500) =>
  anUtterance({ speaker_name, timestamp_ms: start + after_ms, duration_ms, transcription: { transcript } });

const parts = [
  { start_timestamp_ms: start, duration_ms: 60_000 },
  { start_timestamp_ms: start + 100_000, duration_ms: 30_000 },
];
const recorded = { events: [], recording: aRecording({ start_timestamp_ms: start, parts }) };
const utterances = [
  said('Maya', 1_250, 'Good morning\n\neverybody'),
  said('Jonas <b>', 101_000, '1 < 2 & 3 > 2', 0),
  said('Maya', 102_000, ''),
];

describe('where a moment lies in a recording', () => {
  it.each([
    [-5_000, 0],
    [0, 0],
    [59_999, 59_999],
    [80_000, 60_000],
    [100_000, 60_000],
    [110_000, 70_000],
    [200_000, 90_000],
  ])('%i ms after its start: %i', (after_ms, offset_ms) => {
    expect(offsetIn(parts, start + after_ms)).toBe(offset_ms);
  });
});

describe('a transcript', () => {
  it('is read as text', () => {
    expect(writtenTranscript('text', utterances, recorded)).toBe(
      '[00:00:01] Maya: Good morning everybody\n[00:01:01] Jonas <b>: 1 < 2 & 3 > 2\n',
    );
  });

  it('is shown by players as SRT and WebVTT, in which no text is taken for marks', () => {
    expect(writtenTranscript('srt', utterances, recorded)).toBe(
      '1\n00:00:01,250 --> 00:00:02,750\nMaya: Good morning everybody\n\n' +
        '2\n00:01:01,000 --> 00:01:01,300\nJonas <b>: 1 < 2 & 3 > 2\n\n',
    );
    expect(writtenTranscript('vtt', utterances, recorded)).toBe(
      'WEBVTT\n\n00:00:01.250 --> 00:00:02.750\n<v Maya>Good morning everybody\n\n' +
        '00:01:01.000 --> 00:01:01.300\n<v Jonas &lt;b&gt;>1 &lt; 2 &amp; 3 &gt; 2\n\n',
    );
  });

  it('is cut by players’ subtitles into what can be read at once, as its words are timed', () => {
    const words = Array.from({ length: 78 }, (_, n) => ({ word: `word${n}`, start: n * 0.38, end: n * 0.38 + 0.3 }));
    const transcript = words.map(({ word }) => word).join(' ');
    const long = anUtterance({ timestamp_ms: start, duration_ms: 30_000, transcription: { transcript, words } });
    const cues = writtenTranscript('srt', [long], recorded).trim().split('\n\n');
    const lines = cues.map((cue) => cue.split('\n')[2]?.replace(/^[^:]*: /, '') ?? '');
    expect(lines.join(' ')).toBe(transcript);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(84);
    const times = cues.map((cue) => cue.split('\n')[1]);
    expect(times.slice(0, 2)).toEqual(['00:00:00,000 --> 00:00:04,860', '00:00:04,940 --> 00:00:09,420']);
    expect(writtenTranscript('text', [long], recorded).split('\n')).toHaveLength(2);
  });

  it('is cut at the ends of sentences, and evenly where nothing is timed, in languages without blanks, too', () => {
    const sentence = 'We have seen all of this a good while before now.';
    expect(writtenTranscript('vtt', [said('Maya', 0, `${sentence} ${sentence}`, 10_000)], recorded)).toBe(
      `WEBVTT\n\n00:00:00.000 --> 00:00:05.000\n<v Maya>${sentence}\n\n00:00:05.000 --> 00:00:10.000\n<v Maya>${sentence}\n\n`,
    );
    const japanese = '今日は天気がいいので散歩に行きましょう'.repeat(8);
    const shown = writtenTranscript('vtt', [said('Maya', 0, japanese, 30_000)], recorded);
    const lines = [...shown.matchAll(/<v Maya>(.*)/g)].map(([, line = '']) => line);
    expect(lines.join('')).toBe(japanese);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(84);
  });

  it('says in its text why something could not be written down, of which players show nothing', () => {
    const failed = (speaker_name: string, transcription: { error_code: string; error_message?: string }) =>
      anUtterance({ speaker_name, timestamp_ms: start + 2_000, transcription: { transcript: '', ...transcription } });
    const all = [
      failed('Maya', { error_code: 'TIMEOUT' }),
      failed('', { error_code: 'captions_not_available', error_message: 'There were no\ncaptions.' }),
    ];
    expect(writtenTranscript('text', all, recorded)).toBe(
      '[00:00:02] Maya: (TIMEOUT)\n[00:00:02] (There were no captions.)\n',
    );
    expect(writtenTranscript('srt', all, recorded)).toBe('');
    expect(writtenTranscript('vtt', all, recorded)).toBe('WEBVTT\n\n');
  });

  it('counts from when the bot began to record, while the recording is not finished', () => {
    const created_at = new Date(start + 1_000).toISOString();
    const events = [aBotEvent({ state: 'joining' }), aBotEvent({ state: 'joined_recording', created_at })];
    expect(writtenTranscript('text', [said('Maya', 3_000, 'Hello')], { events })).toBe('[00:00:02] Maya: Hello\n');
    expect(writtenTranscript('text', [said('Maya', 3_000, 'Hello')], { events: [] })).toBe('[00:00:00] Maya: Hello\n');
    expect(writtenTranscript('vtt', [], { events: [] })).toBe('WEBVTT\n\n');
  });

  it('leaves out where the bot paused too, while the recording is not finished', () => {
    const at = (after_ms: number, state: BotState) =>
      aBotEvent({ state, created_at: new Date(start + after_ms).toISOString() });
    const events = [
      at(1_000, 'joined_recording'),
      at(21_000, 'joined_recording_paused'),
      at(29_000, 'joined_recording'),
    ];
    const all = [said('Maya', 3_000, 'Hello'), said('Jonas', 44_000, 'Again')];
    expect(writtenTranscript('text', all, { events })).toBe('[00:00:02] Maya: Hello\n[00:00:35] Jonas: Again\n');
  });
});

describe('the name of a file', () => {
  it.each([
    ['Minutes', 'Minutes 2030-01-02 09-00.mp4'],
    ['a/b: "c"\u202e', 'a b c 2030-01-02 09-00.mp4'],
    ['…/', '… 2030-01-02 09-00.mp4'],
    ['', 'Meeting 2030-01-02 09-00.mp4'],
  ])('of a bot called %j', (name, expected) => {
    expect(fileNameOf(name, start, 'mp4')).toBe(expected);
  });

  it('is told in a header, in ASCII and as it is', () => {
    expect(contentDisposition('Prôtokoll (1).mp4')).toBe(
      `inline; filename="Pr_tokoll _1_.mp4"; filename*=UTF-8''Pr%C3%B4tokoll%20%281%29.mp4`,
    );
  });
});
