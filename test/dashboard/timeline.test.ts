import { describe, expect, it } from 'vitest';
import { fileSecondsAt, gapsOf, lanesOf, lineAt, momentAt, transcriptText } from '../../dashboard/bot/timeline.ts';
import type { Utterance } from '../../lib/client/generated.ts';
import { anUtterance, aParticipantEvent } from '../lab/builders/records.ts';

/** Ten seconds, a pause of five, and twenty seconds. */
const parts = [
  { start_timestamp_ms: 1000, duration_ms: 10_000 },
  { start_timestamp_ms: 16_000, duration_ms: 20_000 },
];

describe('a moment of a meeting', () => {
  it.each([
    ['before the recording', 0, 0],
    ['in its first part', 4000, 3],
    ['in the pause, as the beginning of what follows', 13_000, 10],
    ['in its second part', 17_000, 11],
    ['after it', 99_000, 30],
  ])('%s lies in the file', (_, at_ms, seconds) => expect(fileSecondsAt(parts, at_ms)).toBe(seconds));

  it.each([0, 3, 11, 29])('is found again by its place in the file: %i s', (seconds) => {
    expect(fileSecondsAt(parts, momentAt(parts, seconds))).toBe(seconds);
  });

  it('at the end of the file is the end of its last part, and without a file none', () => {
    expect([momentAt(parts, 30), momentAt([], 3)]).toEqual([36_000, 0]);
  });

  it('is that of the line that has begun last', () => {
    const lines = [2000, 5000, 5000, 9000].map(
      (timestamp_ms): Utterance => ({
        ...anUtterance({ timestamp_ms }),
        transcription: { transcript: 'Good morning.' },
      }),
    );
    expect([1999, 2000, 4999, 5000, 9000, 99_000].map((at) => lineAt(lines, at))).toEqual([-1, 0, 0, 2, 3, 3]);
    expect(lineAt([], 5000)).toBe(-1);
  });
});

describe('what was not recorded', () => {
  it('lies between two parts', () => {
    expect(gapsOf(parts)).toEqual([[11_000, 16_000]]);
    expect(gapsOf([])).toEqual([]);
  });
});

describe('who spoke when', () => {
  const event = (who: string, event_type: 'join' | 'leave' | 'speech_start' | 'speech_stop', timestamp_ms: number) =>
    aParticipantEvent({ participant_uuid: who, participant_name: `${who}'s name`, event_type, timestamp_ms });

  it('is a lane for each who did, in the order in which they began', () => {
    const events = [
      ...[event('silent', 'join', 0), event('jonas', 'join', 0), event('maya', 'join', 0)],
      ...[event('maya', 'speech_start', 1000), event('jonas', 'speech_start', 1500)],
      ...[event('maya', 'speech_stop', 2000), event('maya', 'speech_start', 3000), event('jonas', 'leave', 4000)],
    ];
    expect(lanesOf(events, 9000)).toEqual([
      {
        name: "maya's name",
        spoke: [
          [1000, 2000],
          [3000, 9000],
        ],
      },
      { name: "jonas's name", spoke: [[1500, 4000]] },
    ]);
  });
});

describe('a transcript that is taken home', () => {
  const said = (speaker_name: string, timestamp_ms: number, transcript: string) =>
    anUtterance({ speaker_name, timestamp_ms, transcription: { transcript } });

  it('has a line for each that somebody said, with its place in the recording', () => {
    const lines = [said('Maya', 4000, 'Good morning.'), said('Jonas', 17_000, 'Where were we?')];
    expect(transcriptText({ parts }, lines)).toBe('[0:03] Maya: Good morning.\n[0:11] Jonas: Where were we?\n');
  });

  it('has the time of day without a recording', () => {
    const at = new Date(2026, 2, 2, 9, 30, 5);
    expect(transcriptText(null, [said('Maya', at.getTime(), 'Hello.')])).toMatch(/^\[0?9:30:05.*\] Maya: Hello\.\n$/);
  });
});
