/** Pages of a corpus, changed at random, and judged: whether any is taken for a reason to end that is not its own. */
import { setImmediate as turn } from 'node:timers/promises';
import { documentOf } from '../../../bin/judge/documents.ts';
import type { Entry } from '../../../bin/judge/entry.ts';
import { factsOf, kindOf } from '../../../bin/judge/verdict.ts';
import { finalPhases } from '../../../lib/capture/meeting/final-phases.ts';
import type { PageFacts } from '../../../lib/capture/platforms/judging/facts.ts';
import { canBe, type Judgement, judge } from '../../../lib/capture/platforms/judging/judge.ts';
import type { StateRow } from '../../../lib/capture/platforms/judging/sign-table.ts';
import { beforeOf, judgeNews } from '../../../lib/capture/platforms/judging/standing.ts';
import { tables } from '../../../lib/capture/platforms/tables.ts';
import { isOfTwoStates } from './entry-names.ts';
import { type Chance, type Change, chanceOf, harmful, harmless, oneOf, type Page } from './mutations.ts';

export interface Sums {
  readonly runs: number;
  /** Reasons to end that were neither the page's own nor that of a page laid below it: which page, changed how. */
  readonly wrong: readonly string[];
  /** How many ended for the reason of a page laid below theirs, which has all that speaks for it and is seen as they are. */
  readonly as_below: number;
  /** Of those that were changed in harmless ways only: how many there were, and which were not answered alike. */
  readonly alike: number;
  readonly unlike: readonly string[];
}

const originOf = (address: string): string | undefined => URL.parse(address)?.origin;
const documentsOf = ({ frames }: Entry): Document[] =>
  frames.filter(({ address }) => originOf(address) === originOf(frames[0].address)).map(({ html }) => documentOf(html));

const pick = (changes: Readonly<Record<string, Change>>, most: number, chance: Chance): [string, Change][] =>
  Array.from({ length: Math.floor(chance() * (most + 1)) }, () => oneOf(Object.entries(changes), chance));

const subTypeOf = ({ phase }: Judgement): string | null => finalPhases[phase]?.sub_type ?? null;
const answerOf = ({ phase, row }: Judgement): string => `${row?.id ?? '-'} ${phase}`;

const tableOf = ({ platform }: Entry) => {
  const table = tables[platform];
  if (!table) throw new Error(`there is no table of ${platform}`);
  return table;
};

/** The rows that a page is called after, also where it only looks like one. */
const rowsOf = (entry: Entry): StateRow[] => {
  const id = entry.name.split('/').at(-1)?.slice(0, 3).toUpperCase() ?? '';
  return tableOf(entry).states.filter((row) => row.id === id || row.also?.includes(id));
};

const reasonsOf = (rows: readonly StateRow[]): (string | null)[] =>
  rows.map(({ phase }) => finalPhases[phase]?.sub_type ?? null);

const sentencesOf = ({ signs }: StateRow): string[] => signs.flatMap((sign) => (sign.class === 'T' ? sign.say : []));

/**
 * What a page that ends a bot, or looks like one, says to whoever has another past, where that leaves it no reason of its own:
 * who is not in yet, and is told of a removal in the same words, was refused.
 */
const rowsByPast = (entry: Entry, history: Entry['history']): StateRow[] => {
  const { expected } = entry;
  const rows = expected?.sub_type || expected?.phase === 'unknown' ? rowsOf(entry) : [];
  if (rows.some((row) => canBe(row, history))) return [];
  const said = new Set(rows.flatMap(sentencesOf));
  return tableOf(entry).states.filter(
    (row) => canBe(row, history) && sentencesOf(row).some((sentence) => said.has(sentence)),
  );
};

const pageOf = (entry: Entry, other: Entry): Page => {
  const table = tableOf(entry);
  return {
    history: entry.history,
    wire: entry.wire,
    documents: documentsOf(entry),
    table,
    rows: table.states.filter(({ id }) => id === entry.expected?.state),
    other: () => documentsOf(other),
  };
};

