/**
 * Work that belongs to no bot and comes round by itself: a function that is called again and again and finds what is due
 * (`lib/storage/due.ts`). On AWS a schedule calls it (`lib/infra/functions/timed-function.ts`), on one machine the service does
 * (`lib/local-home/background/timer.ts`). It may be called twice at once on AWS, and must see to it that nothing is done twice.
 */
export interface TimedJob {
  /** The function's file below `lambdas/`, without its ending. */
  readonly function_name: string;
  /** On AWS no oftener than each minute. */
  readonly every_seconds: number;
}

/** Finds the calendars, and the events that bots follow, that are to be looked at. */
export const sweepCalendars: TimedJob = { function_name: 'calendars/sweep', every_seconds: 5 };

/** Finds the connections to the conferencing platform that are to be looked at. */
export const sweepConnections: TimedJob = { function_name: 'connections/sweep', every_seconds: 5 };

/** Deletes what bots brought home long ago, where the operator wants that; on one machine the service does it by itself. */
export const forgetOldBots: TimedJob = { function_name: 'lifecycle/forget-old', every_seconds: 3600 };

/** Sees to it that as many warm tasks wait as the operator wants; there are none on one machine. */
export const keepWarmTasks: TimedJob = { function_name: 'lifecycle/keep-warm', every_seconds: 60 };
