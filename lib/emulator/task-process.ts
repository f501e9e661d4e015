/** A container's process, as a process of this machine. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { constants } from 'node:os';
import { signalGroup } from '../process/signal-group.ts';

export interface TaskCommand {
  readonly program: string;
  readonly args: readonly string[];
  /** All of its environment: nothing of this process's own comes with it. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The file that takes what it prints. */
  readonly log: string;
  /** How long it has between SIGTERM and SIGKILL. */
  readonly stop_timeout_ms: number;
}

export interface TaskProcess {
  readonly pid: number | undefined;
  /** Asks it to end, and ends it with all that is its own when it has not after its time. Safe to call twice. */
  stop(within_ms?: number): void;
  /** Its exit code, as a container's: 128 and the number of the signal where one ended it, 127 where it could not start. */
  readonly ended: Promise<number>;
}

const start = ({ program, args, environment, log }: TaskCommand): ChildProcess => {
  const file = openSync(log, 'a');
  try {
    // A group of its own: Ctrl-C reaches whoever runs it, who then stops it as ECS does.
    return spawn(program, args, { env: environment, detached: true, stdio: ['ignore', file, file] });
  } finally {
    closeSync(file);
  }
};

export const startTaskProcess = (command: TaskCommand): TaskProcess => {
  const child = start(command);
  const { pid } = child;
  let kill: NodeJS.Timeout | undefined;
  const signal = (name: NodeJS.Signals): void => {
    if (pid !== undefined && child.exitCode === null && child.signalCode === null) signalGroup(pid, name);
  };
  const ended = new Promise<number>((resolve) => {
    child.once('error', () => resolve(127));
    child.once('exit', (code, name) => resolve(code ?? 128 + (name ? constants.signals[name] : 0)));
  }).finally(() => clearTimeout(kill));
  return {
    pid,
    stop(within_ms = command.stop_timeout_ms) {
      // To the process alone, as a container's first process gets it: its browser is closed by itself.
      if (kill === undefined && pid !== undefined && child.exitCode === null) child.kill('SIGTERM');
      clearTimeout(kill);
      kill = setTimeout(() => signal('SIGKILL'), within_ms);
    },
    ended,
  };
};
