/** The very functions that run on AWS, called in this process. */
import { randomUUID } from 'node:crypto';

export interface Functions {
  /**
   * Calls a function with an event of its own, as fresh as over the wire, and answers what the wire would carry back.
   * @throws whatever the function throws, or a timeout
   */
  invoke(name: string, event: unknown): Promise<unknown>;
}

/** The functions by their names: files below `lambdas/`, without their endings. */
export type Handlers = ReadonlyMap<string, (event: unknown, context: unknown) => Promise<unknown>>;

const usualTimeoutMs = 60_000;

class FunctionTimeoutError extends Error {
  // The name by which Step Functions knows a function that did not end in time.
  override readonly name = 'Sandbox.Timedout';
}

const contextOf = (name: string, timeout_ms: number) => {
  const deadline = performance.now() + timeout_ms;
  return {
    functionName: name,
    functionVersion: '$LATEST',
    awsRequestId: randomUUID(),
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => Math.max(0, Math.round(deadline - performance.now())),
  };
};

const overTheWire = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value)));

/** The functions at hand. `timeouts_ms` are of those that may take longer, or less long, than usual. */
export const createFunctions = (handlers: Handlers, timeouts_ms: Readonly<Record<string, number>> = {}): Functions => ({
  invoke: async (name, event) => {
    const handler = handlers.get(name);
    if (!handler) throw new RangeError(`there is no function ${name}`);
    const timeout_ms = timeouts_ms[name] ?? usualTimeoutMs;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new FunctionTimeoutError(`${name} took longer than ${timeout_ms / 1000} s`)),
        timeout_ms,
      );
    });
    try {
      return overTheWire(await Promise.race([handler(overTheWire(event), contextOf(name, timeout_ms)), late]));
    } finally {
      clearTimeout(timer);
    }
  },
});
