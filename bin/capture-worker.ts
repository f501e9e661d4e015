/**
 * The capture worker: one process, one bot. It is told by its environment which bot and what for, is in the meeting
 * until that is over, and finishes the recording. Started by the capture launcher of either home.
 */
import * as z from 'zod';
import { openLifecycleExecution } from '#adapters/lifecycle-execution.ts';
import { openMediaStore } from '#adapters/media-store.ts';
import { openTranscriptionQueue } from '#adapters/queue.ts';
import { openTable } from '#adapters/table.ts';
import type { SessionLog } from '../lib/capture/meeting/log.ts';
import { finishRecording, removeSegments } from '../lib/capture/recording/finish.ts';
import { runCaptureSession } from '../lib/capture/session/session.ts';
import type { Bot } from '../lib/domain/bot/bot.ts';
import { captureModes, heartbeatEverySeconds, recorders } from '../lib/domain/bot/capture-task.ts';
import { needsCapture } from '../lib/domain/bot/lifecycle.ts';
import { progressOf } from '../lib/domain/bot/progress.ts';
import type { Captured } from '../lib/domain/captured/captured.ts';
import { systemClock } from '../lib/ports/clock.ts';
import type { MediaStore } from '../lib/ports/media-store.ts';
import { clientAddresses, environment, transcriptionTime } from '../lib/process/environment.ts';
import { log } from '../lib/process/log.ts';
import { pause } from '../lib/process/pause.ts';
import { sweepWorkFolders } from '../lib/process/work-folder.ts';
import { mediaBelow } from '../lib/storage/bot-media.ts';
import { botRepository } from '../lib/storage/bots.ts';
import { captureTaskRepository } from '../lib/storage/capture-tasks.ts';
import { type CapturedRepository, capturedRepository } from '../lib/storage/captured.ts';
import { commandRepository } from '../lib/storage/commands.ts';
import { executionRepository } from '../lib/storage/executions.ts';
import type { BotRef } from '../lib/storage/keys.ts';
import { capturedFolder } from '../lib/storage/media-names.ts';
import { participantRepository } from '../lib/storage/participants.ts';
import { speechRepository } from '../lib/storage/speech.ts';
import { createAfterMeeting } from '../lib/usecases/lifecycle/after-meeting.ts';
import { createSpeechLine } from '../lib/usecases/worker/speech-line.ts';
import { createWorkerLine, type WorkerLine } from '../lib/usecases/worker/worker-line.ts';

const beatAgainAfterMs = 1_000;

const Order = z.object({
  PROJECT_ID: z.string(),
  BOT_ID: z.string(),
  ATTEMPT: z.coerce.number().int().positive(),
  MODE: z.enum(captureModes),
  CAPTURE_RECORDER: z.enum(recorders).optional(),
});

/** Beats until disposed, soon again after a beat that failed; a worker whose place another has taken is told to stop. */
const keepAlive = (line: WorkerLine, superseded: AbortController): Disposable => {
  let again: NodeJS.Timeout | undefined;
  const beat = (): void => {
    line.beat().then(
      (isNewest) => isNewest || superseded.abort(new Error('another attempt has taken over')),
      (error) => {
        log.warn('heartbeat failed', {}, error);
        clearTimeout(again);
        again = setTimeout(beat, beatAgainAfterMs);
      },
    );
  };
  beat();
  const timer = setInterval(beat, heartbeatEverySeconds * 1000);
  return {
    [Symbol.dispose]: () => {
      clearInterval(timer);
      clearTimeout(again);
    },
  };
};

/** What the bot has reported so far, as a worker needs to know it that takes the place of a lost one. */
const reportedSoFar = async (captured: CapturedRepository, ref: BotRef): Promise<Captured> => {
  const [utterances, participant_events, chat_messages] = await Promise.all([
    captured.list(ref, 'utterances'),
    captured.list(ref, 'participant_events'),
    captured.list(ref, 'chat_messages'),
  ]);
  return {
    utterances: utterances.flatMap(({ entries }) => entries),
    participant_events: participant_events.flatMap(({ entries }) => entries),
    chat_messages: chat_messages.flatMap(({ entries }) => entries),
  };
};

