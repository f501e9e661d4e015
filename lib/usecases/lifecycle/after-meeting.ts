import { type Bot, hasUnfinishedRecording } from '../../domain/bot.ts';
import type { Recording } from '../../domain/captured.ts';
import type { OperatedTimes } from '../../domain/deadlines.ts';
import { needsCapture } from '../../domain/lifecycle.ts';
import { transcriptDeadline } from '../../domain/transcription-times.ts';
import type { Clock } from '../../ports/clock.ts';
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
  /** Waits, or returns early when the signal says to stop. Never rejects. */
  pause(duration_ms: number, signal: AbortSignal): Promise<void>;
  /** Hears what cannot be done at present. */
  log(message: string, details?: { error?: unknown }): void;
}

const firstRetryMs = 500;
const longestRetryMs = 5_000;
/** A fault that lasts longer is not one that passes; the task ends, and another one is started as long as that is of use. */
const patienceMs = 30 * 60_000;

/**
 * What is left to do for a bot that nobody captures any more: its recording is finished, its transcript waited for, and
 * the bot told to be processed. Does nothing while it is to be captured, or when it is gone; safe to repeat.
 * Whatever fails is tried again for half an hour.
 * @throws the last fault when that was in vain, or when the signal said to stop meanwhile
 */
export const createAfterMeeting = (ports: AfterMeetingPorts) => {
  const { bots, line, speech, clock, log } = ports;

  /** Does something that is safe to repeat until it succeeds. */
  const patiently = async <T>(what: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    const until_ms = clock.now().getTime() + patienceMs;
    for (let retry_ms = firstRetryMs; ; retry_ms = Math.min(longestRetryMs, retry_ms * 2)) {
      try {
        return await work();
      } catch (error) {
        if (retry_ms === firstRetryMs) log(`${what} is tried again until it succeeds`, { error });
        await ports.pause(retry_ms, signal);
        if (signal.aborted || clock.now().getTime() >= until_ms) throw error;
      }
    }
  };

  const finish = async (): Promise<void> => {
    if (!(await ports.makeRecording(line.saveRecording))) await line.saveRecording(null);
  };

  return async (ref: BotRef, signal: AbortSignal): Promise<void> => {
    const bot = await patiently('looking at the bot', signal, () => bots.get(ref));
    if (!bot || needsCapture(bot.state) || signal.aborted) return;
    if (hasUnfinishedRecording(bot)) await patiently('finishing the recording', signal, finish);
    if (bot.state === 'post_processing') {
      const deadline = transcriptDeadline(bot, ports.transcription_timeout_seconds);
      const awaited = () => speech.transcribed(deadline, signal);
      const isTranscribed = await patiently('waiting for the transcript', signal, awaited);
      if (signal.aborted) return;
      if (!isTranscribed) log('the transcript is not complete yet: what is still to come is added');
      await patiently('ending the bot', signal, () => line.trigger('processed'));
    }
    // By now there is a recording of them. What a worker leaves that is killed here goes with the bot's data.
    await patiently('removing the segments', signal, ports.removeSegments);
  };
};
