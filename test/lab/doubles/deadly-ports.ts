/** Whoever was at work is no more, or has lost the connection that it needed. */
export class Killed extends Error {}

/** `dead` does nothing more; `cut off` loses one call, and goes on as far as it can. */
export type Death = 'dead' | 'cut off';

/** Ports whose n-th call from now on, whichever port it is of, is the last one or fails: before or after it had its effect. */
export const deadlyPorts = () => {
  let deadlyCall = Number.POSITIVE_INFINITY;
  let isAfter = false;
  let death: Death = 'dead';
  let calls = 0;
  const killing = async <T>(call: () => Promise<T>): Promise<T> => {
    calls += 1;
    const own = calls;
    const isHit = own === deadlyCall;
    if ((own > deadlyCall && death === 'dead') || (isHit && !isAfter)) throw new Killed();
    const value = await call();
    if (isHit) throw new Killed();
    return value;
  };
  return {
    /** Puts itself between a port and whoever calls it. */
    each: <T extends object>(port: T): T =>
      Object.fromEntries(
        Object.entries(port).map(([method, call]) => [method, (...given: unknown[]) => killing(() => call(...given))]),
      ) as T,
    calls: () => calls,
    arm: (n: number, after: boolean, how: Death): void => {
      [deadlyCall, isAfter, death, calls] = [n, after, how, 0];
    },
    /** Another process begins. */
    disarm: (): void => {
      deadlyCall = Number.POSITIVE_INFINITY;
    },
  };
};
