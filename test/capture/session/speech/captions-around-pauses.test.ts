/** Captions that grow without a rest, read while recording is paused and taken up again: no word of a pause is told. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CaptionView } from '../../../../lib/capture/meeting/view.ts';
import { createMeetCaptions } from '../../../../lib/capture/platforms/google-meet/page/captions.ts';
import { createWrittenPieces } from '../../../../lib/capture/platforms/page/written-pieces.ts';
import { createPeopleSeen } from '../../../../lib/capture/session/people/people-seen.ts';
import { createCaptionReader } from '../../../../lib/capture/session/speech/captions.ts';
import { createTranscribedTime } from '../../../../lib/capture/session/speech/transcribed-time.ts';
import { runs } from '../../../lab/properties.ts';

type Writer = (now: () => number) => { write(text: string): void; captions(): CaptionView[] };

const writers: readonly (readonly [string, Writer])[] = [
  [
    'Google Meet',
    (now) => {
      const captions = createMeetCaptions(now);
      const said = { key: '1', speaker_id: 'a', version: 0, isFinal: false };
      return { write: (text) => captions.hear({ ...said, text }), captions: () => captions.captions(() => 'Ada') };
    },
  ],
  [
    'a captioner',
    (now) => {
      const pieces = createWrittenPieces(now);
      const piece = { piece_id: '1', speaker_id: 'a', speaker_name: 'Ada', isFinal: false };
      return { write: (text) => pieces.write({ ...piece, text }), captions: () => pieces.captions(() => undefined) };
    },
  ],
];

interface Talk {
  /** How many words the sentences have, one after the other and again; a word is half a second. */
  readonly sentences: readonly number[];
  readonly paused: readonly [from_s: number, to_s: number];
}

/** What is told of two minutes. Each word is the half second in which it came. */
const toldOf = (writer: Writer, { sentences, paused: [from_s, to_s] }: Talk): number[] => {
  let now_ms = 1_000_000;
  const { write, captions } = writer(() => now_ms);
  const time = createTranscribedTime();
  time.note(true, now_ms);
  const { read } = createCaptionReader(createPeopleSeen(), time);
  const told: number[] = [];
  let text = '';
  let left = 0;
  for (let word = 1, sentence = 0; word <= 240; word += 1) {
    now_ms += 500;
    if (word === 2 * from_s) time.note(false, now_ms);
    if (word === 2 * to_s) time.note(true, now_ms);
    if (left === 0) {
      left = sentences[sentence % sentences.length] ?? 1;
      text += ' So';
      sentence += 1;
    }
    left -= 1;
    text += ` ${word}${left === 0 ? '.' : ''}`;
    write(text.trim());
    for (const { transcription } of read(captions(), now_ms))
      told.push(...[...transcription.transcript.matchAll(/\d+/g)].map(([number]) => Number(number)));
  }
  return told;
};

describe.each(writers)('what is told of somebody who takes no rest, by %s,', (_, writer) => {
  it('has no word of a pause in it, and none twice', () => {
    const talk = fc.record({
      sentences: fc.array(fc.integer({ min: 1, max: 70 }), { minLength: 1, maxLength: 6 }),
      paused: fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 51, max: 100 })),
    });
    fc.assert(
      fc.property(talk, (one) => {
        const told = toldOf(writer, one);
        const [from, to] = one.paused.map((second) => 2 * second) as [number, number];
        expect(told.filter((word) => word > from && word < to)).toEqual([]);
        expect(new Set(told).size).toBe(told.length);
      }),
      { numRuns: runs(30) },
    );
  });

  it('has no part of a sentence that was told as far as it had come, where that part is over as the pause begins', () => {
    const told = toldOf(writer, { sentences: [31], paused: [30, 51] });
    expect(told.filter((word) => word < 102)).toEqual(Array.from({ length: 59 }, (_, at) => at + 1));
  });

  it('goes on with the first part that began behind it', () => {
    const told = toldOf(writer, { sentences: [24], paused: [12, 28] });
    expect([told.filter((word) => word <= 24).length, told.find((word) => word > 24)]).toEqual([23, 97]);
  });
});
