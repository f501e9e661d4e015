/** A capture worker as a child process. It outlives the service when that is killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { CaptureNotLaunchedError } from '../../../domain/errors.ts';
import { workerEnvironment } from '../../../ports/capture-launcher.ts';
import { signalGroup } from '../../../process/signal-group.ts';
import { privateFileMode, privateFolder } from '../private-files.ts';
import { WorkerMessage, type WorkerOrder, type WorkerSign } from './messages.ts';

export interface WorkerEnd {
  readonly reason: string;
  readonly exit_code: number | null;
}

export interface WorkerProcess {
  readonly pid: number;
  /** The file that it writes its log into. */
  readonly log: string;
  /** Tells it what it is for. It may still be loading its program. */
  order(environment: Readonly<Record<string, string>>): void;
  /** Ends it and all that belongs to it at once. */
  kill(reason: string): void;
  onSign(listener: (sign: WorkerSign) => void): void;
  readonly ended: Promise<WorkerEnd>;
}

const start = (program: string, log: string): ChildProcess => {
  mkdirSync(dirname(log), privateFolder);
  const file = openSync(log, 'a', privateFileMode);
  try {
    return spawn(process.execPath, ['--conditions=local', program], {
      env: { ...process.env, ...workerEnvironment },
      // A group of its own, so that Ctrl-C reaches the service only and all of a task can be stopped at once.
      detached: true,
      stdio: ['ignore', file, file, 'ipc'],
    });
  } finally {
    closeSync(file);
  }
};

/** Starts a worker that waits for its order. @throws CaptureNotLaunchedError with the system's reason */
export const startWorker = async (program: string, log: string): Promise<WorkerProcess> => {
  const child = start(program, log);
  const { pid } = child;
  if (pid === undefined) {
    const [error] = (await once(child, 'error').catch((reason: unknown) => [reason])) as [Error];
    throw new CaptureNotLaunchedError(`the capture worker did not start: ${error.message}`, { cause: error });
  }
  child.unref();
  child.channel?.unref();
  let killed: string | undefined;
  const ended = once(child, 'exit').then(([code, signal]: (number | string | null)[]): WorkerEnd => {
    const exit_code = typeof code === 'number' ? code : null;
    return { reason: killed ?? (signal ? `killed by ${signal}` : `exited with code ${code}`), exit_code };
  });
  return {
    pid,
    log,
    order: (environment) => {
      const message: WorkerOrder = { order: environment };
      // What cannot be told to a worker that is gone needs no telling.
      child.send(message, () => undefined);
    },
    kill: (reason) => {
      killed ??= reason;
      signalGroup(pid, 'SIGKILL');
    },
    onSign: (listener) => {
      child.on('message', (message) => {
        const { data } = WorkerMessage.safeParse(message);
        if (data) listener(data.sign);
      });
    },
    ended,
  };
};
