/** The service of one machine as a process of its own: started, waited for, stopped. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

const Ready = z.object({
  base_url: z.url(),
  api_key: z.string(),
  room_url: z.url(),
  webhook_secret: z.string(),
  dashboard_url: z.url(),
});
export type Ready = z.infer<typeof Ready>;

/** What the service says once it is ready. Keys that are not new it leaves out: those are read where it keeps them. */
const readyOf = (said: string): Ready => {
  const told: unknown = JSON.parse(said);
  const known = Ready.safeParse(told);
  if (known.success) return known.data;
  const { credentials_file, ...rest } = z.looseObject({ credentials_file: z.string() }).parse(told);
  return Ready.parse({ ...JSON.parse(readFileSync(credentials_file, 'utf8')), ...rest });
};

export interface Service extends AsyncDisposable {
  readonly ready: Ready;
  readonly process: ChildProcess;
  /** What it has printed so far, line by line. */
  readonly said: readonly string[];
}

const entry = fileURLToPath(new URL('../../bin/local.ts', import.meta.url));
// Seconds on an idle machine; on a busy one as long as it takes, unless it hangs.
const longestStartMs = 5 * 60_000;
const longestStopMs = 60_000;

export interface ServiceOptions {
  /** A command that becomes the one after it, for a service in surroundings of its own. */
  readonly through?: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
  /** What else stands on its command line; a port there takes the place of any free one. */
  readonly args?: readonly string[];
}

/** Starts the service on a free port and waits until it says that it is ready. @throws with its own words when it fails */
export const startService = async (
  dataFolder: string,
  { through = [], environment = process.env, args: more = [] }: ServiceOptions = {},
): Promise<Service> => {
  const service = [process.execPath, '--conditions=local', entry, '--port', '0', '--data', dataFolder, ...more];
  const [program = '', ...args] = [...through, ...service];
  const child = spawn(program, args, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  const said: string[] = [];
  const { promise: ready, resolve, reject } = Promise.withResolvers<Ready>();
  const tooLate = setTimeout(() => reject(new Error('the service did not become ready')), longestStartMs);
  createInterface({ input: child.stderr }).on('line', (line) => said.push(line));
  createInterface({ input: child.stdout }).on('line', (line) => {
    said.push(line);
    if (!line.startsWith('ready ')) return;
    try {
      resolve(readyOf(line.slice('ready '.length)));
    } catch (error) {
      reject(error);
    }
  });
  child.once('exit', (code) => reject(new Error(`the service stopped with code ${code}:\n${said.join('\n')}`)));
  ready.catch(() => child.kill()).finally(() => clearTimeout(tooLate));
  return {
    ready: await ready,
    process: child,
    said,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      const forced = setTimeout(() => child.kill('SIGKILL'), longestStopMs);
      await once(child, 'exit');
      clearTimeout(forced);
    },
  };
};
