/** Listens to what a page exchanges with others, within bounds, and without a trace in what is exchanged. */

/** What was said, in a copy: a text as UTF-8. */
export interface TappedMessage {
  readonly from: 'page' | 'other';
  readonly bytes: Uint8Array;
  /** How many were left out since the one before, as they were too large or too many. */
  readonly left_out: number;
}
export type TapListener = (message: TappedMessage) => void;
/** Hears an answer over HTTP, with its status. */
export type AnswerListener = (answer: TappedMessage & { readonly status: number }) => void;

/** Takes whatever the browser's interfaces take or give as a message. */
export type Tap = (from: TappedMessage['from'], data: unknown) => void;

const mostBytes = 1024 * 1024;
const mostBytesPerSecond = 8 * 1024 * 1024;
const mostPerSecond = 500;
/** Some messages have to be read first. */
const mostWaiting = 200;

export const tapLimits = { mostBytes, mostBytesPerSecond, mostPerSecond, mostWaiting } as const;

const sizeOf = (data: unknown): number => {
  if (typeof data === 'string') return data.length;
  if (data instanceof Blob) return data.size;
  if (data instanceof ArrayBuffer || ArrayBuffer.isView(data)) return data.byteLength;
  return Number.POSITIVE_INFINITY;
};

const copyOf = (data: unknown): Uint8Array | Blob => {
  if (typeof data === 'string') return new TextEncoder().encode(data);
  if (data instanceof Blob) return data;
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength).slice();
  return new Uint8Array(data as ArrayBuffer).slice();
};

const bytesOf = async (data: Uint8Array | Blob): Promise<Uint8Array> =>
  data instanceof Blob ? new Uint8Array(await data.arrayBuffer()) : data;

/** How much is listened to in a second, and at once. */
export interface Allowance {
  /** Whether a message of this size may be taken, which counts it. */
  takes(size: number, waiting: number): boolean;
}

export const createAllowance = ({
  mostBytes: mostOfOne = mostBytes,
  mostPerSecond: mostOfAll = mostPerSecond,
  now = () => performance.now(),
}: {
  readonly mostBytes?: number;
  readonly mostPerSecond?: number | undefined;
  readonly now?: () => number;
} = {}): Allowance => {
  let second_ms = Number.NEGATIVE_INFINITY;
  let bytes = 0;
  let count = 0;
  return {
    takes(size, waiting) {
      if (now() - second_ms >= 1_000) [second_ms, bytes, count] = [now(), 0, 0];
      if (size > mostOfOne || bytes + size > mostBytesPerSecond) return false;
      if (count >= mostOfAll || waiting >= mostWaiting) return false;
      bytes += size;
      count += 1;
      return true;
    },
  };
};

/** The listener hears of messages in their order, later, so that nothing that it does befalls those who exchange them. */
export const createTap = (listener: TapListener, allowance: Allowance = createAllowance()): Tap => {
  let waiting = 0;
  let left_out = 0;
  let last: Promise<void> = Promise.resolve();

  const pass = (from: TappedMessage['from'], copy: Uint8Array | Blob): void => {
    const told = { from, left_out };
    left_out = 0;
    waiting += 1;
    last = last
      .then(() => bytesOf(copy))
      .then((bytes) => listener({ ...told, bytes }))
      .catch(() => undefined)
      .finally(() => {
        waiting -= 1;
      });
  };

  return (from, data) => {
    try {
      if (!allowance.takes(sizeOf(data), waiting)) left_out += 1;
      else pass(from, copyOf(data));
    } catch {
      // A buffer that was given away meanwhile.
      left_out += 1;
    }
  };
};

/** Asks what is wanted: a mistake in the answer is nothing that a page shall notice. */
export const asked = <T, Listener>(wanted: (what: T) => Listener | undefined, what: T): Listener | undefined => {
  try {
    return wanted(what);
  } catch {
    return undefined;
  }
};
