/**
 * When the tasks of scheduled bots are ordered where a platform launches only so many a second: the more bots join at one moment, the
 * earlier, each in a window of time that has room for it. Pure; all times in ms since 1970.
 */
import { stagingLeadSeconds } from './deadlines.ts';
import { plannedPerSecond } from './launch-shares.ts';

export const windowMs = 10_000;
/** No task waits longer for its bot's time: each second of it costs. */
export const mostStagingLeadSeconds = 15 * 60;

/** So many tasks are ordered in a window. */
export const roomOfWindow = (perSecond: number): number =>
  Math.max(1, Math.floor((plannedPerSecond(perSecond) * windowMs) / 1000));

/** The last window that is over in time for a bot to be staged as if it were alone. */
export const lastWindow = (join_at_ms: number): number =>
  Math.floor((join_at_ms - stagingLeadSeconds * 1000) / windowMs) - 1;

/** Whether a task that is ordered in a window is neither late already nor up for too long. */
export const isUsable = (window: number, join_at_ms: number, now_ms: number): boolean =>
  window * windowMs >= Math.max(now_ms, join_at_ms - mostStagingLeadSeconds * 1000);

/** Where to look for room when a bot comes as the so-many-th into a window that has less: those before it went there too. */
export const windowBefore = (window: number, ordinal: number, room: number): number =>
  window - Math.max(1, Math.floor((ordinal - 1) / room));

/** How long before it joins the so-many-th bot of a window is staged, in s. The last moment goes first. */
export const leadSeconds = (join_at_ms: number, window: number, ordinal: number, room: number): number => {
  const staged_ms = (window + 1) * windowMs - ((ordinal - 1) * windowMs) / room;
  return (join_at_ms - staged_ms) / 1000;
};
