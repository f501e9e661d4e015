import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildSync } from 'esbuild';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { functionNames } from '../../../lambdas/load.ts';
import { dashboardHandler } from '../../../lib/api/page-routes.ts';
import { publicHandler } from '../../../lib/api/public-routes.ts';
import { bundleFunction, bundleOptions, projectRoot } from '../../../lib/infra/functions/bundle.ts';
import { runs, seedOfRun } from '../../lab/properties.ts';

const folder = mkdtempSync(join(tmpdir(), 'bundles-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What the stack and Lambda give to functions, all together. */
const environment = {
  AWS_REGION: 'us-east-1',
  TABLE_NAME: 'table',
  MEDIA_BUCKET: 'bucket',
  WEBHOOK_QUEUE_URL: 'https://sqs.example.com/queue',
  SLOW_WEBHOOK_QUEUE_URL: 'https://sqs.example.com/slow',
  TRANSCRIPTION_QUEUE_URL: 'https://sqs.example.com/speech',
  ERASE_FUNCTION: 'erase',
  CALENDAR_QUEUE_URL: 'https://sqs.example.com/calendars',
  CONNECTION_QUEUE_URL: 'https://sqs.example.com/connections',
  STATE_MACHINE_ARN: 'arn:aws:states:us-east-1:000000000000:stateMachine:bots',
  SECRET_KEY_ID: 'key',
  CAPTURE_CLUSTER: 'cluster',
  CAPTURE_TASK_DEFINITION: 'task',
  APP_SESSION_TASK_DEFINITION: 'task',
  CAPTURE_CONTAINER: 'capture',
  CAPTURE_SIZES: '{}',
  CAPTURE_SUBNETS: 'subnet',
  CAPTURE_PUBLIC_IP: 'ENABLED',
  CAPTURE_SECURITY_GROUPS: 'group',
};

/** The name by which KMS is called, in every program that calls it. */
const kms = 'TrentService';
/** What seals or opens secrets. */
const withSecrets = [
  ...['webhooks/deliver', 'transcription/transcribe'],
  ...['api/calendars/create-calendar', 'api/calendars/update-calendar', 'calendars/sync'],
  'api/app-sessions/create-app-session',
  ...['api/connections/create-connection', 'api/connections/delete-connection'],
  ...['connections/hear', 'connections/join-credentials'],
  'connections/sync',
  ...['dashboard/identity', 'dashboard/providers', 'dashboard/webhooks'],
];

/**
 * Bundled as they are deployed: those that are unlike others, and some that are others in each run (`PROPERTY_RUNS=100`: all).
 * What is left is bundled by the same rules in one go, which takes no longer than two of them.
 */
const seed = seedOfRun();
const chosen =
  fc.sample(fc.shuffledSubarray([...functionNames], { minLength: functionNames.length }), { seed, numRuns: 1 })[0] ??
  [];
const asDeployed = new Set(['api/bots/create-bot', dashboardHandler, publicHandler, ...chosen.slice(0, runs(4))]);

/** The files of each, with all that it may load, of functions that are bundled together and share what they have in common. */
const bundleTogether = (names: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const entryPoints = Object.fromEntries(names.map((name) => [`${name}/index`, `lambdas/${name}.ts`]));
  const { outputs } = buildSync({ ...bundleOptions, entryPoints, outdir: folder, metafile: true }).metafile;
  const reach = (path: string, reached = new Set<string>()): Set<string> => {
    const file = join(projectRoot, path);
    if (reached.has(file)) return reached;
    reached.add(file);
    for (const { path: next, external } of outputs[path]?.imports ?? []) if (!external) reach(next, reached);
    return reached;
  };
  return new Map(
    Object.entries(outputs).flatMap(([path, { entryPoint = '' }]) => {
      const [, name = ''] = /^lambdas\/(.*)\.ts$/.exec(entryPoint) ?? [];
      return names.includes(name) ? [[name, reach(path)] as const] : [];
    }),
  );
};

/** Runs a module in a process that has nothing but the environment of a function. */
const run = (code: string) =>
  spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: folder,
    encoding: 'utf8',
    env: environment,
  });

describe('bundles of functions', () => {
  /** What a cold start of each loads. Its bundle lies in the folder of its name. */
  const atOnce = new Map<string, string[]>();
  let starts: Readonly<Record<string, string>>;
  let together: ReadonlyMap<string, ReadonlySet<string>>;
  beforeAll(() => {
    together = bundleTogether(functionNames.filter((entry) => !asDeployed.has(entry)));
    for (const entry of asDeployed) atOnce.set(entry, bundleFunction(entry, join(folder, entry)));
    // In one process: no bundle has a way to what is in another.
    const { stdout, stderr } = run(`
      const starts = {};
      for (const entry of ${JSON.stringify(functionNames)})
        starts[entry] = await import(\`./\${entry}/index.mjs\`).then(({ handler }) => typeof handler, String);
      process.stdout.write(JSON.stringify(starts));`);
    expect(stderr).toBe('');
    starts = JSON.parse(stdout);
  });

  it.each(functionNames)('%s becomes a module that starts with nothing but its environment', (entry) => {
    expect(starts[entry], `PROPERTY_SEED=${seed}`).toBe('function');
    // Any other function does without what it takes.
    const files = together.get(entry) ?? globSync(`${join(folder, entry)}/**/*.mjs`);
    const code = [...files].map((file) => readFileSync(file, 'utf8'));
    expect(code.some((text) => text.includes(kms))).toBe(withSecrets.includes(entry));
  });

  it('keep create-bot below 350 KiB, 110 compressed, since every cold start reads all of it', () => {
    const bytes = Buffer.concat((atOnce.get('api/bots/create-bot') ?? []).map((file) => readFileSync(file)));
    expect(bytes.length).toBeGreaterThan(0);
    expect(bytes.length).toBeLessThanOrEqual(350 * 1024);
    expect(gzipSync(bytes).length).toBeLessThanOrEqual(110 * 1024);
  });

  it("hold no manifest of the SDK's packages", () => {
    const code = (atOnce.get('api/bots/create-bot') ?? []).map((file) => readFileSync(file, 'utf8')).join();
    expect(code).toContain('aws-sdk-js');
    expect(code).not.toContain('devDependencies');
  });

  it('load the media store of create-bot only for a bot that brings a picture', () => {
    expect(atOnce.get('api/bots/create-bot')?.filter((file) => file.includes('media-store'))).toEqual([]);
    const index = join(folder, 'api/bots/create-bot/index.mjs');
    const { stdout } = run(`import { createRequire } from 'node:module'; import { pathToFileURL } from 'node:url';
      const path = createRequire(${JSON.stringify(index)}).resolve('#adapters/media-store.ts');
      process.stdout.write(typeof (await import(pathToFileURL(path))).openMediaStore().put)`);
    expect(stdout).toBe('function');
  });
});
