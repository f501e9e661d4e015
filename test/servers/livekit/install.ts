/**
 * LiveKit's server, and a page made of its own components: built once for a machine, from Go's registry and from npm's.
 * Building the server takes about 120 CPU seconds, and the page 6.
 */
import { execFile } from 'node:child_process';
import { cp, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { installedOnce } from '../../facsimiles/makers.ts';
import { firstLine } from '../stranger.ts';

const run = promisify(execFile);
/** On a machine whose cores are all busy. */
const longestBuildMs = 20 * 60_000;
const mostOutput = 16 * 1024 * 1024;
const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

const buildServer = (): Promise<string> =>
  installedOnce(
    'livekit-server',
    [here('server.txt')],
    async (folder) => {
      const module = (await readFile(here('server.txt'), 'utf8')).trim();
      // Without what debuggers read, without inlining, and without a garbage collector in compilers that end with each package, it takes
      // a third less.
      const env = { ...process.env, GOBIN: folder, CGO_ENABLED: '0', GOGC: 'off' };
      const flags = ['-ldflags=-s -w', '-gcflags=all=-dwarf=false -l'];
      // Nobody waits for it who would not wait a little longer.
      await run('nice', ['-n', '15', 'go', 'install', ...flags, module], {
        env,
        timeout: longestBuildMs,
        maxBuffer: mostOutput,
      });
    },
    longestBuildMs,
  );

const buildPage = (): Promise<string> => {
  const pins = ['package.json', 'package-lock.json', 'page.js'].map(here);
  return installedOnce('livekit-page', pins, async (folder) => {
    for (const pin of pins) await cp(pin, join(folder, basename(pin)));
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, timeout: 240_000 });
    await build({
      entryPoints: [join(folder, 'page.js')],
      outfile: join(folder, 'app.js'),
      bundle: true,
      minify: true,
      format: 'esm',
      define: { 'process.env.NODE_ENV': '"production"' },
      logLevel: 'error',
    });
    await rm(join(folder, 'node_modules'), { recursive: true });
  });
};

export interface LiveKitPrograms {
  /** The server's program. */
  readonly server: string;
  /** A folder with `app.js` and `app.css`. */
  readonly page: string;
}

/** Why a command failed, in its own words. */
const reasonOf = (error: unknown): string => {
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
  if (/\bgo\b.*(?:No such file|not found)/i.test(said)) return 'install Go 1.26 or newer (https://go.dev/dl)';
  const lines = said.split('\n').filter((line) => line.trim() !== '' && !line.includes('complete log of this run'));
  const inVain = lines.at(-1)?.trim() ?? firstLine(error);
  return `${inVain}; Go and npm have to reach their registries, or what GOPROXY and npm's settings name in their place`;
};

/** Both, or a sentence that says why they are not there. */
export const liveKitPrograms = async (): Promise<LiveKitPrograms | { readonly missing: string }> => {
  try {
    const [server, page] = [await buildServer(), await buildPage()];
    return { server: join(server, 'server'), page };
  } catch (error) {
    return { missing: `LiveKit's server could not be built: ${reasonOf(error)}` };
  }
};

/** Whether tests go without it: where it cannot be had, but for CI, in which they fail by that. */
export const goWithout = (programs: Awaited<ReturnType<typeof liveKitPrograms>>): boolean =>
  'missing' in programs && !process.env.CI;
