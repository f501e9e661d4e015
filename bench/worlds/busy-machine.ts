/** A machine that has something else to do: what is measured beside it says what holds when it is not idle. */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** No measurement takes longer: whoever forgets to end a loop is rid of it then. */
const longestMs = 15 * 60_000;

/** Keeps every core busy with a program of its own until this is disposed of. */
export const keepCoresBusy = (): Disposable => {
  const loop = `const until = Date.now() + ${longestMs}; while (Date.now() < until);`;
  const loops = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['--eval', loop], { stdio: 'ignore' }),
  );
  return {
    [Symbol.dispose]: () => {
      for (const each of loops) each.kill('SIGKILL');
    },
  };
};
