/** What is told of any list of Zoom's client, in which rows grow, change, move, are renamed and leave. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createZoomCaptions } from '../../../../../../lib/capture/platforms/zoom/page/captions/captions.ts';
import { runs } from '../../../../../lab/properties.ts';
import { type Act, acts, createCaptionList } from './caption-list.ts';

const lookMs = 250;

const life = fc.array(
  fc.record({
    does: fc.constantFrom(...acts, 'begin', 'goOn', 'goOn', 'goOn'),
    which: fc.nat(11),
    after_ms: fc.constantFrom(0, 250, 250, 500, 1_000, 2_500),
  }),
  { minLength: 1, maxLength: 30, size: 'max' },
);

const wordsOf = (text: string): readonly string[] => text.match(/q[a-z]{3}\p{M}/gu) ?? [];

/** Each fault that is found, in words. */
const faultsOf = (
  names: readonly string[],
  done: readonly (Act & { readonly after_ms: number })[],
): readonly string[] => {
  const list = createCaptionList(names);
  const zoom = createZoomCaptions(list.idOf, list.now);
  const told = new Map<string, { readonly name: string; readonly text: string }>();
  const look = (): void => {
    zoom.look(list.rows);
    for (const { id, speaker_name, text } of zoom.captions) told.set(id, { name: speaker_name, text });
  };
  const pass = (ms: number): void => {
    for (let left_ms = ms; left_ms > 0; left_ms -= lookMs) {
      look();
      list.wait(lookMs);
    }
  };
  for (const act of done) {
    // Where a name changes together with the words, that may be somebody else who says more: it is told whole.
    const isNaming = act.does === 'rename' || act.does === 'leave';
    if (isNaming) look();
    pass(act.after_ms);
    list.act(act);
    if (isNaming) look();
  }
  pass(4_000);
  look();
  const captions = [...told.values()];
  const counts = new Map<string, number>();
  for (const { text } of captions) for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [
    ...captions.flatMap(({ name, text }) => (/\p{L}/u.test(text) ? [] : `empty, by ${name}`)),
    ...captions.flatMap(({ name, text }) =>
      wordsOf(text).flatMap((word) => (list.origin(word)?.names.has(name) ? [] : `${word} is said by ${name}`)),
    ),
    ...[...counts].flatMap(([word, count]) => {
      const most = list.origin(word)?.most ?? 0;
      return count > most ? `${word} is told ${count} times, and not ${most}` : [];
    }),
    ...[...list.due()].flatMap((word) => (counts.has(word) ? [] : `${word} is lost`)),
  ];
};

it.each([
  ['people of different names', ['Ada', 'Ben', 'Chloe']],
  ['two people of one name, and another', ['Ada', 'Ada', 'Ben']],
])('what %s say is told by the right name, no more often than it was changed, and never lost', (_, names) => {
  fc.assert(
    fc.property(life, (done) => {
      expect(faultsOf(names, done)).toEqual([]);
    }),
    { numRuns: runs(300) },
  );
});
