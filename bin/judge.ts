/** `npm run judge -- DIR`: what the present tables make of every page of a corpus under a folder. */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { oldEntries } from '../lib/capture/platforms/judging/signs.ts';
import { tables } from '../lib/capture/platforms/signs.ts';
import { type Entry, readEntries } from './judge/entry.ts';
import { type Kind, type Verdict, verdictOf } from './judge/verdict.ts';

const { positionals } = parseArgs({ allowPositionals: true });
const [root] = positionals;
if (root === undefined || !existsSync(root)) {
  console.error('name a folder that is there: npm run judge -- test/corpus');
  process.exit(2);
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
    console.log(`MALFORMED ${entry.message}`);
    add('malformed');
    continue;
  }
  const verdict = verdictOf(entry);
  console.log(lineOf(entry, verdict));
  add(shown[verdict.kind]);
}
for (const table of Object.values(tables)) {
  const old = table ? oldEntries(table, new Date()) : [];
  if (old.length > 0) console.log(`not seen for 180 days, ${table?.platform}: ${old.map(({ id }) => id).join(' ')}`);
}
console.log([...sums].map(([what, count]) => `${count} ${what}`).join(', ') || 'no entries');
if (sums.has('WRONG') || sums.has('malformed')) process.exitCode = 1;