/** Addresses may hold passcodes behind their question mark. */
const withoutQueries = (text: string): string => text.replaceAll(/\?[^\s'"]+/g, '?…');

/** What a session says of itself, as lines of the log that name its bot. */
const sessionLog =
  (bot_id: string): SessionLog =>
  (message, { error, ...rest } = {}) => {
    const details = Object.keys(rest).length > 0 ? withoutQueries(JSON.stringify(rest)) : undefined;
    if (error === undefined) log.info(message, { bot_id, details });
    else log.warn(message, { bot_id, details, reason: withoutQueries(String(error)) });
  };

/** The picture for the bot's camera, read when it is needed. */
const pictureOf = ({ bot_image }: Bot, media: MediaStore) =>
  bot_image === undefined ? {} : { picture: () => media.get(bot_image) };

const main = async (): Promise<void> => {
  await sweepWorkFolders();
  const { PROJECT_ID, BOT_ID, ATTEMPT, MODE, CAPTURE_RECORDER } = Order.parse(process.env);
  const ref = { project_id: PROJECT_ID, bot_id: BOT_ID };
  log.info('capture worker started', { bot_id: BOT_ID, attempt: ATTEMPT, mode: MODE });
  const table = openTable();
  const bots = botRepository(table);
  const captureTasks = captureTaskRepository(table);
  const captured = capturedRepository(table);
  const line = createWorkerLine(
    {
      bots,
      captured,
      captureTasks,
      commands: commandRepository(table),
      participants: participantRepository(table),
      executions: executionRepository(table),
      lifecycle: openLifecycleExecution(),
      clock: systemClock,
    },
    ref,
    ATTEMPT,
  );
  const speech = createSpeechLine(
    {
      speech: speechRepository(table),
      queue: openTranscriptionQueue(),
      clock: systemClock,
    },
    ref,
    ATTEMPT,
  );
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => stop.abort(new Error(`stopped by ${signal}`)));
  }
  using _ = keepAlive(line, stop);
  const folder = capturedFolder(ref);
  const media = openMediaStore();
  const segments = mediaBelow(media, folder);

  const bot = await bots.get(ref);
  const reported = bot && ATTEMPT > 1 ? await reportedSoFar(captured, ref) : undefined;
  if (reported) await line.goOnFrom(reported);
  if (bot && MODE === 'capture' && needsCapture(bot.state)) {
    const { meeting_url, bot_name, recording_settings, automatic_leave_settings, bot_chat_message } = bot;
    await runCaptureSession(
      {
        reporter: {
          ...line,
          trigger: async (trigger, subType) => (await line.trigger(trigger, subType)) ?? 'data_deleted',
        },
        segments,
        speech,
        recorder: CAPTURE_RECORDER,
        log: sessionLog(BOT_ID),
        outlet: { guard: environment(clientAddresses), ...pictureOf(bot, media) },
      },
      {
        ...ref,
        meeting_url,
        bot_name,
        recording_settings,
        automatic_leave_settings,
        ...(bot_chat_message && { bot_chat_message }),
        join_at: new Date(bot.join_at),
        attempt: ATTEMPT,
        ...progressOf(bot, ATTEMPT > 1 ? await captureTasks.get(ref) : undefined),
        ...(reported && { reported }),
      },
      stop.signal,
    );
  }

  const finish = createAfterMeeting({
    bots,
    line,
    speech,
    makeRecording: (save) =>
      finishRecording(segments, ({ name, ...recording }) => save({ ...recording, key: folder + name })),
    removeSegments: () => removeSegments(segments),
    clock: systemClock,
    pause,
    log: sessionLog(BOT_ID),
    ...environment(transcriptionTime),
  });
  await finish(ref, stop.signal);
};

// The log may be on a disk that is full. A few lines less are no reason to leave a meeting.
process.stdout.on('error', () => undefined);

await main().then(
  () => log.info('capture worker done'),
  (error) => {
    log.error('capture worker failed', {}, error);
    process.exitCode = 1;
  },
);
