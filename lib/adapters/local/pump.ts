/** Keeps a kind of work going: whenever something changed, or something put off falls due. */
import { type Clock, systemClock } from '../../ports/clock.ts';
import type { LocalDatabase } from './database.ts';

export interface Pump {
  /** Something may have become due. */
  wake(): void;
  /** Starts no more work and resolves once what is under way has ended. */
  close(): Promise<void>;
}

export interface PumpOptions {
  readonly database: LocalDatabase;
  /** Does what is due. Answers whether there may be more at once. */
  work(): Promise<boolean> | boolean;
  /** When something falls due by itself. */
  nextDue(): Date | undefined;
  /** Told of what `work` throws; the work is tried again after a pause. */
  onFault(error: unknown): void;
  /** The clock by which things fall due. */
  readonly clock?: Clock;
}

const pauseAfterFaultMs = 1000;
// Timers stand still while a machine sleeps (nodejs/node#47724): so soon after it wakes the clock is looked at again.
const longestTimerMs = 5_000;

/** Starts a pump. While nothing falls due it costs nothing, else one timer. */
export const startPump = ({ database, work, nextDue, onFault, clock = systemClock }: PumpOptions): Pump => {
  let isClosed = false;
  let isStale = false;
  let isFaulty = false;
  let goOn: (() => void) | undefined;

  const rest = async (ms: number | undefined): Promise<void> => {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      goOn = resolve;
      if (ms !== undefined) timer = setTimeout(resolve, Math.min(Math.max(ms, 1), longestTimerMs));
    });
    clearTimeout(timer);
  };
  const keepGoing = async (): Promise<void> => {
    while (!isClosed) {
      isStale = false;
      try {
        if (await work()) continue;
        const due = nextDue();
        if (!isStale && !isClosed) await rest(due && due.getTime() - clock.now().getTime());
      } catch (error) {
        onFault(error);
        isFaulty = true;
        if (!isClosed) await rest(pauseAfterFaultMs);
        isFaulty = false;
      }
    }
  };
  const wake = (): void => {
    isStale = true;
    if (!isFaulty) goOn?.();
  };
  const stopListening = database.onChange(wake);
  const ended = keepGoing();
  return {
    wake,
    close: async () => {
      isClosed = true;
      stopListening();
      goOn?.();
      await ended;
    },
  };
};
