/** What the steps of one visit to a meeting share: one page of one browser. */
import type { MeetingPage } from '../browser/meeting-page.ts';
import type { SessionLog } from '../meeting/log.ts';
import { PageLostError } from '../meeting/page-lost.ts';
import type { MeetingPhase, MeetingView, ParticipantView } from '../meeting/view.ts';
import type { MeetingPlatform } from '../platforms/platform.ts';
import type { SegmentStore } from '../recording/segment-store.ts';
import type { CommandDesk } from './acting/commands.ts';
import type { BotLine } from './bot-line.ts';
import type { RoomKeeper } from './breakout.ts';
import type { LeaveWatch } from './leaving/leave-watch.ts';
import type { Waits } from './leaving/waits.ts';
import type { CaptureAssignment, SessionClock } from './ports.ts';
import type { Listening } from './speech/listening.ts';

export interface Visit {
  readonly meeting: MeetingPage;
  readonly platform: MeetingPlatform;
  readonly assignment: CaptureAssignment;
  readonly bot: BotLine;
  readonly store: SegmentStore;
  readonly clock: SessionClock;
  readonly waits: Waits;
  readonly leaveWatch: LeaveWatch;
  readonly listening: Listening;
  readonly rooms: RoomKeeper;
  readonly commands: CommandDesk;
  /** Tells who the bot is in the meeting. */
  readonly introduce: (participants: readonly ParticipantView[], now_ms: number) => void;
  readonly log: SessionLog;
  readonly signal: AbortSignal;
}

/** The session is over without a trigger: the bot needs no capture any more, or the worker is being stopped. */
export class SessionOverError extends Error {
  override readonly name = 'SessionOverError';
}

const lookEveryMs = 250;
// Busy pages take seconds; with the time to join again a hanging one costs a bot no more than 15 s.
const silentForMs = 7_000;

/** Throws when there is no point in going on. */
export const checkOver = ({ bot, signal }: Pick<Visit, 'bot' | 'signal'>): void => {
  if (signal.aborted) throw new SessionOverError('the worker is being stopped');
  if (bot.isOver) throw new SessionOverError('the bot needs no capture any more');
};

/** Waits a moment, unless the session is over. */
export const moment = async (visit: Pick<Visit, 'bot' | 'signal' | 'clock'>, duration_ms: number): Promise<void> => {
  await visit.clock.pause(duration_ms, visit.signal);
  checkOver(visit);
};

/** Waits a moment, or until the bot is asked for something else, which is seen to at once. */
const momentOrNews = async (visit: Visit, duration_ms: number): Promise<void> => {
  const over = new AbortController();
  const end = (): void => over.abort();
  const forget = visit.bot.onNews(end);
  visit.signal.addEventListener('abort', end);
  try {
    await visit.clock.pause(duration_ms, over.signal);
  } finally {
    visit.signal.removeEventListener('abort', end);
    forget();
  }
  checkOver(visit);
};

/**
 * Looks at the page four times a second, and whenever the bot is asked for something, until told to stop looking; each
 * look comes with how often in a row the page has shown its phase, and since when.
 * @throws PageLostError, SessionOverError
 */
export async function* looks(
  visit: Visit,
): AsyncGenerator<{ view: MeetingView; times: number; since_ms: number; now_ms: number }> {
  let phase: MeetingPhase | undefined;
  let times = 0;
  let since_ms = visit.clock.now_ms();
  let unanswered_since_ms: number | undefined;
  for (;;) {
    checkOver(visit);
    if (visit.meeting.isLost) throw new PageLostError('the page crashed');
    const asked_ms = visit.clock.now_ms();
    const view = await visit.meeting.read().catch((error: unknown) => {
      unanswered_since_ms ??= asked_ms;
      if (visit.clock.now_ms() - unanswered_since_ms >= silentForMs)
        throw new PageLostError('the page does not answer', { cause: error });
      return undefined;
    });
    if (view) {
      const now_ms = visit.clock.now_ms();
      unanswered_since_ms = undefined;
      times = view.phase === phase ? times + 1 : 1;
      if (times === 1) since_ms = now_ms;
      phase = view.phase;
      yield { view, times, since_ms, now_ms };
    }
    await momentOrNews(visit, lookEveryMs);
  }
}
