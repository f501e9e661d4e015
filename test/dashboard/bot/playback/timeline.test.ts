import { describe, expect, it } from 'vitest';
import {
  axisOf,
  gapsOf,
  gapWords,
  lanesOf,
  lanesOn,
  lineAt,
  momentAt,
  pausesOf,
  spanOf,
  transcriptText,
} from '../../../../dashboard/bot/playback/timeline.ts';
import { entriesOf } from '../../../../dashboard/bot/transcript/entries.ts';
import { clockOf } from '../../../../dashboard/bots/times.ts';
import { offsetIn } from '../../../../lib/domain/captured/written-transcript.ts';
import { aBotEvent, aChatMessage, anUtterance, aParticipantEvent } from '../../../lab/builders/records.ts';

/** Ten seconds, a pause of five, and twenty seconds. */
const parts = [
  { start_timestamp_ms: 1000, duration_ms: 10_000 },
  { start_timestamp_ms: 16_000, duration_ms: 20_000 },
];

describe('a moment of a meeting', () => {
  it.each([0, 3, 11, 29])('is found again by its place in the file: %i s', (seconds) => {
    expect(offsetIn(parts, momentAt(parts, seconds))).toBe(seconds * 1000);
  });

  it('at the end of the file is the end of its last part, and without a file none', () => {
    expect([momentAt(parts, 30), momentAt([], 3)]).toEqual([36_000, 0]);
  });

  it('is that of the line that has begun last', () => {
    const lines = entriesOf({ lines: [2000, 5000, 5000, 9000].map((timestamp_ms) => anUtterance({ timestamp_ms })) });
    expect([1999, 2000, 4999, 5000, 9000, 99_000].map((at) => lineAt(lines, at))).toEqual([-1, 0, 0, 2, 3, 3]);
    expect(lineAt([], 5000)).toBe(-1);
  });

  it('is that of a line, whatever was written since', () => {
    const chat = [aChatMessage({ timestamp_ms: '1000' }), aChatMessage({ timestamp_ms: '3000' })];
    const entries = entriesOf({ lines: [anUtterance({ timestamp_ms: 2000 })], chat });
    expect([1500, 2500, 3500].map((at) => lineAt(entries, at))).toEqual([-1, 1, 1]);
  });
});

describe('what was not recorded', () => {
  const whole = [1000, 36_000] as const;

  it('lies between two parts', () => {
    expect(gapsOf(parts, whole, [])).toEqual([{ span: [11_000, 16_000], kind: 'lost' }]);
    expect(gapsOf([], whole, [])).toEqual([]);
  });

  it('was paused, where somebody has said so', () => {
    const at = (type: 'recording_paused' | 'recording_resumed' | 'joined_meeting', ms: number) =>
      aBotEvent({ type, created_at: new Date(ms).toISOString() });
    const pauses = pausesOf([
      ...[at('joined_meeting', 0), at('recording_paused', 10_500), at('recording_resumed', 15_500)],
      at('recording_paused', 36_000),
    ]);
    expect(pauses).toEqual([
      [10_500, 15_500],
      [36_000, Infinity],
    ]);
    expect(gapsOf(parts, [1000, 50_000], pauses).map(({ kind, span }) => [kind, ...span])).toEqual([
      ['paused', 11_000, 16_000],
      ['paused', 36_000, 50_000],
    ]);
  });

  it('lies before the first part and after the last one, unless that is a moment', () => {
    const long = gapsOf(parts, [-29_000, 66_000], []);
    expect(long.map(({ kind, span }) => [kind, ...span])).toEqual([
      ['before', -29_000, 1000],
      ['lost', 11_000, 16_000],
      ['after', 36_000, 66_000],
    ]);
    expect(gapWords(axisOf(parts, whole), long)).toBe(
      '0:30 before the recording, 0:05 at 0:10 (lost), 0:30 after the recording',
    );
    expect(gapsOf(parts, [-1000, 38_000], [])).toHaveLength(1);
  });
});

