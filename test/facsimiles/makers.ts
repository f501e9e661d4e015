/**
 * What the makers of the imitated services publish: their own clients, and the types that describe requests and answers.
 * `makers/package-lock.json` pins it. It is no dependency of the project: it is installed once per machine, by the first test that asks.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'meeting-bots');
const installMustEndWithinMs = 240_000;
const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Where `installedOnce` has, or would have, what these pins say. */
export const installedFolder = async (name: string, pins: readonly string[]): Promise<string> => {
  const hash = createHash('sha256');
  for (const pin of pins) hash.update(await readFile(pin));
  return join(cache, `${name}-${hash.digest('hex').slice(0, 12)}`);
};

/**
 * A folder that `install` filled, kept between runs and shared by test processes: one fills it, the others wait.
 * Whoever changes one of the `pins` gets a new folder.
 */
export const installedOnce = async (
  name: string,
  pins: readonly string[],
  install: (folder: string) => Promise<unknown>,
  mustEndWithin_ms = installMustEndWithinMs,
): Promise<string> => {
  const folder = await installedFolder(name, pins);
  const lock = `${folder}.installing`;
  const giveUpAt = Date.now() + mustEndWithin_ms;
  await mkdir(cache, { recursive: true });
  while (!(await exists(folder))) {
    // A lock that nobody opened in time belongs to a process that was killed.
    if (Date.now() > giveUpAt) await rm(lock, { recursive: true, force: true });
    const mine = await mkdir(lock).then(
      () => true,
      () => false,
    );
    if (!mine) {
      await pause(200);
      continue;
    }
    try {
      if (await exists(folder)) break;
      const half = join(lock, 'half');
      await mkdir(half);
      await install(half);
      await rename(half, folder);
    } finally {
      await rm(lock, { recursive: true, force: true });
    }
  }
  return folder;
};

const loader = 'load.mjs';
const pinned = (file: string): string => fileURLToPath(new URL(`makers/${file}`, import.meta.url));

/** The folder of the makers' npm packages, or why there is none: no registry is in reach. */
export const makersPackages = async (): Promise<{ readonly folder: string } | { readonly missing: string }> => {
  const pins = ['package.json', 'package-lock.json'].map(pinned);
  try {
    const folder = await installedOnce('makers', pins, async (half) => {
      for (const pin of pins) await cp(pin, join(half, basename(pin)));
      // Names are looked up from where a module lies: this one lies there.
      await writeFile(join(half, loader), 'export const load = (name) => import(name);\n');
      // No install scripts: one of them fetches a binary from elsewhere.
      await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
        cwd: half,
        timeout: installMustEndWithinMs,
      });
    });
    return { folder };
  } catch (error) {
    return { missing: `the makers' packages could not be installed: ${String(error).split('\n')[0]}` };
  }
};

/** Loads a maker's package as its users would. */
export const importMakers = async (folder: string, name: string): Promise<unknown> => {
  const { load } = (await import(join(folder, loader))) as { load(name: string): Promise<unknown> };
  return load(name);
};

/** That a value is of one of the maker's types: all that must be there is there, and nothing else. */
export interface Claim {
  /** A TypeScript type, over what the imports bring. */
  readonly type: string;
  readonly value: unknown;
}

/**
 * The compiler's objections to claims about the maker's types. Values are written down as literals, so that a member
 * which the type does not know is an objection, too.
 */
export const objections = async (folder: string, imports: string, claims: readonly Claim[]): Promise<string[]> => {
  const lines = claims.map(({ type, value }, i) => `export const claim${i}: ${type} = ${JSON.stringify(value)};`);
  const source = [imports, ...lines, ''].join('\n');
  const file = join(folder, `claims-${createHash('sha256').update(source).digest('hex').slice(0, 16)}.mts`);
  await writeFile(file, source);
  const compiler = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url));
  const options = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--types',
    '',
  ];
  try {
    // For one file it needs neither four checkers nor a garbage collector.
    await run(compiler, [...options, '--checkers', '1', '--ignoreConfig', file], {
      cwd: folder,
      env: { ...process.env, GOGC: 'off' },
    });
    return [];
  } catch (error) {
    const { stdout } = error as { stdout?: string };
    if (!stdout) throw error;
    return stdout.trim().split('\n');
  } finally {
    await rm(file, { force: true });
  }
};
