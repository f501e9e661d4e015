/** What comes round by itself on one machine. */
import type { TimedJob } from '../../ports/timer.ts';
import type { Functions } from '../functions.ts';

/** Does some work now, and again so long after each time, until it is disposed of. */
export const startTimer = (
  everySeconds: number,
  work: () => Promise<unknown>,
  onFault: (error: unknown) => void,
): Disposable => {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const turn = async (): Promise<void> => {
    await work().catch(onFault);
    if (!isOver) timer = setTimeout(turn, everySeconds * 1000).unref();
  };
  void turn();
  return {
    [Symbol.dispose]: () => {
      isOver = true;
      clearTimeout(timer);
    },
  };
};

/** Calls a job's function, as a schedule does on AWS. */
export const startTimedJob = (
  { function_name, every_seconds }: TimedJob,
  functions: Functions,
  onFault: (error: unknown) => void,
): Disposable => startTimer(every_seconds, () => functions.invoke(function_name, {}), onFault);
