/**
 * The capture worker: one process, one bot. It is in the meeting until that is over, and finishes the recording. Composed
 * of the adapters of whichever home it runs in, which tells it which bot and what for.
 */
import { endWarning, receiveOrder, tell } from '#adapters/capture-order.ts';
import { openLifecycleExecution } from '#adapters/lifecycle-execution.ts';
import { openMediaStore } from '#adapters/media-store.ts';
import { openTranscriptionQueue } from '#adapters/queue.ts';
import { openTable } from '#adapters/table.ts';
import { tellUsage } from '#adapters/usage.ts';
import { finishRecording, recordingBelow, removeSegments } from '../capture/recording/finish.ts';
import { runCaptureSession } from '../capture/session/session.ts';
import { isInMeeting, needsCapture } from '../domain/bot/lifecycle.ts';
import { liveFolder } from '../domain/bot/live-picture.ts';
import { type CaptureOrder, parseOrder, placeIn } from '../ports/capture-order.ts';
import { systemClock } from '../ports/clock.ts';
import { sweepWorkFolders } from '../process/disk/work-folder.ts';
import { transcriptionTime } from '../process/environment/lifecycle.ts';
import { environment } from '../process/environment.ts';
import { log } from '../process/log.ts';
import { pause } from '../process/pause.ts';
import { listedBots } from '../storage/bots/bot-lists.ts';
import { mediaBelow } from '../storage/bots/bot-media.ts';
import { captureTaskRepository } from '../storage/bots/capture-tasks.ts';
import { capturedRepository } from '../storage/bots/captured.ts';
import { commandRepository } from '../storage/bots/commands.ts';
import { executionRepository } from '../storage/bots/executions.ts';
import { capturedFolder } from '../storage/bots/media-names.ts';
import { participantRepository } from '../storage/bots/participants.ts';
import { speechRepository } from '../storage/bots/speech.ts';
import { accountRepository } from '../storage/secrets/accounts.ts';
import { createAfterMeeting } from '../usecases/lifecycle/after-meeting.ts';
import { createSpeechLine } from '../usecases/worker/speech-line.ts';
import { createSuccession } from '../usecases/worker/succession.ts';
import { createWorkerLine } from '../usecases/worker/worker-line.ts';
import { assignmentOf, inheritanceOf, reportedSoFar } from './assignment.ts';
import { gatheringOf } from './gathering.ts';
import { keepAlive } from './heartbeat.ts';
import type { GetReady, Join } from './joining.ts';
import { sessionLog } from './session-log.ts';
import { type AwaitRelief, stopBySignals } from './stop-signals.ts';
import { followSuccession } from './succession.ts';
import { waitForBot } from './waiting.ts';

const run = async (order: CaptureOrder, join: Join): Promise<void> => {
  const { project_id, bot_id, attempt, mode } = order;
  const ref = { project_id, bot_id };
  await sweepWorkFolders();
  log.info('capture worker started', { bot_id, attempt, mode });
  const table = openTable();
  const bots = listedBots(table);
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
    attempt,
    mode,
  );
  const pieces = speechRepository(table);
  const speech = createSpeechLine(
    { speech: pieces, queue: openTranscriptionQueue(), clock: systemClock },
    ref,
    attempt,
  );
  const stop = new AbortController();
  let relief: AwaitRelief | undefined;
  stopBySignals(stop, () => relief);
  const claims = createSuccession({ captureTasks, clock: systemClock }, ref, attempt, mode);
  const reported = async () => {
    const all = await reportedSoFar(captured, ref);
    await line.goOnFrom(all);
    return all;
  };
  const waiting = () => pieces.waiting(ref);
  using succession = await followSuccession({ claims, reported, waiting, log: sessionLog(bot_id) }, stop);
  using _beats = keepAlive(line, succession.look);
  using _usage = tellUsage(bot_id);
  const folder = capturedFolder(ref);
  const media = openMediaStore();
  const segments = mediaBelow(media, folder);

  const bot = await bots.get(ref);
  const inheritance = bot && (await inheritanceOf({ captured, captureTasks }, bot, order));
  if (inheritance?.reported && !succession.predecessor) await line.goOnFrom(inheritance.reported);
  if (bot && inheritance && mode === 'capture' && needsCapture(bot.state)) {
    relief = async () => {
      const { state } = (await bots.get(ref)) ?? bot;
      if (!isInMeeting(state)) return false;
      log.info('capture worker waits to be relieved', { bot_id, attempt });
      tell('warned');
      succession.warn(endWarning.within_ms);
      return true;
    };
    const { hear, ...joining } = await join(
      bot,
      { media, order, accounts: accountRepository(table) },
      inheritance.reported !== undefined,
    );
    const end = await runCaptureSession(
      {
        ...joining,
        line: {
          ...line,
          async bot() {
            const orders = await line.bot();
            hear(orders);
            return orders;
          },
        },
        segments,
        speech,
        succession,
        gathering: gatheringOf(process.env),
        onArrival: () => tell('arrived'),
        log: sessionLog(bot_id),
      },
      assignmentOf(bot, order, inheritance, succession.predecessor && systemClock.now()),
      stop.signal,
    );
    relief = undefined;
    tell('through');
    if (end === 'relieved') return;
  }
  // Whoever has the bot finishes what both recorded.
  if (succession.predecessor?.isAtWork) return;

  const finish = createAfterMeeting({
    bots,
    line,
    speech,
    makeRecording: (save) =>
      finishRecording(
        segments,
        (finished) => save(recordingBelow(folder, finished)),
        bot && { bot_name: bot.bot_name },
      ),
    async removeSegments() {
      await removeSegments(segments);
      // Of a worker that was killed while somebody looked.
      await segments.deleteAll(liveFolder);
    },
    clock: systemClock,
    pause,
    log: sessionLog(bot_id),
    ...environment(transcriptionTime),
  });
  await finish(ref, stop.signal);
};

/** Carries out the order that the process is given, or waits for one. Never rejects: a failure is in the log, and in the exit code. */
export const startCaptureWorker = async (join: Join, getReady: GetReady): Promise<void> => {
  // The log may be on a disk that is full. A few lines less are no reason to leave a meeting.
  process.stdout.on('error', () => undefined);
  try {
    const variables = await receiveOrder();
    const place = placeIn(variables);
    if (place) await waitForBot(place, getReady, run);
    else await run(parseOrder(variables), join);
    log.info('capture worker done');
  } catch (error) {
    log.error('capture worker failed', {}, error);
    process.exitCode = 1;
  }
};
