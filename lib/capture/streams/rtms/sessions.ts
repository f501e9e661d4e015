/**
 * The sessions of a stream, each of somebody who has the client's app: one may stop or pause while others go on, and so does
 * the stream. https://developers.zoom.us/docs/rtms/event-reference/ (Session state updated)
 */
import { sessionStates } from './numbers.ts';

interface SessionMessage {
  readonly state: number;
  readonly rtms_session_id?: string | undefined;
}

/** Those that were told of: no page says whether a connection hears of those that began before it. */
export const streamSessions = () => {
  /** Those that have not stopped, and whether they are paused. */
  const live = new Map<string, boolean>();
  return {
    hear({ state, rtms_session_id = '' }: SessionMessage): void {
      if (state === sessionStates.stopped) live.delete(rtms_session_id);
      else if (state === sessionStates.paused) live.set(rtms_session_id, true);
      else if (state === sessionStates.started || state === sessionStates.resumed) live.set(rtms_session_id, false);
    },
    /** The stream itself goes on, whatever its sessions said before. */
    resume(): void {
      for (const id of live.keys()) live.set(id, false);
    },
    get isNone(): boolean {
      return live.size === 0;
    },
    get arePaused(): boolean {
      return live.size > 0 && [...live.values()].every(Boolean);
    },
  };
};
