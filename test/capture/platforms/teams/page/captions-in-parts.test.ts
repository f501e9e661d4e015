/** What is told of people in Teams who speak for long, whatever the servers correct or take back meanwhile. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTeamsCaptions } from '../../../../../lib/capture/platforms/teams/page/captions.ts';
import { runs } from '../../../../lab/properties.ts';
import { expectToldOnce, growthOf, longTalk, type SpokenWord } from '../../long-talk.ts';

const began_ms = Date.parse('2026-05-04T10:00:00Z');
const unitsPerMs = 10_000;
const unitsOf = (ms: number): number => (ms + 2_208_988_800_000) * unitsPerMs;

/** Everything that was heard, once it is final; and the longest that anything was open. */
const hearAll = (steps: Parameters<typeof growthOf>[0]) => {
  let now_ms = began_ms;
  let longest_ms = 0;
  let words: readonly SpokenWord[] = [];
  const captions = createTeamsCaptions(
    (id) => id,
    () => now_ms,
  );
  const hear = (said_ms: number, is_final: boolean): void => {
    for (const user_id of ['ada', 'ben']) {
      const text = words.map(({ written }) => (user_id === 'ada' ? written : written.replaceAll('v', 'v1'))).join(' ');
      const duration = (said_ms - began_ms) * unitsPerMs;
      captions.hear({ user_id, name: '', text, is_final, sent_at: unitsOf(began_ms), duration });
    }
    for (const one of captions.captions) if (!one.is_final) longest_ms = Math.max(longest_ms, one.duration_ms);
  };
  for (const heard of growthOf(steps, began_ms)) {
    ({ now_ms, words } = heard);
    hear(heard.said_ms, false);
  }
  hear(words.at(-1)?.said_ms ?? began_ms, true);
  return { words, longest_ms, told: captions.captions };
};

it('what people say for long is told in parts, none of it twice and nothing lost, each when it was said', () => {
  fc.assert(
    fc.property(longTalk, (steps) => {
      const { words, longest_ms, told } = hearAll(steps);
      // A minute at most, and what comes at once.
      expect(longest_ms).toBeLessThan(60_000 + 5_000);
      expect(told.every(({ is_final }) => is_final)).toBe(true);
      for (const user_id of ['ada', 'ben']) {
        const parts = told.filter(({ speaker_id }) => speaker_id === user_id);
        const [, ...late] = expectToldOnce(parts, words);
        for (const late_ms of late) expect(Math.abs(late_ms)).toBeLessThan(2_500);
        const last = parts.at(-1);
        expect(last && last.start_ms + last.duration_ms).toBe(words.at(-1)?.said_ms);
      }
    }),
    { numRuns: runs(20) },
  );
});
