/** That what the lists of promises say to hold each of them is there: files with such a test in them that are run, rows of the benchmark. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const here = import.meta.dirname;

/** What follows the number of each row of the benchmark, up to the next one. */
const bench = globSync('../bench/rows/*/*.ts', { cwd: here }).flatMap((file) =>
  readFileSync(join(here, file), 'utf8')
    .split(/\bnumber: /)
    .slice(1)
    .map((text) => ({ file, number: /^'?(\w+)/.exec(text)?.[1], text })),
);

const importedBy = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/ from '(\.[^']+\.ts)'/g)].map(([, to = '']) => join(dirname(file), to));

/** What is run: tests, commands, what CI does, and whatever these import. */
const run = new Set(
  globSync(['**/*.test.ts', '../bin/*.ts', '../.ci/run'], { cwd: here }).map((file) => join(here, file)),
);
for (const file of run) for (const imported of importedBy(file)) if (existsSync(imported)) run.add(imported);

const isThere = (proof: string): boolean => {
  const [, path, row, said = ''] = /^(?:\[[^\]]+\]\(([^)]+)\)|`bench (\w+)`): \*(.+)\*$/.exec(proof) ?? [];
  if (path) {
    const file = join(here, path);
    return run.has(file) && readFileSync(file, 'utf8').includes(said);
  }
  return bench.some(({ number, text }) => number === row && text.includes(said));
};

describe.each([
  ['checks.md', 56],
  ['platform-checks.md', 42],
  ['dashboard-checks.md', 34],
])('in %s', (file, count) => {
  const rows = [...readFileSync(join(here, file), 'utf8').matchAll(/^\| (\d+) \| (.+?) \| (.+) \|$/gm)].map(
    ([, number = '', promise = '', proofs = '']) => ({ number: Number(number), promise, proofs: proofs.split('<br>') }),
  );

  it('every promise has its line', () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: count }, (_, n) => n + 1));
  });

  it.each(rows)('$number is held: $promise', ({ proofs }) => {
    expect(proofs.filter((proof) => !isThere(proof))).toEqual([]);
  });
});

it('a number of the benchmark belongs to one subject', () => {
  const filesOf = Map.groupBy(bench, ({ number }) => number);
  const shared = [...filesOf].flatMap(([number, rows]) => {
    const files = new Set(rows.map(({ file }) => file));
    return files.size > 1 ? [`${number}: ${[...files].join(', ')}`] : [];
  });
  expect(shared).toEqual([]);
});
