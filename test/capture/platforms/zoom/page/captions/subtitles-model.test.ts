/** What is told of anything that Zoom's client shows below the picture. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createZoomCaptions } from '../../../../../../lib/capture/platforms/zoom/page/captions/captions.ts';
import { runs } from '../../../../../lab/properties.ts';
import { type Act, acts, createSubtitleList } from './subtitle-list.ts';

const lookMs = 250;

const life = fc.array(
  fc.record({
    does: fc.constantFrom(...acts, 'begin', 'goOn', 'goOn', 'goOn'),
    which: fc.nat(11),
    after_ms: fc.constantFrom(250, 250, 500, 1_000, 1_000, 2_500, 5_000, 12_000, 21_000),
  }),
  { minLength: 1, maxLength: 30, size: 'max' },
);

/** After so long a silence the client shows still what was said before it. Of three people the model leaves it out. */
const silence = fc.record({ at: fc.nat(29), ms: fc.constantFrom(0, 61_000, 65_000) });

const wordsOf = (text: string): readonly string[] => text.match(/q[a-z]{2}x/g) ?? [];

/** Each fault that is found, in words. */
const faultsOf = (people: number, done: readonly (Act & { readonly after_ms: number })[]): readonly string[] => {
  const list = createSubtitleList(people);
  const zoom = createZoomCaptions(() => ({ id: `${list.heard()}`, name: `${list.heard()}` }), list.now);
  const told = new Map<string, { readonly owner: number; readonly text: string; readonly isFinal: boolean }>();
  const seen = new Set<string>();
  const faults: string[] = [];
  const look = (): void => {
    zoom.look(list.rows);
    for (const { text } of list.rows) for (const word of wordsOf(text)) seen.add(word);
    for (const { id, speaker_id, text, is_final } of zoom.captions) {
      const before = told.get(id);
      if (before?.isFinal && (!is_final || before.text !== text))
        faults.push(`${before.text} was final, and is ${text}`);
      told.set(id, { owner: Number(speaker_id), text, isFinal: is_final });
    }
  };
  for (const act of done) {
    for (let left_ms = act.after_ms; left_ms > 0; left_ms -= lookMs) {
      look();
      list.wait(lookMs);
    }
    list.act(act);
  }
  look();
  list.wait(list.finalAfterMs);
  look();
  const captions = [...told.values()];
  const counts = new Map<string, number>();
  for (const { text } of captions) for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [
    ...faults,
    ...captions.flatMap(({ text, isFinal }) => (/\p{L}/u.test(text) && isFinal ? [] : `${text} is empty or not final`)),
    ...captions.flatMap(({ owner, text }) =>
      wordsOf(text).flatMap((word) => (list.origin(word)?.owner === owner ? [] : `${word} is said by ${owner}`)),
    ),
    ...[...counts].flatMap(([word, count]) => {
      const most = list.origin(word)?.most ?? 0;
      return count > most ? `${word} is told ${count} times, and not ${most}` : [];
    }),
    ...[...seen].flatMap((word) => (counts.has(word) || !list.isLeft(word) ? [] : `${word} is lost`)),
  ];
};

it.each([1, 2, 3, 4])(
  'what %d people say is told by the right name, no more often than it was changed, and never lost',
  (people) => {
    fc.assert(
      fc.property(life, silence, (done, { at, ms }) => {
        const silent = done.map((act, place) => ({
          ...act,
          after_ms: act.after_ms + (place === at && people < 3 ? ms : 0),
        }));
        expect(faultsOf(people, silent)).toEqual([]);
      }),
      { numRuns: runs(300) },
    );
  },
);
