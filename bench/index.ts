/**
 * `npm run bench`: measures what can be measured again, prints each figure beside its target, and writes
 * `bench/results.md`. `npm run bench -- 1 2` measures only the rows named, and leaves the other figures as they were.
 */
import '../bin/help.ts';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { preparePrograms } from '../lib/capture/build/programs.ts';
import { isMissed } from './judged.ts';
import type { Row } from './row.ts';
import { rows } from './rows.ts';

const wanted = process.argv.slice(2);
const chosen = rows.filter(({ number }) => wanted.length === 0 || wanted.includes(String(number)));

const strange = wanted.filter((one) => !rows.some(({ number }) => String(number) === one));
if (strange.length > 0) {
  console.error(
    `there is no row ${strange.join(', ')}: there are ${[...new Set(rows.map(({ number }) => number))].join(', ')}`,
  );
  process.exit(2);
}

// For the rows that have sessions of their own, without a service.
process.env.CAPTURE_PROGRAMS = await preparePrograms();

const results = new URL('results.md', import.meta.url);
const head =
  '# Benchmark\n\nWritten by `npm run bench`. Wall times wobble; CPU, counts and bytes do not. What misses its target is MISSED.\n';
const tableHead = ['| # | row | target | figure | measured on |', '|---|---|---|---|---|'];
const beginningOf = ({ number, title }: Row): string => `| ${number} | ${title} | `;

/** The line of each row: the new one where it was measured now, else that of the last time. */
const linesOf = async (measured: ReadonlyMap<Row, string>): Promise<string[]> => {
  const before = (await readFile(results, 'utf8').catch(() => '')).split('\n');
  return rows.flatMap((row) => measured.get(row) ?? before.find((line) => line.startsWith(beginningOf(row))) ?? []);
};

const today = new Date().toISOString().slice(0, 10);
const here = `${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, Node ${process.versions.node}, ${today}`;
console.log(tableHead.join('\n'));
const measured = new Map<Row, string>();
let hasFailed = false;
for (const row of chosen) {
  const figure = await row.measure().catch((error: unknown) => {
    hasFailed = true;
    return `failed: ${error instanceof Error ? error.message : error}`;
  });
  measured.set(row, `${beginningOf(row)}${row.target} | ${figure} | ${here} |`);
  console.log(measured.get(row));
  if (hasFailed || isMissed(figure)) process.exitCode = 1;
}

if (!hasFailed) await writeFile(results, `${head}\n${[...tableHead, ...(await linesOf(measured))].join('\n')}\n`);
// What a row has left open, such as sockets of media that take their time, keeps nobody waiting.
process.exit();
