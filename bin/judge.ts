/**
 * `npm run judge -- DIR`: what the present tables make of every page under a folder, of a corpus or kept by bots. With `--as NAME
 * --state ROW` the one page in it becomes an entry of the corpus.
 */
import './help.ts';
import { statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { oldEntries } from '../lib/capture/platforms/judging/sign-table.ts';
import { tables } from '../lib/capture/platforms/tables.ts';
import { type Entry, readEntries } from './judge/entry.ts';
import { keepAsEntry } from './judge/keep.ts';
import { type Kind, type Verdict, verdictOf } from './judge/verdict.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { as: { type: 'string' }, state: { type: 'string' } },
});
const [root] = positionals;
if (root === undefined || !statSync(root, { throwIfNoEntry: false })?.isDirectory()) {
  console.error('name a folder that is there: npm run judge -- test/corpus');
  process.exit(2);
}

if (values.as !== undefined || values.state !== undefined) {
  const { as: name = '', state = '' } = values;
  if (name === '' || state === '') {
    console.error('say what the page is: npm run judge -- FOLDER --as m36-full --state M36');
    process.exit(2);
  }
  try {
    console.log(`kept as ${keepAsEntry(root, 'test/corpus', { name, state }, new Date())}`);
    process.exit(0);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

const shown: Readonly<Record<Kind, string>> = {
  right: 'right',
  unknown: 'unknown',
  other: 'other',
  wrong: 'WRONG',
  unlabelled: '-',
};

const lineOf = ({ name, expected }: Entry, { kind, judgement }: Verdict): string => {
  const { phase, row, evidence, rivals, overlays } = judgement;
  const found = `${row ? `${row.id}_${row.name} ` : ''}${phase}`;
  const wanted = expected && kind !== 'right' ? ` (expected ${expected.state ?? 'no row,'} ${expected.phase})` : '';
  const more = [
    evidence.map((sign) => sign.entry).join(' '),
    overlays.length > 0 ? `over it ${overlays.map(({ id }) => id).join(' ')}` : '',
    rivals.length > 0 ? `rivals ${rivals.map(({ id }) => id).join(' ')}` : '',
  ].filter((part) => part !== '');
  return `${shown[kind].padEnd(8)} ${name}: ${found}${wanted}${more.length > 0 ? ` [${more.join('; ')}]` : ''}`;
};

const sums = new Map<string, number>();
const add = (what: string): void => {
  sums.set(what, (sums.get(what) ?? 0) + 1);
};
for (const entry of readEntries(root)) {
  if (entry instanceof Error) {
    for (const fault of entry.faults) console.log(`MALFORMED ${fault}`);
    add('malformed');
    continue;
  }
  const verdict = verdictOf(entry);
  console.log(lineOf(entry, verdict));
  add(shown[verdict.kind]);
}
for (const table of sums.size > 0 ? Object.values(tables) : []) {
  const old = table ? oldEntries(table, new Date()) : [];
  if (old.length > 0) console.log(`not seen for 180 days, ${table?.platform}: ${old.map(({ id }) => id).join(' ')}`);
}
console.log([...sums].map(([what, count]) => `${count} ${what}`).join(', ') || 'no entries');
if (sums.has('malformed')) console.log('what an entry holds is told in test/corpus/README.md');
if (sums.has('WRONG') || sums.has('malformed')) process.exitCode = 1;
