/** Row 26: pages of platforms, named by the tables of signs, as they are and as they may become. */
import { readEntries } from '../../bin/judge/entry.ts';
import { verdictOf } from '../../bin/judge/verdict.ts';
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

const changed = async (): Promise<string> => {
  const seed = seedOfRun();
  const { wrong, alike, unlike } = mutationRuns(corpus(), mutations, seed);
  if (wrong.length > 0) throw new Error(`wrong reasons to end:\n${wrong.join('\n')}`);
  const share = (100 * (1 - unlike.length / alike)).toFixed(1);
  return `${wrong.length} of ${mutations.toLocaleString('en')}; harmless changes answered alike: ${share} %; seed ${seed}`;
};

export const pageRows: readonly Row[] = [
  { number: 26, title: 'page states named right, of the corpus', target: '100 % of ≥ 150', measure: named },
  { number: 26, title: 'wrong reasons to end, of pages changed at random', target: '0 of 10,000', measure: changed },
];
