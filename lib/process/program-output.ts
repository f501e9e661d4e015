/** Runs other programs for what they print. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { giveWay, giveWayNoMore } from './give-way.ts';

export interface ProgramOptions {
  /** Over this process's own. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Where it runs; by default where this process does. */
  readonly folder?: string;
  readonly input?: string;
  /** Ends the program. */
  readonly signal?: AbortSignal | undefined;
  /** Until then, others go before it. */
  readonly givesWayUntil?: Promise<unknown> | undefined;
}

/** A program failed, or was ended. */
export class ProgramError extends Error {
  override readonly name = 'ProgramError';
  /** Its own words. */
  readonly said: string;

  constructor(command: readonly string[], said: string, endedBy: NodeJS.Signals | null) {
    super(`${command.join(' ')} ${endedBy === null ? 'failed' : `was ended by ${endedBy}`}\n${said}`);
    this.said = said;
  }
}

/** What a program prints, once it is done. @throws ProgramError with its own words when it fails */
export const programOutput = async (
  [program = '', ...args]: readonly string[],
  { environment = {}, folder, input = '', signal, givesWayUntil }: ProgramOptions = {},
): Promise<string> => {
  const env = { ...process.env, ...environment };
  const child = spawn(program, args, {
    ...{ env, detached: givesWayUntil !== undefined },
    ...(folder && { cwd: folder }),
    ...(signal && { signal }),
  });
  const { pid } = child;
  if (givesWayUntil && pid !== undefined) {
    giveWay(pid);
    const goOn = (): void => {
      if (child.exitCode === null && child.signalCode === null) giveWayNoMore(pid);
    };
    givesWayUntil.then(goOn, goOn);
  }
  const closed = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve());
  });
  child.stdin.on('error', () => undefined).end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  if (child.exitCode !== 0) throw new ProgramError([program, ...args], `${stdout}\n${stderr}`.trim(), child.signalCode);
  return stdout;
};
