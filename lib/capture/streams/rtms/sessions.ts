/**
 * The sessions of a stream, each of somebody who has the client's app: one may stop or pause while others go on, and so does
 * the stream. https://developers.zoom.us/docs/rtms/event-reference/ (Session state updated)
 */
import type { StreamTime } from '../stream-time.ts';
import { sessionStates } from './numbers.ts';

interface SessionMessage {
  readonly state: number;
  readonly rtms_session_id?: string | undefined;
  /** By the platform's clock. */
  readonly timestamp?: number | undefined;
}

/** Media of the last moment is still on its way over the other connection. */
export const drainMs = 300;

/** Those that were told of: no page says whether a connection hears of those that began before it. */
export const streamSessions = (time: Pick<StreamTime, 'now'>) => {
  /** Those that have not stopped, and whether they are paused. */
  const live = new Map<string, boolean>();
  /** Whether the stream itself is paused. */
  let isHeldBack = false;
  /**
   * Media came while all were paused: somebody goes on, one of them or one that was not told of. The next that pauses or stops
   * may be that one; else more media comes.
   */
  let isSomebodyThere = false;
  /** When it was told last that they are paused, by our clock and by the platform's. */
  let told: { readonly heard_ms: number; readonly at_ms: number } | undefined;
  const now_ms = (): number => time.now().getTime();
  const arePaused = (): boolean =>
    isHeldBack || (!isSomebodyThere && live.size > 0 && [...live.values()].every(Boolean));
  const note = (at_ms = Number.NEGATIVE_INFINITY): void => {
    told = arePaused() ? { heard_ms: now_ms(), at_ms } : undefined;
  };
  return {
    hear({ state, rtms_session_id = '', timestamp }: SessionMessage): void {
      const goesOn = state === sessionStates.started || state === sessionStates.resumed;
      if (state === sessionStates.stopped) live.delete(rtms_session_id);
      else if (state === sessionStates.paused) live.set(rtms_session_id, true);
      else if (goesOn) live.set(rtms_session_id, false);
      if (goesOn) isHeldBack = false;
      if (state === sessionStates.paused || state === sessionStates.stopped) isSomebodyThere = false;
      note(timestamp);
    },
    /** The stream itself is paused. */
    holdBack(timestamp?: number): void {
      isHeldBack = true;
      note(timestamp);
    },
    /** The stream itself goes on, whatever its sessions said before. */
    resume(): void {
      isHeldBack = false;
      for (const id of live.keys()) live.set(id, false);
      note();
    },
    /** By what comes, and whoever it is of. */
    resumeByMedia(): void {
      isHeldBack = false;
      isSomebodyThere = true;
      note();
    },
    /** The stream begins anew, and so do its sessions: what was paused is, until something else is told. */
    restart(): void {
      isHeldBack = arePaused();
      isSomebodyThere = false;
      live.clear();
    },
    get isNone(): boolean {
      return live.size === 0;
    },
    get arePaused(): boolean {
      return arePaused();
    },
    /** Whether sound or a picture is of after the pause. Who was not connected when it ended may never be told that it did. */
    isResumedBy({ timestamp }: { readonly timestamp: number }): boolean {
      return told !== undefined && now_ms() > told.heard_ms + drainMs && timestamp > told.at_ms + drainMs;
    },
  };
};
