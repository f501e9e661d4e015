/** One kind of evidence ends no bot, whichever sentence of a table it is. */
import { expect, it } from 'vitest';
import { documentOf } from '../../../bin/judge/documents.ts';
import { factsOf } from '../../../bin/judge/verdict.ts';
import { finalPhases } from '../../../lib/capture/meeting/final-phases.ts';
import { judge } from '../../../lib/capture/platforms/judging/judge.ts';
import type { History, SignTable } from '../../../lib/capture/platforms/judging/sign-table.ts';
import { tables } from '../../../lib/capture/platforms/tables.ts';

const pasts: readonly History[] = [
  {},
  { pressed_join: true },
  { pressed_join: true, waited: true },
  { pressed_join: true, waited: true, admitted: true, glimpsed: true },
];

/** All that a table says of reasons to end; somebody called Ada stands where there is a gap. */
const sentencesOf = ({ states }: SignTable): string[] =>
  states
    .filter(({ phase }) => finalPhases[phase])
    .flatMap(({ signs }) => signs.flatMap((sign) => (sign.class === 'T' && !sign.aside ? sign.say : [])))
    .map((say) => say.replaceAll('*', 'Ada ').trim());

const endsOf = (table: SignTable, words: string): string[] => {
  const html = `<div><span>Product</span></div><div>${words}</div><div>More of the page</div><button>OK</button><a href="/help">Help</a>`;
  const entry = { address: `https://${table.hosts?.[0] ?? 'meet.example.com'}/tea`, title: 'Product', wire: [] };
  const facts = factsOf(entry, [documentOf(html)], table);
  return pasts.flatMap((past) => {
    const { phase, row } = judge(facts, past, table);
    return finalPhases[phase] ? `${words}: ${row?.id} ${phase}` : [];
  });
};

it.each(Object.values(tables).filter((table) => table !== undefined))(
  'no sentence of $platform in a plain line of a short page without a heading ends a bot',
  (table) => {
    expect(sentencesOf(table).flatMap((words) => endsOf(table, words))).toEqual([]);
  },
);
