/**
 * Chromium's own sandbox: used wherever the machine lets the browser have one. It is made of user namespaces, which
 * Chromium does not make as root, and which most containers, Fargate's among them, and some distributions refuse.
 */
import { spawn } from 'node:child_process';
import type { SessionLog } from '../../meeting/log.ts';
import { killTree } from './kill-tree.ts';

/**
 * The result of a browser that was started only to end at once: its exit code, if it had one, and what it wrote to its
 * error output.
 */
export interface TrialRun {
  readonly code: number | null;
  readonly complaints: string;
}

const trialTimeoutMs = 20_000;
const longestComplaints = 64 * 1024;
// Chromium's words for a missing sandbox ("No usable sandbox!"), and those of its parts that fail while they make one.
const aboutSandbox = /\bsandbox\b|namespace|zygote_host|credentials\.cc/i;

/** Starts a browser as it is, to load an empty page and end. Never fails. */
export const tryOut = (
  path: string,
  { env, profile }: { readonly env: NodeJS.ProcessEnv; readonly profile: string },
): Promise<TrialRun> =>
  new Promise((resolve) => {
    const flags = ['--headless', '--disable-gpu', '--no-first-run', `--user-data-dir=${profile}`];
    const child = spawn(path, [...flags, '--dump-dom', 'about:blank'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env,
      detached: true,
    });
    const kill = (): void => {
      if (child.pid !== undefined) killTree(child.pid);
    };
    const timer = setTimeout(kill, trialTimeoutMs);
    let complaints = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaints = (complaints + text).slice(0, longestComplaints);
    });
    child.once('error', () => undefined);
    child.once('exit', kill);
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve({ code, complaints });
    });
  });

/** What a process knows of the sandbox of its browsers. */
export const createSandboxing = (isRoot: boolean) => {
  let isRefused = isRoot;
  let isTold = false;

  return {
    /**
     * Starts a browser with the flags that `start` is given: with its sandbox, or without where a trial run shows that
     * it failed for want of one. That is remembered, and told once.
     * @throws what `start` throws
     */
    async start<T>(
      start: (flags: readonly string[]) => Promise<T>,
      trial: () => Promise<TrialRun>,
      log?: SessionLog,
    ): Promise<T> {
      if (!isRefused) {
        try {
          return await start([]);
        } catch (error) {
          const { code, complaints } = await trial();
          if (code === 0 || !aboutSandbox.test(complaints)) throw error;
          isRefused = true;
        }
      }
      const browser = await start(['--no-sandbox']);
      if (log && !isTold) {
        isTold = true;
        const reason = isRoot ? 'the worker runs as root' : 'this machine does not let it have one';
        log('the browser runs without a sandbox of its own, kept in by the worker’s task, container or account alone', {
          reason,
        });
      }
      return browser;
    },
  };
};
