import { appointmentOf, type Bot, hasJoined, hasUnfinishedRecording } from '../../domain/bot/bot.ts';
import { captureLoadOf } from '../../domain/bot/capture-load.ts';
import {
  type CaptureMode,
  type CaptureTask,
  isAtWork,
  isOfEarlier,
  isRefusedForGood,
  isUndecided,
  isUnheard,
  lostWith,
  mostLost,
  nextAttempt,
  refusedSince,
} from '../../domain/bot/capture-task.ts';
import { urgencyOf } from '../../domain/bot/launch-shares.ts';
import { captureModeIn } from '../../domain/bot/lifecycle.ts';
import { CaptureNotLaunchedError } from '../../domain/errors.ts';
import type { OperatedTimes } from '../../domain/transcription/transcription-server.ts';
import { transcriptDeadline } from '../../domain/transcription/transcription-times.ts';
import { type CaptureLauncher, NoInterruptibleRoomError } from '../../ports/capture-launcher.ts';
import type { CaptureTaskRepository } from '../../storage/bots/capture-tasks.ts';
import type { SpeechRepository } from '../../storage/bots/speech.ts';
import { refOf } from '../../storage/keys.ts';
import { createReportTrigger } from '../worker/report-trigger.ts';
import type { AdvanceBotPorts } from './advance-bot.ts';
import type { LaunchTurns } from './launch-turns.ts';

export interface EnsureCapturePorts extends AdvanceBotPorts, OperatedTimes {
  readonly speech: Pick<SpeechRepository, 'isAnyWaiting'>;
  readonly captureTasks: CaptureTaskRepository;
  readonly launcher: CaptureLauncher;
  readonly turns: LaunchTurns;
}

const lostFor = (bot: Bot, task: CaptureTask | undefined): number => lostWith(task, appointmentOf(bot)?.created_at);

/** The task, unless it was for another appointment of the bot: then it says nothing of this one. */
const ofAppointment = (bot: Bot, task: CaptureTask | undefined): CaptureTask | undefined =>
  task && isOfEarlier(task, appointmentOf(bot)?.created_at) ? undefined : task;

/**
 * Whether so many tasks of the bot are lost, or orders refused for so long, that no other is started. One that was only
 * ordered may still start.
 */
const isGivenUp = (bot: Bot, task: CaptureTask | undefined, mode: CaptureMode, now: Date): boolean =>
  task !== undefined &&
  !isUndecided(task) &&
  (lostFor(bot, task) >= mostLost[mode] || (hasJoined(bot) && isRefusedForGood(task, mode, now)));

/** Whether no task ever ran for the bot's appointment: it never had its turn, or every order of one was refused. */
export const isNeverStarted = (bot: Bot, task: CaptureTask | undefined): boolean => {
  const own = ofAppointment(bot, task);
  return own === undefined || (own.refused === true && isUnheard(own));
};

/** Who has lost a task has had its turn: its meeting goes on, and such bots are few. */
const isFirst = (bot: Bot, mode: CaptureMode, task: CaptureTask | undefined): boolean =>
  mode === 'capture' && isNeverStarted(bot, task);

/** Asks whether a task waits for its turn, or had it a moment ago: that nothing is heard of it means nothing then. */
export const createIsPending =
  ({ launcher }: Pick<EnsureCapturePorts, 'launcher'>) =>
  async (task: CaptureTask | undefined): Promise<boolean> =>
    task?.task_id !== undefined &&
    task.heartbeat_at === undefined &&
    task.stopped_at === undefined &&
    launcher.isPending(task.task_id);

/**
 * Sees to it that somebody is at work on a bot that needs it, whatever happened before: starts the first capture task,
 * starts a lost one again once, and gives up with the right reason. A bot whose meeting is over gets a task that
 * finishes what was recorded. Level-triggered and safe to repeat at any time: a decision on a bot that has moved on
 * meanwhile does not apply, and of two that launch at once one wins.
 * @throws CaptureNotLaunchedError when no task could be started: the caller tries again for as long as it likes
 */
