/** Time and chance, so that the rest need not ask for them. */
export interface Clock {
  now(): Date;
}
export const systemClock: Clock = { now: () => new Date() };
