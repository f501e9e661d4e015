import type { Bot } from '../domain/bot.ts';
import { hasJoined } from '../domain/bot.ts';
import { type CaptureTask, isAtWork, longestAttempts, longestCaptureAttempts } from '../domain/capture-task.ts';
import { CaptureNotLaunchedError } from '../domain/errors.ts';
import { needsCapture } from '../domain/lifecycle.ts';
import type { CaptureLauncher, CaptureMode } from '../ports/capture-launcher.ts';
import type { CaptureTaskRepository } from '../storage/capture-tasks.ts';
import type { BotRef } from '../storage/keys.ts';
import { type AdvanceBotPorts, createAdvanceBot } from './advance-bot.ts';
import { createReportTrigger } from './report-trigger.ts';

export interface EnsureCapturePorts extends AdvanceBotPorts {
  readonly captureTasks: CaptureTaskRepository;
  readonly launcher: CaptureLauncher;
}

/** Whether something recorded may still lie in segments. */
const hasUnfinishedRecording = (bot: Bot): boolean =>
  hasJoined(bot) && bot.recording_settings.format !== 'none' && bot.recording === undefined;

/**
 * Sees to it that somebody is at work on a bot that needs it, whatever happened before: starts the first capture task,
 * starts a lost one again once, and gives up with the right reason. A bot whose meeting is over gets a task that
 * finishes what was recorded. Level-triggered and safe to repeat at any time.
 */
export const createEnsureCapture = (ports: EnsureCapturePorts) => {
  const { captureTasks, launcher, clock } = ports;
  const advanceBot = createAdvanceBot(ports);
  const report = createReportTrigger(ports);

  const launch = async (bot: Bot, mode: CaptureMode, task: CaptureTask | undefined): Promise<void> => {
    const ref: BotRef = { project_id: bot.project_id, bot_id: bot.id };
    const isUndecided = task && !task.task_id && !task.stopped_at;
    const attempt = isUndecided ? task.attempt : (task?.attempt ?? 0) + 1;
    if (!isUndecided) {
      const claimed = await captureTasks.claim(ref, { attempt, mode, launched_at: clock.now().toISOString() }, task);
      if (!claimed) return;
    }
    try {
      const { task_id } = await launcher.launch({ ...ref, attempt, mode });
      await captureTasks.note(ref, attempt, { task_id });
    } catch (error) {
      if (!(error instanceof CaptureNotLaunchedError)) throw error;
      await captureTasks.note(ref, attempt, { stopped_at: clock.now().toISOString() });
      await ensure(await reload(bot));
    }
  };

  const reload = async (bot: Bot): Promise<Bot | undefined> =>
    ports.bots.get({ project_id: bot.project_id, bot_id: bot.id });

  const capture = async (bot: Bot, task: CaptureTask | undefined): Promise<void> => {
    const ref: BotRef = { project_id: bot.project_id, bot_id: bot.id };
    if (task && task.attempt >= longestCaptureAttempts && (task.task_id || task.stopped_at)) {
      await report(ref, 'failed', task.heartbeat_at ? 'capture_lost' : 'capture_not_launched');
    } else {
      await launch(bot, 'capture', task);
    }
  };

  const finish = async (bot: Bot, task: CaptureTask | undefined): Promise<void> => {
    const ref: BotRef = { project_id: bot.project_id, bot_id: bot.id };
    const isProcessing = bot.state === 'post_processing';
    if (!hasUnfinishedRecording(bot)) {
      if (isProcessing) await advanceBot(ref, 'processed');
    } else if (task && task.attempt >= longestAttempts && (task.task_id || task.stopped_at)) {
      if (isProcessing) await report(ref, 'failed', 'capture_lost');
    } else {
      await launch(bot, 'finish', task);
    }
  };

  const ensure = async (bot: Bot | undefined): Promise<void> => {
    if (!bot) return;
    const ref: BotRef = { project_id: bot.project_id, bot_id: bot.id };
    // A task that was told to stop before its bot was in the meeting may never say so, and nothing waits for it.
    if (bot.state === 'post_processing' && !hasJoined(bot)) {
      await report(ref, 'processed');
      return;
    }
    const task = await captureTasks.get(ref);
    const isGivenUp = bot.state === 'leaving' && !task?.heartbeat_at;
    if (isAtWork(task, clock.now()) && task?.task_id && !isGivenUp) return;
    if (task?.task_id && !task.stopped_at) await launcher.stop(task.task_id);
    if (bot.state === 'leaving') await report(ref, 'left');
    else if (needsCapture(bot.state)) await capture(bot, task);
    else await finish(bot, task);
  };
  return ensure;
};
export type EnsureCapture = ReturnType<typeof createEnsureCapture>;
