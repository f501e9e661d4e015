/**
 * `npm run check`: everything that can be said about the code without running it. As many steps at once as there are cores;
 * prints what each of them has to say when it ends.
 */
import './help.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { filesOfHome } from './check/files-of-home.ts';

const env = {
  ...process.env,
  // The linter would call home; redocly.yaml says no to its telemetry, this to its question for updates.
  ...{ REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  // tsc keeps nearly all that it ever allocates: without its garbage collector it takes a sixth more memory and a third less time.
  GOGC: 'off',
};

// Each checker of tsc works out the types that it needs for itself: four of them, as by default, take twice the work of one.
const oneChecker = ['--checkers', '1'];

const cache = 'node_modules/.cache/types';

/** One machine's home is checked where it may differ from that of AWS, which is checked whole: the rest would be the same again. */
const whereLocalDiffers = (): string => {
  const project = `${cache}/local-home.json`;
  const toRoot = '../../..';
  const files = filesOfHome('.').map((file) => `${toRoot}/${file}`);
  mkdirSync(cache, { recursive: true });
  writeFileSync(project, JSON.stringify({ extends: `${toRoot}/tsconfig.local.json`, include: [], files }));
  return project;
};

/** Checks one home's types. What has not changed since the last run is not checked again, which is two thirds of the work. */
const types = (home: 'AWS' | 'local', project: string) => {
  const known = ['--incremental', '--tsBuildInfoFile', `${cache}/${home}.tsbuildinfo`];
  return [`types, ${home} home`, 'tsc', '-p', project, ...oneChecker, ...known] as const;
};

/** The longest first. */
const steps: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  types('AWS', 'tsconfig.json'),
  types('local', whereLocalDiffers()),
  ['format and lint', 'biome', 'check', '--error-on-warnings', '.'],
  ['unused code', 'knip'],
  ['generated files', 'node', 'bin/generate.ts', '--check'],
  ['OpenAPI document', 'redocly', 'lint', 'openapi.json'],
  ['state machine', 'asl-validator', '--json-path', 'statemachines/bot-lifecycle.asl.json'],
];

const said = async (stream: AsyncIterable<Buffer>): Promise<Buffer> => Buffer.concat(await Array.fromAsync(stream));

const run = async ([name, command, ...args]: (typeof steps)[number]): Promise<void> => {
  const startedAt = performance.now();
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  const [out, err, [code]] = await Promise.all([said(child.stdout), said(child.stderr), once(child, 'close')]);
  const isFine = code === 0;
  process.stdout.write(out);
  process.stderr.write(err);
  console.log(`${isFine ? 'ok' : 'FAILED'}: ${name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
  if (!isFine) process.exitCode = 1;
};

const waiting = [...steps];
const work = async (): Promise<void> => {
  for (let step = waiting.shift(); step; step = waiting.shift()) await run(step);
};
await Promise.all(Array.from({ length: Math.min(availableParallelism(), steps.length) }, work));
