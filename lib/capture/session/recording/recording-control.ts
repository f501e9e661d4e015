/** Records while it is allowed to: one take per unbroken recording. */
import { MeetingLostError } from '../../meeting/errors.ts';
import type { SessionLog } from '../../meeting/log.ts';
import { type MeetingRecorder, type RecordingWish, type Source, SourceSilentError } from '../../meeting/source.ts';
import type { Take, Takes } from '../../recording/takes.ts';
import { createLossCount, type LossLimits } from '../losses.ts';
import type { SessionClock } from '../ports.ts';

/** How often the recorder may break. */
const failureLimits: LossLimits = { most: 2, forgiven_after_ms: 5 * 60_000 };
// A source that falls silent so soon after another one did stays so in this meeting.
const doubtfulForMs = 60_000;
// A source that can be heard at all answers at once when it is told to begin.
const doubtfulAnswerMs = 2_000;

/** The recorder broke again and again. */
class RecorderError extends Error {
  override readonly name = 'RecorderError';
}

export interface RecordingControl {
  /**
   * Gets ready to record the meeting as it is loaded now, and records nothing. Never fails: recording only starts later
   * when it cannot.
   */
  arm(): Promise<void>;
  /**
   * Starts, goes on or stops as wished, and replaces a source that broke.
   * @throws RecorderError when it breaks again and again
   * @throws MeetingLostError when it stays silent, however often it is replaced
   */
  keep(wanted: boolean): Promise<void>;
  /** Ends the take. Resolves when nothing is recorded any more; the take goes on being stored. Never fails. */
  end(): Promise<void>;
}

export interface RecordingPorts {
  readonly recorder: MeetingRecorder;
  /** The takes of the whole session. */
  readonly takes: Takes;
  readonly clock: Pick<SessionClock, 'now_ms'>;
  readonly log: SessionLog;
}

/** Records one meeting as wished; without a wish, nothing is recorded. */
export const createRecordingControl = (
  { recorder, takes, clock, log }: RecordingPorts,
  wish: RecordingWish | undefined,
): RecordingControl => {
  let current: (Take & { readonly source: Source }) | undefined;
  const mayGoOn = createLossCount(failureLimits);
  let silent_ms = Number.NEGATIVE_INFINITY;

  const isDoubtful = (): boolean => clock.now_ms() - silent_ms < doubtfulForMs;

  const end = async (): Promise<void> => {
    if (!current) return;
    const ended = current;
    current = undefined;
    await takes.end(ended);
  };

  const broke = (error: unknown): void => {
    log('the recorder broke', { error });
    const now_ms = clock.now_ms();
    if (error instanceof SourceSilentError) {
      if (isDoubtful()) throw new MeetingLostError('the recorder stays silent', { cause: error });
      silent_ms = now_ms;
      return;
    }
    if (!mayGoOn(now_ms)) throw new RecorderError('the recorder broke again and again', { cause: error });
  };

  const start = async (wish: RecordingWish): Promise<void> => {
    const { name, sink } = takes.begin();
    const source = recorder.source(wish, name, isDoubtful() ? doubtfulAnswerMs : undefined);
    current = { source, sink };
    await source.start(sink).catch(async (error: unknown) => {
      await end();
      broke(error);
    });
  };

  return {
    async arm() {
      if (!wish) return;
      await recorder.arm(wish).catch((error: unknown) => log('the recorder could not be got ready', { error }));
    },
    async keep(wanted) {
      const failure = current?.source.look();
      if (failure) {
        await end();
        broke(failure);
      }
      if (wanted && !current && wish) await start(wish);
      if (!wanted && current) await end();
    },
    end,
  };
};
