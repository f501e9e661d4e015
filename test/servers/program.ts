import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const readyWithinMs = 60_000;
const mostLastWords = 500;

/** A server that runs until it is disposed of, or this process ends. */
export interface Program extends AsyncDisposable {
  readonly pid: number;
}

/** Whether something answers at an address. */
export const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

/** Whether something on this machine takes connections at a port. */
export const listensOn = (port: number): Promise<boolean> => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
};

/**
 * Starts the program of a server, and waits until it is up.
 * @throws with what it said last, where it ends instead or is not up within a minute
 */
export const startProgram = async (
  [program, ...args]: readonly [string, ...string[]],
  options: Pick<SpawnOptions, 'cwd' | 'env'>,
  isUp: () => Promise<boolean>,
): Promise<Program> => {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  const hear = (data: unknown): void => {
    said = `${said}${data}`.slice(-mostLastWords);
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  child.on('error', hear);
  const killNow = (): void => void child.kill('SIGKILL');
  process.on('exit', killNow);
  const hasEnded = (): boolean => child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
  const running: Program = {
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      process.off('exit', killNow);
      if (hasEnded()) return;
      // Asked to, some would wait for their meetings to end.
      const ended = once(child, 'exit');
      killNow();
      await ended;
    },
  };
  const until = Date.now() + readyWithinMs;
  while (!(await isUp())) {
    if (hasEnded() || Date.now() > until) {
      await running[Symbol.asyncDispose]();
      throw new Error(`${program} did not start: ${said}`);
    }
    await pause(50);
  }
  return running;
};