const isPlain = ({ name }: Entry): boolean => !isOfTwoStates(name);

/**
 * So many runs, a tenth of them with harmless changes only, and of all pages. The seed that is told of a page makes it anew, as
 * the first.
 */
export const mutationRuns = async (entries: readonly Entry[], count: number, seed: number): Promise<Sums> => {
  const plain = entries.filter(isPlain);
  const wrong: string[] = [];
  const unlike: string[] = [];
  let alike = 0;
  let as_below = 0;
  /** The page that was laid below another, as it would be in its place. */
  const below = (other: Entry, { history, wire, table }: Page): Judgement =>
    judge(factsOf({ ...other, wire }, documentsOf(other), table), history, table);
  const judged = (entry: Entry, page: Page): Judgement => {
    const facts = factsOf({ ...entry, wire: page.wire }, page.documents, page.table);
    return judgeNews(facts, page.history, page.table, beforeOf(entry.before));
  };
  /** What a page may end for: what is expected of it, with the past that it has now; what it only looks like, it may become. */
  const ownOf = (entry: Entry, { history }: Page, isOfAnotherPast: boolean): (string | null)[] => [
    null,
    entry.expected?.sub_type ?? null,
    ...(entry.expected?.phase === 'unknown' ? reasonsOf(rowsOf(entry)) : []),
    ...(isOfAnotherPast ? [subTypeOf(judged(entry, { ...pageOf(entry, entry), history }))] : []),
  ];
  const ownBelow = (other: Entry, page: Page): (string | null)[] => [
    ...ownOf(other, page, false),
    subTypeOf(below(other, page)),
    ...reasonsOf(rowsByPast(other, page.history)),
  ];
  for (let run = 0; run < count; run += 1) {
    const chance = chanceOf(seed + run);
    const isHarmless = (seed + run) % 10 === 0;
    const entry = oneOf(isHarmless ? entries : plain, chance);
    const other = oneOf(
      plain.filter(({ platform }) => platform === entry.platform),
      chance,
    );
    const page = pageOf(entry, other);
    const changes = [
      ...pick(harmless, 3, chance),
      ...(isHarmless ? [] : [oneOf(Object.entries(harmful), chance), ...pick(harmful, 1, chance)]),
    ];
    for (const [, change] of changes) change(page, chance);
    const judgement = judged(entry, page);
    const told = `${entry.name} (${changes.map(([name]) => name).join(', ')}; seed ${seed + run}): ${answerOf(judgement)}`;
    if (isHarmless) {
      alike += 1;
      if (kindOf(judgement, entry.expected) !== 'right') unlike.push(told);
    }
    const isWith = (change: string): boolean => changes.some(([name]) => name === change);
    const reason = subTypeOf(judgement);
    if (!ownOf(entry, page, isWith('with another past')).includes(reason)) {
      const isBelow = isWith('with another page below');
      if (isBelow && ownBelow(other, page).includes(reason)) as_below += 1;
      else wrong.push(isBelow ? `${told}, over ${other.name}` : told);
    }
    // jsdom holds its pages by WeakRefs, and what these name is kept until the turn ends (https://tc39.es/ecma262/#sec-clear-kept-objects).
    await turn();
  }
  return { runs: count, wrong, as_below, alike, unlike };
};

/** The same page with a single kind of evidence left, of those that it is known by. */
export const reduced = (facts: PageFacts, kind: string): PageFacts => ({
  ...facts,
  texts: kind === 'T' ? facts.texts.map(({ text }) => ({ text, place: 'main' as const })) : [],
  shown: kind === 'S' ? facts.shown : [],
  wire: kind === 'N' ? facts.wire : [],
  ...(kind !== 'U' && { address: 'https://example.com/', title: '', status: null }),
});