describe('a meeting', () => {
  it('lasts from the first to the last that is known of it, recorded or not', () => {
    expect(spanOf(parts, [5000, 500, 40_000], [50_000])).toEqual([500, 50_000]);
    expect(spanOf([], [5000, 7000], [])).toEqual([5000, 7000]);
    expect(spanOf([], [], [])).toEqual([0, 0]);
  });

  it('has not begun when somebody wrote something into its chat the day before', () => {
    expect(spanOf(parts, [2000], [-86_400_000])).toEqual([1000, 36_000]);
  });
});

describe('the line on which a meeting is drawn', () => {
  const moments = [-60_000, 1000, 10_000, 13_000, 17_000, 36_000, 99_000];

  it('is that of the recording: what was before, between its parts and after it takes no room', () => {
    const { length_ms, offsetOf } = axisOf(parts, [-60_000, 99_000]);
    expect([length_ms, ...moments.map(offsetOf)]).toEqual([30_000, 0, 0, 9000, 10_000, 11_000, 30_000, 30_000]);
  });

  it('is that of the day without a recording, from the first that is known on', () => {
    const { length_ms, offsetOf } = axisOf([], [1000, 99_000]);
    expect([length_ms, ...moments.map(offsetOf)]).toEqual([98_000, 0, 0, 9000, 12_000, 16_000, 35_000, 98_000]);
  });

  it('has of what was said what can be heard, and nobody who cannot', () => {
    const lane = (name: string, ...spoke: (readonly [number, number])[]) => ({ name, spoke });
    const lanes = [lane('Maya', [-9000, 2000], [9000, 17_000]), lane('Jonas', [-9000, 0], [12_000, 14_000])];
    expect(lanesOn(axisOf(parts, [-60_000, 99_000]), lanes)).toEqual([lane('Maya', [0, 1000], [8000, 11_000])]);
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
    expect(lanesOf(events, [], 9000)).toEqual([
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

  it('is known by what was written down where nothing else tells of it', () => {
    const said = (speaker_name: string, timestamp_ms: number) =>
      anUtterance({ speaker_name, speaker_uuid: speaker_name, timestamp_ms, duration_ms: 500 });
    expect(
      lanesOf([event('maya', 'join', 0)], [said('Maya', 1000), said('Jonas', 1200), said('Maya', 3000)], 9000),
    ).toEqual([
      {
        name: 'Maya',
        spoke: [
          [1000, 1500],
          [3000, 3500],
        ],
      },
      { name: 'Jonas', spoke: [[1200, 1700]] },
    ]);
  });
});

describe('a transcript that is taken home', () => {
  const said = (speaker_name: string, timestamp_ms: number, transcript: string) =>
    anUtterance({ speaker_name, timestamp_ms, transcription: { transcript } });

  it('has a line for each that somebody said, with its place in the recording', () => {
    const lines = [said('Maya', 4000, 'Good morning.'), said('Jonas', 17_000, 'Where were we?')];
    expect(transcriptText({ parts }, entriesOf({ lines }))).toBe(
      '[0:03] Maya: Good morning.\n[0:11] Jonas: Where were we?\n',
    );
  });

  it('has what was written, and who came and went', () => {
    const entries = entriesOf({
      lines: [said('Maya', 4000, 'Good morning.')],
      chat: [aChatMessage({ sender_name: 'Jonas', text: 'Hi all', timestamp_ms: '5000' })],
      events: [aParticipantEvent({ participant_name: 'Jonas', event_type: 'leave', timestamp_ms: 6000 })],
    });
    expect(transcriptText({ parts }, entries)).toBe(
      '[0:03] Maya: Good morning.\n[0:04] Jonas wrote: Hi all\n[0:05] Jonas went\n',
    );
  });

  it('has the time of day without a recording', () => {
    const at = new Date(2026, 2, 2, 9, 30, 5);
    expect(transcriptText(null, entriesOf({ lines: [said('Maya', at.getTime(), 'Hello.')] }))).toBe(
      `[${clockOf(at.getTime())}] Maya: Hello.\n`,
    );
  });
});
