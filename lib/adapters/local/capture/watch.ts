/** Looks after processes: one that does not answer any more is ended, and so can be replaced. */
import { log } from '../../../process/log.ts';
import { useOfProcess } from './process-use.ts';
import { createSilence } from './silence.ts';

const lookEveryMs = 500;

export interface Watched {
  readonly pid: number;
  /** Where a process cannot speak, all that counts is whether it is stopped. */
  onSign?(listener: () => void): void;
  kill(reason: string): void;
}

export interface Watch {
  /** Looks after a process until this is disposed of, which is to be done when it has ended. */
  add(watched: Watched): Disposable;
  close(): void;
}

export const createWatch = (use = useOfProcess, now: () => number = () => performance.now()): Watch => {
  const looks = new Set<(elapsed_ms: number) => void>();
  let timer: NodeJS.Timeout | undefined;
  let looked_at = 0;

  const lookAtAll = (): void => {
    const elapsed_ms = now() - looked_at;
    looked_at = now();
    for (const look of looks) look(elapsed_ms);
  };

  const remove = (look: (elapsed_ms: number) => void): void => {
    looks.delete(look);
    if (looks.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };

  return {
    add: ({ pid, onSign, kill }) => {
      const silence = createSilence();
      onSign?.(silence.heard);
      const look = (elapsed_ms: number): void => {
        if (!onSign && use(pid)?.state !== 'stopped') silence.heard();
        const reason = silence.look(elapsed_ms, () => use(pid));
        if (reason === undefined) return;
        remove(look);
        log.warn('a capture worker does not answer, and is ended', { pid, reason });
        kill(`ended by the service: ${reason}`);
      };
      looks.add(look);
      if (!timer) {
        looked_at = now();
        timer = setInterval(lookAtAll, lookEveryMs).unref();
      }
      return { [Symbol.dispose]: () => remove(look) };
    },
    close: () => {
      looks.clear();
      clearInterval(timer);
    },
  };
};
