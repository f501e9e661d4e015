/** Pages of the corpus on which a bot waits, and what may become of them: none is a meeting that the bot is in. */
import { describe, expect, it } from 'vitest';
import { documentsOf } from '../../../bin/judge/documents.ts';
import type { Entry } from '../../../bin/judge/entry.ts';
import { factsOf } from '../../../bin/judge/verdict.ts';
import type { PageFacts } from '../../../lib/capture/platforms/judging/facts.ts';
import { judge } from '../../../lib/capture/platforms/judging/judge.ts';
import { createRecogniser } from '../../../lib/capture/platforms/judging/recogniser.ts';
import type { SignTable } from '../../../lib/capture/platforms/judging/sign-table.ts';
import { tables } from '../../../lib/capture/platforms/tables.ts';
import { corpus, factsOfEntry } from '../../lab/pages/corpus.ts';
import { isOverAnother } from '../../lab/pages/entry-names.ts';
import { chanceOf, harmful, harmless, oneOf } from '../../lab/pages/mutations.ts';
import { runs } from '../../lab/properties.ts';

const waits = ['waiting_room', 'not_started', 'authorized_user_absent', 'asking'];
const pages = corpus.flatMap((entry) => {
  const table = tables[entry.platform];
  if (!table || !waits.includes(entry.expected?.phase ?? '')) return [];
  return entry.history.admitted ? [] : { entry, table, facts: factsOfEntry(entry) };
});

/** Below the others there may be a meeting, which is all that is left where their own signs are gone. */
const alone = pages.filter(({ entry }) => !isOverAnother(entry.name));

/** What may be laid below a page may be a meeting, and what it exchanges with its servers is not of its looks. */
const { 'with another page below': _, 'without its wire': __, ...changes } = { ...harmless, ...harmful };

const changed = ({ entry, table }: { readonly entry: Entry; readonly table: SignTable }, seed: number): PageFacts => {
  const chance = chanceOf(seed);
  const documents = [...documentsOf(entry)];
  const rows = table.states.filter(({ id }) => id === entry.expected?.state);
  const page = { history: entry.history, wire: entry.wire, documents, table, rows, other: () => [] };
  for (let count = 1 + Math.floor(chance() * 3); count > 0; count -= 1)
    oneOf(Object.values(changes), chance)(page, chance);
  return factsOf({ ...entry, wire: page.wire }, documents, table);
};

/** What a bot takes a page for that it was asked to let in by, and that stays as it is. */
const takenFor = (table: SignTable, facts: PageFacts, times = 20) => {
  let now_ms = 1_000_000;
  const recogniser = createRecogniser(
    table,
    () => undefined,
    () => now_ms,
  );
  recogniser.pressedJoin();
  return Array.from({ length: times }, () => {
    now_ms += 250;
    return recogniser.recognise(facts).phase;
  });
};

describe('a page on which a bot waits', () => {
  it('is one of each platform that has such', () => {
    expect(new Set(pages.map(({ entry }) => entry.platform)).size).toBe(5);
    expect(pages.length).toBeGreaterThan(30);
  });

  it.each(alone)('is no meeting without its words: $entry.name', ({ entry, table, facts }) => {
    expect(judge({ ...facts, texts: [] }, entry.history, table).phase).not.toBe('in_meeting');
  });

  it('is no meeting, whatever becomes of it', () => {
    const taken = Array.from({ length: runs(200) }, (_, run) => {
      const page = oneOf(alone, chanceOf(run));
      const facts = changed(page, 20_261_124 + run);
      const { phase } = judge(facts, page.entry.history, page.table);
      return phase === 'in_meeting' ? `${page.entry.name}, seed ${20_261_124 + run}` : [];
    });
    expect(taken.flat()).toEqual([]);
  });
});

describe('a page that nobody had the time to look at as a whole', () => {
  const inside = corpus.flatMap((entry) => {
    const table = tables[entry.platform];
    if (!table || !/\/(?:m28-in-call|t28-in-meeting|z36-in-meeting)$/.test(entry.name)) return [];
    return { name: entry.name, table, facts: factsOfEntry(entry) };
  });

  it.each(inside)('is no meeting before it was: $name', ({ table, facts }) => {
    const late = { ...facts, is_whole: false, lacked_time: true };
    expect(takenFor(table, late)).not.toContain('in_meeting');
    expect(takenFor(table, facts).at(-1)).toBe('in_meeting');
  });

  it.each(inside)('is one all the same where it is only too large: $name', ({ table, facts }) => {
    expect(takenFor(table, { ...facts, is_whole: false }).at(-1)).toBe('in_meeting');
  });
});
