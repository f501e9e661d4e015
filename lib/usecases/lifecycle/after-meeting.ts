import { type Bot, hasUnfinishedRecording } from '../../domain/bot/bot.ts';
import { needsCapture } from '../../domain/bot/lifecycle.ts';
import type { Recording } from '../../domain/captured/recording.ts';
import type { OperatedTimes } from '../../domain/transcription/transcription-server.ts';
import { transcriptDeadline } from '../../domain/transcription/transcription-times.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Pause } from '../../process/pause.ts';
import { retry } from '../../process/retry.ts';
import type { BotRef } from '../../storage/keys.ts';
import type { SpeechLine } from '../worker/speech-line.ts';
import type { WorkerLine } from '../worker/worker-line.ts';

export interface AfterMeetingPorts extends OperatedTimes {
  readonly bots: { get(ref: BotRef): Promise<Bot | undefined> };
  readonly line: Pick<WorkerLine, 'saveRecording' | 'trigger'>;
  readonly speech: Pick<SpeechLine, 'transcribed'>;
  /** Makes the recording of what was stored of it, and has it saved. Answers undefined when there is nothing. */
  makeRecording(save: (recording: Recording) => Promise<void>): Promise<unknown>;
  /** Removes what a recording is made from. */
  removeSegments(): Promise<void>;
  readonly clock: Clock;
  readonly pause: Pause;
  /** Hears what cannot be done at present. */
  log(message: string, details?: { error?: unknown }): void;
}

/** A fault that lasts longer does not pass by itself. The task ends then; another may be started in its place. */
const patience = { first_ms: 500, longest_ms: 5_000, for_ms: 30 * 60_000 };

/**
 * Finishes a bot whose meeting is over: makes its recording, waits for its transcript, and reports `processed`. Does
 * nothing while the bot still needs capture, or when it is gone. Safe to repeat. Each step that fails is tried again for
 * half an hour.
 * @throws the error of the last try, when that was in vain or the signal said to stop
 */
export const createAfterMeeting = (ports: AfterMeetingPorts) => {
  const { bots, line, speech, clock, pause, log } = ports;

  /** Does something that is safe to repeat until it succeeds. */
  const patiently = <T>(what: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> =>
    retry(work, {
      ...patience,
      signal,
      clock,
      pause,
      onRetry: ({ tries, error }) => tries === 1 && log(`${what} is tried again until it succeeds`, { error }),
    });

  const finish = async (): Promise<void> => {
    if (!(await ports.makeRecording(line.saveRecording))) await line.saveRecording(null);
  };

  return async (ref: BotRef, signal: AbortSignal): Promise<void> => {
    const bot = await patiently('looking at the bot', signal, () => bots.get(ref));
    if (!bot || needsCapture(bot.state) || signal.aborted) return;
    if (hasUnfinishedRecording(bot)) await patiently('finishing the recording', signal, finish);
    if (bot.state === 'post_processing') {
      const deadline = transcriptDeadline(bot, ports);
      const awaited = () => speech.transcribed(deadline, signal);
      const isTranscribed = await patiently('waiting for the transcript', signal, awaited);
      if (signal.aborted) return;
      if (!isTranscribed) log('the transcript is not complete yet: what is still to come is added');
      await patiently('ending the bot', signal, () => line.trigger('processed'));
    }
    // Another worker may have been ordered in the place of one that is stopped, and read them. What is left here goes with the
    // bot's data.
    if (signal.aborted) return;
    // By now there is a recording of them.
    await patiently('removing the segments', signal, ports.removeSegments);
  };
};