export const createEnsureCapture = (ports: EnsureCapturePorts) => {
  const { captureTasks, launcher, turns, speech, clock } = ports;
  const report = createReportTrigger(ports);
  const isPending = createIsPending(ports);
  const now = (): string => clock.now().toISOString();

  /** The order of the bot's next task, after that one. */
  const nextOrder = (bot: Bot, mode: CaptureMode, task: CaptureTask | undefined): CaptureTask => {
    const own = ofAppointment(bot, task);
    const heard_before_at = own?.heartbeat_at ?? own?.heard_before_at;
    const refused_since = refusedSince(own, mode);
    return {
      attempt: nextAttempt(task),
      lost: lostFor(bot, task),
      mode,
      launched_at: now(),
      ...(task && isFirst(bot, mode, task) && { is_anew: true }),
      ...(heard_before_at && { heard_before_at }),
      ...(refused_since && { refused_since }),
    };
  };

  /** Carries out an order that is noted. The same one again starts no second task. */
  const carryOut = async (bot: Bot, order: CaptureTask): Promise<void> => {
    const ref = refOf(bot);
    const { attempt, mode, is_anew, is_uninterrupted } = order;
    try {
      const { task_id } = await launcher.launch({
        ...ref,
        attempt,
        mode,
        join_at: bot.join_at,
        load: captureLoadOf(bot),
        urgency: urgencyOf(bot),
        ...(is_anew && { is_anew }),
        ...(is_uninterrupted && { is_uninterrupted }),
      });
      await captureTasks.note(ref, attempt, { task_id });
    } catch (error) {
      if (!(error instanceof CaptureNotLaunchedError)) throw error;
      const refused = { stopped_at: now(), refused: true } as const;
      const isOwn = await captureTasks.note(ref, attempt, refused);
      if (!isOwn || !(error instanceof NoInterruptibleRoomError)) throw error;
      // Of an attempt of its own: a task that was started for the refused one after all is not its bot's, and ends.
      const another = { ...nextOrder(bot, mode, { ...order, ...refused }), is_uninterrupted: true } as const;
      if (await captureTasks.claim(ref, another, order)) await carryOut(bot, another);
    }
  };

  const launch = async (bot: Bot, mode: CaptureMode, task: CaptureTask | undefined): Promise<void> => {
    if (isFirst(bot, mode, task)) await turns.take(bot.project_id, urgencyOf(bot));
    // Decided on before, but whoever decided did not come back.
    const isAgain = task !== undefined && isUndecided(task) && task.mode === mode;
    const order = isAgain ? task : nextOrder(bot, mode, task);
    if (isAgain || (await captureTasks.claim(refOf(bot), order, task))) await carryOut(bot, order);
  };

  const capture = async (bot: Bot, task: CaptureTask | undefined): Promise<void> => {
    if (isGivenUp(bot, task, 'capture', clock.now())) {
      const reason = hasJoined(bot) || task?.heartbeat_at ? 'capture_lost' : 'capture_not_launched';
      await report(refOf(bot), 'failed', reason, bot);
    } else {
      await launch(bot, 'capture', task);
    }
  };

  const awaitsTranscript = async (bot: Bot): Promise<boolean> =>
    bot.state === 'post_processing' &&
    hasJoined(bot) &&
    clock.now() < transcriptDeadline(bot, ports) &&
    speech.isAnyWaiting(refOf(bot));

  const finish = async (bot: Bot, task: CaptureTask | undefined): Promise<void> => {
    const isRecorded = !hasUnfinishedRecording(bot);
    const isGivenUpNow = isGivenUp(bot, task, 'finish', clock.now());
    // From fatal_error neither trigger leads anywhere: there only the launch has an effect, and that only for the
    // recording. What waits to be transcribed is so without a task, which only keeps the bot from ending too soon.
    if (isRecorded && (isGivenUpNow || !(await awaitsTranscript(bot)))) {
      await report(refOf(bot), 'processed', null, bot);
    } else if (isGivenUpNow) await report(refOf(bot), 'failed', 'capture_lost', bot);
    else await launch(bot, 'finish', task);
  };

  const work: Record<CaptureMode, (bot: Bot, task: CaptureTask | undefined) => Promise<void>> = { capture, finish };

  /** Ends a task that is lost or not needed any more. Answers false when another has taken its place meanwhile. */
  const end = async (bot: Bot, { attempt, task_id }: CaptureTask): Promise<boolean> => {
    if (task_id) await launcher.stop(task_id);
    return captureTasks.note(refOf(bot), attempt, { stopped_at: now() });
  };

  return async (bot: Bot | undefined): Promise<void> => {
    const mode = bot && captureModeIn(bot.state);
    if (!mode) return;
    // A task that was stopped before its bot was in the meeting may never report its end. There is nothing to wait for.
    if (bot.state === 'post_processing' && !hasJoined(bot)) return finish(bot, undefined);
    const task = await captureTasks.get(refOf(bot));
    const hasNeverBeaten = task?.heartbeat_at === undefined;
    const isNeeded = !(bot.state === 'leaving' && hasNeverBeaten);
    if (isNeeded && isAtWork(task, clock.now())) return;
    if (isNeeded && task?.mode === mode && (await isPending(task))) return;
    if (task && !isUndecided(task) && !task.stopped_at && !(await end(bot, task))) return;
    if (bot.state === 'leaving') await report(refOf(bot), 'left', null, bot);
    else await work[mode](bot, task);
  };
};
