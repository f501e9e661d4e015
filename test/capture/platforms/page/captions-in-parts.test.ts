/** What is told of people who speak for long, where captions have the time at which they were written: whatever is corrected or taken back meanwhile. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CaptionView } from '../../../../lib/capture/meeting/view.ts';
import { createMeetCaptions } from '../../../../lib/capture/platforms/google-meet/page/captions.ts';
import { createWrittenPieces } from '../../../../lib/capture/platforms/page/written-pieces.ts';
import { runs } from '../../../lab/properties.ts';
import { expectToldOnce, growthOf, longestRestMs, longTalk } from '../long-talk.ts';

interface Writing {
  write(text: string, isFinal: boolean): void;
  captions(): readonly CaptionView[];
}

interface Way {
  readonly mostOff_ms: number;
  begin(now: () => number): Writing;
}

const ways: Readonly<Record<string, Way>> = {
  'Google Meet': {
    mostOff_ms: 3_500,
    begin(now) {
      const meet = createMeetCaptions(now);
      return {
        write: (text, isFinal) => meet.hear({ key: '1', speaker_id: 'ada', version: 0, isFinal, text }),
        captions: () => meet.captions(() => 'Ada'),
      };
    },
  },
  'pieces that somebody writes': {
    // A part may begin with the last word before a rest, once more where it was corrected after it was told.
    mostOff_ms: 3_500 + longestRestMs,
    begin(now) {
      const pieces = createWrittenPieces(now);
      return {
        write: (text, isFinal) =>
          pieces.write({ piece_id: '1', speaker_id: 'ada', speaker_name: 'Ada', text, isFinal }),
        captions: () => pieces.captions(() => undefined),
      };
    },
  },
};
/** Captions are written so much later than they are said: one of a word lasts as long. */
const writtenAfterMs = 1_500;

it.each(Object.entries(ways))('what people say for long is told once, in parts, in %s', (_, { begin, mostOff_ms }) => {
  fc.assert(
    fc.property(longTalk, (steps) => {
      let now_ms = 100_000;
      let longest_ms = 0;
      let text = '';
      const writing = begin(() => now_ms);
      const heard = [...growthOf(steps, now_ms)];
      for (const one of heard) {
        now_ms = one.said_ms;
        text = one.words.map(({ written }) => written).join(' ');
        writing.write(text, false);
        for (const { is_final, duration_ms } of writing.captions())
          if (!is_final) longest_ms = Math.max(longest_ms, duration_ms);
      }
      writing.write(`${text}.`, true);
      // A minute at most, and what comes at once.
      expect(longest_ms).toBeLessThan(60_000 + 5_000);
      const parts = writing.captions();
      expect(parts.every(({ is_final }) => is_final)).toBe(true);
      const [, ...late] = expectToldOnce(parts, heard.at(-1)?.words ?? [], writtenAfterMs);
      for (const late_ms of late) expect(Math.abs(late_ms + writtenAfterMs)).toBeLessThan(mostOff_ms);
    }),
    { numRuns: runs(8) },
  );
});
