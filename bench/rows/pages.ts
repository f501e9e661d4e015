/** Row 26: pages of platforms, named by the tables of signs, as they are and as they may become. */
import { documentsOf } from '../../bin/judge/documents.ts';
import { readEntries } from '../../bin/judge/entry.ts';
import { factsOf, verdictOf } from '../../bin/judge/verdict.ts';
import { judge } from '../../lib/capture/platforms/judging/judge.ts';
import { tables } from '../../lib/capture/platforms/signs.ts';
import { mutationRuns } from '../../test/lab/pages/mutation-runs.ts';
import { seedOfRun } from '../../test/lab/properties.ts';
import type { Row } from '../row.ts';

const mutations = 10_000;

const corpus = () => {
  const read = readEntries(new URL('../../test/corpus', import.meta.url).pathname);
  return read.map((entry) => {
    if (entry instanceof Error) throw entry;
    return entry;
  });
};

const named = async (): Promise<string> => {
  const kinds = corpus().map((entry) => verdictOf(entry).kind);
  const count = (kind: string): number => kinds.filter((one) => one === kind).length;
  return `${count('right')} of ${kinds.length} right, ${count('unknown')} unknown, ${count('other')} another state, ${count('wrong')} wrong`;
};

/** Each page once for the engine to know the judge, and then often. */
const judged = async (): Promise<string> => {
  const pages = corpus().flatMap((entry) => {
    const table = tables[entry.platform];
    return table ? [{ table, history: entry.history, facts: factsOf(entry, documentsOf(entry), table) }] : [];
  });
  const took_ms: number[] = [];
  for (let turn = 0; turn < 21; turn += 1) {
    for (const { facts, history, table } of pages) {
      const began_ms = performance.now();
      judge(facts, history, table);
      if (turn > 0) took_ms.push(performance.now() - began_ms);
    }
  }
  const sorted = took_ms.toSorted((one, other) => one - other);
  const at = (share: number): string => `${(sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2)} ms`;
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, of ${pages.length} pages`;
};

const changed = async (): Promise<string> => {
  const seed = seedOfRun();
  const { wrong, alike, unlike } = mutationRuns(corpus(), mutations, seed);
  if (wrong.length > 0) throw new Error(`wrong reasons to end:\n${wrong.join('\n')}`);
  const share = (100 * (1 - unlike.length / alike)).toFixed(1);
  return `${wrong.length} of ${mutations.toLocaleString('en')}; harmless changes answered alike: ${share} %; seed ${seed}`;
};

export const pageRows: readonly Row[] = [
  { number: 26, title: 'page states named right, of the corpus', target: '100 % of ≥ 150', measure: named },
  { number: 26, title: 'judging a page, once it was read', target: 'p99 ≤ 1 ms', measure: judged },
  { number: 26, title: 'wrong reasons to end, of pages changed at random', target: '0 of 10,000', measure: changed },
];
