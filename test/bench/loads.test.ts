/** The benchmark is seldom run as a whole: what of it no longer loads is seen here, in programs of its own as it has them. */
import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

// Vitest's own, which functions would take for the service's.
const { BASE_URL: _, ...env } = process.env;
const root = fileURLToPath(new URL('../..', import.meta.url));

/** What a program of the benchmark answers. */
const answerOf = async (program: string): Promise<unknown> => {
  const asked = ['--conditions=local', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, asked, { cwd: root, env });
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
};

it('each row loads, with a title of its own, and each result is one of a row with its target', async () => {
  const rows = (await answerOf(`
    const { rows } = await import('./bench/rows.ts');
    console.log(JSON.stringify(rows.map(({ number, title, target }) => ['| ' + number, title, target, ''].join(' | '))));
    process.exit();
  `)) as string[];
  const [, , ...results] = readFileSync(join(root, 'bench/results.md'), 'utf8').match(/^\|.*/gm) ?? [];
  expect(rows.length).toBeGreaterThan(90);
  expect(new Set(rows).size).toBe(rows.length);
  expect(results.filter((line) => !rows.some((row) => line.startsWith(row)))).toEqual([]);
});

it('nothing stands in for a module that no function of the API imports', async () => {
  const unused = await answerOf(`
    const { neverAskedFor } = await import('./bench/workers/in-process-api.ts');
    const { handlerOf } = await import('./test/lab/api/requests.ts');
    const { routes } = await import('./lib/api/routes.ts');
    for (const name of Object.keys(routes)) await handlerOf(name);
    console.log(JSON.stringify(neverAskedFor()));
  `);
  expect(unused).toEqual([]);
});

it('lives are lived in a thread of the benchmark', async () => {
  const lived = await answerOf(`
    const { inThread } = await import('./bench/threads.ts');
    const { lives } = await inThread('api-lives.ts', { seed: 1, lives: 200, most_ms: 600_000 });
    console.log(JSON.stringify(lives));
    process.exit();
  `);
  expect(lived).toBe(200);
});

it('each file that a row runs is there', () => {
  const missing = globSync('bench/**/*.ts', { cwd: root }).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const beside = [...text.matchAll(/new URL\('([^'`]+\.\w+)', import\.meta\.url\)/g)].map(([, name = '']) =>
      join(dirname(file), name),
    );
    const threads = [...text.matchAll(/\binThread(?:<[^(]*>)?\('([^']+)'/g)].map(([, name]) => `bench/workers/${name}`);
    return [...beside, ...threads].filter((name) => !existsSync(join(root, name))).map((name) => `${file}: ${name}`);
  });
  expect(missing).toEqual([]);
});
