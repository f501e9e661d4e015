/** Notices soon, and at next to no cost, that something was written to a database, by this process or another. */
import { type FSWatcher, watch } from 'node:fs';

// The file system tells of other processes' writes, though a moment before SQLite counts them as committed: so it is
// looked often for a while after. Where it cannot tell, looking now and then has to do.
const lookMs = { after_a_write: 5, told: 500, untold: 50 };
const looksAfterAWrite = 20;

/** Tells when a file was written to. Undefined where the system does not let us know. */
const watchFile = (path: string, listener: () => void): FSWatcher | undefined => {
  try {
    return watch(path, { persistent: false }, listener).on('error', () => undefined);
  } catch {
    return undefined;
  }
};

/** Tells listeners of changes: of this process when `touch` is called, of others when the version is another. */
export const changeWatch = (path: string, version: () => unknown) => {
  const listeners = new Set<() => void>();
  let seen = version();
  let isTelling = false;
  let stop = (): void => undefined;
  const touch = (): void => {
    if (isTelling || listeners.size === 0) return;
    isTelling = true;
    setImmediate(() => {
      isTelling = false;
      for (const listener of [...listeners]) listener();
    });
  };
  const look = (): void => {
    if (listeners.size === 0) return;
    const now = version();
    if (now !== seen) touch();
    seen = now;
  };
  const start = (): void => {
    let looksLeft = 0;
    let closely: NodeJS.Timeout | undefined;
    const lookClosely = (): void => {
      look();
      looksLeft -= 1;
      if (looksLeft > 0) return;
      clearInterval(closely);
      closely = undefined;
    };
    const watcher = watchFile(path, () => {
      looksLeft = looksAfterAWrite;
      closely ??= setInterval(lookClosely, lookMs.after_a_write).unref();
    });
    const timer = setInterval(look, watcher ? lookMs.told : lookMs.untold).unref();
    stop = () => {
      watcher?.close();
      clearInterval(closely);
      clearInterval(timer);
    };
  };
  return {
    touch,
    close: () => {
      listeners.clear();
      stop();
    },
    onChange: (listener: () => void) => {
      if (listeners.size === 0) start();
      listeners.add(listener);
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) stop();
      };
    },
  };
};
