/** What ends a capture worker: signals of whoever runs it. */
import { endWarning } from '#adapters/capture-order.ts';

/** Answers whether somebody may come who relieves the worker: then it goes on until that one has its bot. */
export type AwaitRelief = () => Promise<boolean>;

/** Told to the process as signals. `relief` tells how to go on after a warning; where there is none, the worker stops. */
export const stopBySignals = (stop: AbortController, relief: () => AwaitRelief | undefined): void => {
  const end = (signal: NodeJS.Signals) => stop.abort(new Error(`stopped by ${signal}`));
  const { signal: warned, within_ms } = endWarning;
  // Not once: whoever ends a machine or a container may tell every process, and the service then tells its workers again.
  // A signal that nobody listens to any more kills a worker while it leaves its meeting.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) if (signal !== warned) process.on(signal, end);
  process.on(warned, async (signal) => {
    const isAwaited = (await relief()?.().catch(() => false)) === true;
    // Where no machine is taken away, whoever cannot be relieved goes on.
    if (!isAwaited && Number.isFinite(within_ms)) end(signal);
  });
};
