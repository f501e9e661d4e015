/** Holds what a stream gives until somebody is there to take it. */

/** A stream that was buffered for a minute, with pictures, takes a third of this. */
const mostBytes = 96 * 1024 * 1024;

export interface StreamGate<T> {
  /** Goes on at once, or waits. */
  take(one: T, bytes: number): void;
  /** What comes from now on waits. */
  close(): void;
  /** What has waited goes on in its order, and all that comes from now on. */
  open(): void;
  readonly isOpen: boolean;
  /** What has waited longest. */
  readonly first: T | undefined;
}

/** What comes while there is no memory left for it is dropped. */
export const createStreamGate = <T>(pass: (one: T) => void): StreamGate<T> => {
  let waiting: T[] = [];
  let waiting_bytes = 0;
  let isOpen = false;
  return {
    get isOpen() {
      return isOpen;
    },
    get first() {
      return waiting[0];
    },
    take(one, bytes) {
      if (isOpen) pass(one);
      else if (waiting_bytes + bytes <= mostBytes) {
        waiting.push(one);
        waiting_bytes += bytes;
      }
    },
    close() {
      isOpen = false;
    },
    open() {
      isOpen = true;
      const held = waiting;
      [waiting, waiting_bytes] = [[], 0];
      for (const one of held) pass(one);
    },
  };
};
