/** The clock of a stream, which is not ours, and whether some of its sound is still on its way. Pure. */
import { deadAfterMs } from './rtms/line.ts';

/** One moment stands so long for those after it: the next server's clock may be another one. */
const windowMs = 5_000;
/** Where no sound and no picture comes for so long, the connection may be held up, and all of it come later. */
const quietMs = 1_000;
/** What was said while the stream was interrupted comes afterwards: https://developers.zoom.us/docs/rtms/event-reference/ (buffer_data) */
const catchesUpWithinMs = 3_000;
/** Sound, or a picture, that is no older than this is of now. */
const ofNowMs = 1_000;
/** A picture of now may still have come before sound that was held up with it. */
const followsWithinMs = 500;

/** All moments are Unix time: `now_ms` by our clock, `at_ms` by the stream's. */
export const createStreamClock = () => {
  /** By how much the newest sound, or picture, is ahead of the moment at which it came, in this window and the one before. */
  let ahead_ms = Number.NEGATIVE_INFINITY;
  let before_ms = Number.NEGATIVE_INFINITY;
  let since_ms = Number.NEGATIVE_INFINITY;
  let isHeard = false;
  let came_ms: number | undefined;
  let late_since_ms = Number.NEGATIVE_INFINITY;
  let late_until_ms = Number.NEGATIVE_INFINITY;

  const openWindow = (now_ms: number): void => {
    before_ms = ahead_ms;
    ahead_ms = Number.NEGATIVE_INFINITY;
    since_ms = now_ms;
  };
  const measure = (at_ms: number, now_ms: number): void => {
    if (now_ms - since_ms > windowMs) openWindow(now_ms);
    ahead_ms = Math.max(ahead_ms, at_ms - now_ms);
  };
  const at = (now_ms: number): number => {
    const most_ms = Math.max(ahead_ms, before_ms);
    return now_ms + (Number.isFinite(most_ms) ? most_ms : 0);
  };
  const isOfNow = (at_ms: number, now_ms: number): boolean => at_ms >= at(now_ms) - ofNowMs;

  /** Sound, or a picture, has come. Answers when it began to be waited for, if it was. */
  const come = (now_ms: number): number | undefined => {
    const quiet_since_ms = (came_ms ?? now_ms) + quietMs;
    came_ms = now_ms;
    return now_ms > quiet_since_ms ? quiet_since_ms : undefined;
  };
  /** `awaited_ms`: a wait that was not over by then goes on. */
  const wait = (ms: number, now_ms: number, awaited_ms = now_ms): void => {
    if (late_until_ms < awaited_ms) late_since_ms = now_ms;
    late_until_ms = Math.max(late_until_ms, now_ms + ms);
  };

  return {
    at,
    /** Media flows anew, maybe of another server. */
    restart(now_ms: number): void {
      // What was said meanwhile is late by what is known so far.
      if (Number.isFinite(ahead_ms)) openWindow(now_ms);
      came_ms = undefined;
      [late_since_ms, late_until_ms] = [now_ms, now_ms + catchesUpWithinMs];
    },
    /** A picture has come: its stamp counts for as long as there has been no sound. */
    see(at_ms: number, now_ms: number): void {
      const awaited_ms = come(now_ms);
      if (!isHeard) measure(at_ms, now_ms);
      if (awaited_ms === undefined) return;
      // Where nobody speaks, pictures alone come, and maybe seldom: one of now says that nothing was held up.
      wait(isOfNow(at_ms, now_ms) ? followsWithinMs : catchesUpWithinMs, now_ms, awaited_ms);
    },
    /** Sound has come. Other stamps say nothing of it: those of messages and sentences are made elsewhere. */
    hear(at_ms: number, now_ms: number): void {
      const awaited_ms = come(now_ms);
      isHeard = true;
      measure(at_ms, now_ms);
      if (isOfNow(at_ms, now_ms)) late_until_ms = Number.NEGATIVE_INFINITY;
      else wait(catchesUpWithinMs, now_ms, awaited_ms);
    },
    /** Older sound may come yet, whose place silence would take. */
    isBehind(now_ms: number): boolean {
      const quiet_ms = now_ms - (came_ms ?? now_ms);
      // Whatever is late has come by then, or the connection counts as dead: stamps that stay old are of another clock.
      const isLate = now_ms < late_until_ms && now_ms - late_since_ms < deadAfterMs;
      return isLate || (quiet_ms > quietMs && quiet_ms < deadAfterMs);
    },
  };
};
