/** Records while it is allowed to: one take per unbroken stretch. */
import type { Recorder } from '../../../domain/bot/capture-task.ts';
import type { RecordingSettings } from '../../../domain/bot/settings.ts';
import { createPageSource, type RecordedPage, RecorderSilentError } from '../../browser/page-source.ts';
import type { SessionLog } from '../../meeting/log.ts';
import { PageLostError } from '../../meeting/page-lost.ts';
import type { Sink, Source } from '../../meeting/source.ts';
import type { MeetingPlatform } from '../../platforms/platform.ts';
import type { RecordingOptions } from '../../programs/protocol/media.ts';
import type { Takes } from '../../recording/takes.ts';

/** The recorder for a platform: by tracks where it exposes them, unless the operator wants the page. */
export const recorderFor = ({ exposesTracks }: Pick<MeetingPlatform, 'exposesTracks'>, wish?: Recorder): Recorder =>
  exposesTracks ? (wish ?? 'tracks') : 'page';

const mostFailures = 3;
const forgivenAfterMs = 5 * 60_000;
// What is silent so soon after another recorder was stays so in this page.
const doubtfulForMs = 60_000;
// A recorder that can be heard at all answers at once when it is told to begin.
const doubtfulAnswerMs = 2_000;

export const frameSize = ({ resolution }: RecordingSettings): { width: number; height: number } =>
  resolution === '1080p' ? { width: 1920, height: 1080 } : { width: 1280, height: 720 };

const optionsOf = (settings: RecordingSettings, recorder: Recorder): RecordingOptions => {
  // Mono: a meeting is a mix of people, not a stage.
  if (settings.format === 'mp3') return { sound: { codec: 'mp3', bitrate: 64_000 } };
  const pictures = {
    of: recorder === 'tracks' ? settings.view : ('page' as const),
    ...frameSize(settings),
    // What cameras in meetings send, and a fifth less work than 30.
    max_fps: 24,
    min_fps: 10,
    video_bitrate: settings.resolution === '1080p' ? 3_000_000 : 1_500_000,
  };
  return { pictures, sound: { codec: 'aac', bitrate: 96_000 } };
};

/** The recorder broke again and again. */
class RecorderError extends Error {
  override readonly name = 'RecorderError';
}

export interface RecordingControl extends AsyncDisposable {
  /** Gets ready to record the page as it is loaded now, and records nothing. Never fails: recording starts slower then. */
  arm(): Promise<void>;
  /**
   * Starts, goes on or stops as wished, and replaces a recorder that broke.
   * @throws RecorderError when it breaks again and again
   * @throws PageLostError when it stays silent, however often it is replaced
   */
  keep(wanted: boolean): Promise<void>;
  /** Ends the take and waits, for a bounded time, until all takes are stored. Never fails. */
  stop(): Promise<void>;
}

export interface RecordingPorts {
  readonly meeting: RecordedPage;
  readonly recorder: Recorder;
  readonly log: SessionLog;
}

/** Records one page; `takes` are those of the attempt, across its pages. */
export const createRecordingControl = (
  { meeting, recorder, log }: RecordingPorts,
  settings: RecordingSettings,
  takes: Takes,
): RecordingControl => {
  let current: { source: Source; sink: Sink } | undefined;
  let failures: number[] = [];
  let silent_ms = Number.NEGATIVE_INFINITY;

  const isDoubtful = (): boolean => performance.now() - silent_ms < doubtfulForMs;

  /** Ends the take; what it still holds is stored while the session goes on. */
  const end = async (): Promise<void> => {
    if (!current) return;
    const { source, sink } = current;
    current = undefined;
    const stats = await source.stop().catch((error: unknown) => log('the take did not end cleanly', { error }));
    takes.ended(sink);
    log('take ended', { stats });
  };

  const broke = (error: unknown): void => {
    log('the recorder broke', { error });
    const now_ms = performance.now();
    if (error instanceof RecorderSilentError) {
      if (isDoubtful()) throw new PageLostError('the recorder stays silent', { cause: error });
      silent_ms = now_ms;
      return;
    }
    failures = [...failures.filter((at_ms) => now_ms - at_ms < forgivenAfterMs), now_ms];
    if (failures.length >= mostFailures)
      throw new RecorderError('the recorder broke again and again', { cause: error });
  };

  const start = async (): Promise<void> => {
    const { name, sink } = takes.begin();
    const answer_ms = isDoubtful() ? doubtfulAnswerMs : undefined;
    const source = createPageSource(meeting, optionsOf(settings, recorder), name, answer_ms);
    current = { source, sink };
    await source.start(sink).catch(async (error: unknown) => {
      await end();
      broke(error);
    });
  };

  return {
    async arm() {
      if (settings.format === 'none') return;
      await meeting
        .armRecording(optionsOf(settings, recorder))
        .catch((error: unknown) => log('the recorder could not be got ready', { error }));
    },
    async keep(wanted) {
      const failure = current?.source.look();
      if (failure) {
        await end();
        broke(failure);
      }
      if (wanted && !current && settings.format !== 'none') await start();
      if (!wanted && current) await end();
    },
    async stop() {
      await end();
      await takes.stored();
    },
    [Symbol.asyncDispose]: end,
  };
};
