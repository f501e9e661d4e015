/** What the present tables make of an entry, and whether that is right. */
import { finalPhases } from '../../lib/capture/meeting/final-phases.ts';
import { collect } from '../../lib/capture/platforms/judging/collect.ts';
import type { PageFacts } from '../../lib/capture/platforms/judging/facts.ts';
import type { Judgement } from '../../lib/capture/platforms/judging/judge.ts';
import type { SignTable } from '../../lib/capture/platforms/judging/sign-table.ts';
import { beforeOf, judgeNews } from '../../lib/capture/platforms/judging/standing.ts';
import { tables } from '../../lib/capture/platforms/tables.ts';
import { documentsOf, lookedAt, stillEyes } from './documents.ts';
import type { Entry } from './entry.ts';
import { whatHolds } from './wire.ts';

/**
 * `unknown`: nothing was made of it; `other`: another phase that does not end the bot, or another state of the same
 * phase; `wrong`: a reason to end that is not the one that was expected.
 */
export type Kind = 'right' | 'unknown' | 'other' | 'wrong' | 'unlabelled';

export interface Verdict {
  readonly kind: Kind;
  readonly judgement: Judgement;
}

export const factsOf = (
  entry: Pick<Entry, 'address' | 'title' | 'status' | 'wire' | 'is_young'>,
  documents: readonly Document[],
  table: SignTable,
): PageFacts => ({
  address: entry.address,
  title: entry.title || (documents[0]?.title ?? ''),
  status: entry.status ?? null,
  wire: whatHolds(entry.wire),
  ...lookedAt(documents, (pages) => collect(pages, table, { eyes: stillEyes })),
  ...(entry.is_young && { is_young: true }),
});

const statesOf = ({ row, overlays }: Judgement): string[] =>
  [row, ...overlays].flatMap((one) => (one ? [one.id, ...(one.also ?? [])] : []));

export const kindOf = (judgement: Judgement, expected: Entry['expected']): Kind => {
  if (!expected) return 'unlabelled';
  const ending = finalPhases[judgement.phase];
  if (ending && ending.sub_type !== expected.sub_type) return 'wrong';
  const { state } = expected;
  const isSame = state === null || expected.phase === 'unknown' || statesOf(judgement).includes(state);
  if (expected.phase === judgement.phase && isSame) return 'right';
  return judgement.phase === 'unknown' || judgement.phase === 'loading' ? 'unknown' : 'other';
};

/** @throws Error when there is no table of the entry's platform */
export const verdictOf = (entry: Entry): Verdict => {
  const table = tables[entry.platform];
  if (!table) throw new Error(`${entry.name}: there is no table of ${entry.platform}`);
  const facts = factsOf(entry, documentsOf(entry), table);
  const judgement = judgeNews(facts, entry.history, table, beforeOf(entry.before));
  return { kind: kindOf(judgement, entry.expected), judgement };
};
