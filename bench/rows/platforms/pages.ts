/** Row 26: pages of platforms, named by the tables of signs, as they are and as they may become. */
import { documentsOf } from '../../../bin/judge/documents.ts';
import { readEntries } from '../../../bin/judge/entry.ts';
import { factsOf, verdictOf } from '../../../bin/judge/verdict.ts';
import { judge } from '../../../lib/capture/platforms/judging/judge.ts';
import { tables } from '../../../lib/capture/platforms/tables.ts';
import { mutationRuns } from '../../../test/lab/pages/mutation-runs.ts';
import { seedOfRun } from '../../../test/lab/properties.ts';
import type { Row } from '../../row.ts';

const mutations = 10_000;

const corpus = () => {
  const read = readEntries(new URL('../../../test/corpus', import.meta.url).pathname);
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

/** Of each page the median of many turns: whatever else the machine does comes between some of them. */
const judged = async (): Promise<string> => {
  const pages = corpus().flatMap((entry) => {
    const table = tables[entry.platform];
    if (!table) return [];
    return { table, history: entry.history, facts: factsOf(entry, documentsOf(entry), table), took_ms: [] as number[] };
  });
  for (let turn = 0; turn < 51; turn += 1) {
    for (const { facts, history, table, took_ms } of pages) {
      const began_ms = performance.now();
      judge(facts, history, table);
      took_ms.push(performance.now() - began_ms);
    }
  }
  const at = (values: readonly number[], share: number): number =>
    values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? 0;
  const medians = pages.map(({ took_ms }) => at(took_ms, 0.5));
  return `p50 ${at(medians, 0.5).toFixed(2)}, p99 ${at(medians, 0.99).toFixed(2)} of ${pages.length} pages`;
};

const changed = async (): Promise<string> => {
  const seed = seedOfRun();
  const { wrong, as_below, alike, unlike } = await mutationRuns(corpus(), mutations, seed);
  if (wrong.length > 0) throw new Error(`wrong reasons to end:\n${wrong.join('\n')}`);
  if (unlike.length > alike * 0.02) throw new Error(`harmless changes that changed the answer:\n${unlike.join('\n')}`);
  const share = (100 * (1 - unlike.length / alike)).toFixed(1);
  return `${wrong.length} of ${mutations.toLocaleString('en')}, and ${as_below} for the reason of a whole page laid below; harmless changes answered alike: ${share} %; seed ${seed}`;
};

export const pageRows: readonly Row[] = [
  { number: 26, title: 'page states named right, of the corpus', target: '100 % of ≥ 150', measure: named },
  { number: 26, title: 'judging a page, once it was read, ms', target: 'p99 ≤ 1', measure: judged },
  { number: 26, title: 'wrong reasons to end, of pages changed at random', target: '0 of 10,000', measure: changed },
];
