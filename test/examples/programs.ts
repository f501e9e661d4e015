/** Examples as their readers run them: a process with an environment, of which what it prints is seen. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { builtFolder } from '../../lib/process/disk/built-folder.ts';
import { until } from '../lab/until.ts';

export const exampleFile = (name: string): string => fileURLToPath(new URL(`../../examples/${name}`, import.meta.url));

/** Where there is no Python, what is written in it is not tried. */
export const hasPython = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status === 0;

/** Likewise for Go. */
export const hasGo = spawnSync('go', ['version']).status === 0;

/** The first program of a machine has all of Go's library compiled: as it is written, by a compiler that collects no garbage. */
const inLittleTime = {
  flags: ['-gcflags=all=-N -l -dwarf=false', '-ldflags=-s -w'],
  env: { ...process.env, CGO_ENABLED: '0', GOGC: 'off' },
};

const compiled = new Map<string, string>();
/** Compiles what must be before it runs: the first time, and whenever it has changed. @throws with what the compiler says */
export const compile = async (name: string): Promise<void> => {
  const program = name.replace(/\.go$/, '');
  const build = (folder: string): void => {
    const { flags, env } = inLittleTime;
    const { status, stderr } = spawnSync('go', ['build', ...flags, '-o', join(folder, program), exampleFile(name)], {
      env,
    });
    if (status !== 0) throw new Error(String(stderr));
  };
  const folder = await builtFolder({ prefix: 'example-', sources: [pathToFileURL(exampleFile(name))], build });
  compiled.set(name, join(folder, program));
};

const commandOf = (name: string): readonly [program: string, ...args: string[]] => {
  const program = compiled.get(name);
  return program ? [program] : [name.endsWith('.py') ? 'python3' : process.execPath, exampleFile(name)];
};

export interface Example extends AsyncDisposable {
  /** The lines that it has printed. */
  readonly printed: readonly string[];
  /** What it has complained of. */
  readonly complaints: () => string;
  /** Presses Ctrl-C. */
  interrupt(): void;
  /** Its exit code and what it complained of, once it is over. */
  readonly over: Promise<{ readonly code: number | null; readonly complained: string }>;
}

/** Starts a file of `examples/`, which is stopped with its scope. */
export const anExample = (name: string, env: NodeJS.ProcessEnv, args: readonly string[] = []): Example => {
  const [program, ...first] = commandOf(name);
  const child = spawn(program, [...first, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed: string[] = [];
  let complained = '';
  createInterface({ input: child.stdout }).on('line', (line) => printed.push(line));
  child.stderr.on('data', (text) => {
    complained += text;
  });
  const over = once(child, 'close').then(([code]) => ({ code, complained }));
  return {
    printed,
    complaints: () => complained,
    interrupt: () => void child.kill('SIGINT'),
    over,
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await over;
    },
  };
};

/** Starts one that serves, on a free port, and tells its address once it listens there. @throws when it ends instead */
export const aServingExample = async (
  name: string,
  env: NodeJS.ProcessEnv,
  args: readonly string[] = [],
): Promise<Example & { readonly url: string }> => {
  const example = anExample(name, { ...env, PORT: '0' }, args);
  const ended = example.over.then(({ complained }) => {
    throw new Error(`${name} ended: ${complained}`);
  });
  // Once it listens, that it ends is nobody's concern.
  ended.catch(() => undefined);
  const portOf = () => /^listening on port (\d+)/.exec(example.printed[0] ?? '')?.[1];
  const port = await Promise.race([until(portOf, (found) => found !== undefined), ended]);
  return { ...example, url: `http://127.0.0.1:${port}` };
};
