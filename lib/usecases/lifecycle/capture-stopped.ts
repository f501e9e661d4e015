import type { Bot } from '../../domain/bot/bot.ts';
import { type CaptureTask, isRefusedLastingly, isSuccessorOf } from '../../domain/bot/capture-task.ts';
import { captureModeIn, isErased, isFinal } from '../../domain/bot/lifecycle.ts';
import { CaptureNotLaunchedError } from '../../domain/errors.ts';
import type { BotRef } from '../../storage/keys.ts';
import { createResendSpeech, type ResendSpeechPorts } from '../transcription/resend-speech.ts';
import { createEnsureCapture, type EnsureCapturePorts } from './ensure-capture.ts';
import { createHaveErased, type HaveErasedPorts } from './have-erased.ts';
import { createOrderSuccessor, type OrderSuccessorPorts } from './order-successor.ts';

export interface CaptureStoppedPorts
  extends EnsureCapturePorts,
    Pick<OrderSuccessorPorts, 'pause'>,
    HaveErasedPorts,
    ResendSpeechPorts {
  readonly speech: EnsureCapturePorts['speech'] & ResendSpeechPorts['speech'];
}

interface Ended extends Pick<CaptureTask, 'attempt' | 'mode'> {
  /** The platform took the order, and then could not start the task. */
  readonly isUnstarted?: boolean;
}

/** Whether the bot waits for the beats of its task. One that has failed is only looked after for a while. */
const isTimedCapture = (bot: Bot | undefined): boolean =>
  bot !== undefined && captureModeIn(bot.state) !== undefined && !isFinal(bot.state);

/**
 * A capture task has ended, as its platform tells. The bot shows whether it should have ended: if not, another task takes
 * its place. One that was never started is not lost: its order was refused, only later than others are. Speech that the
 * task heard and could not hand on is sent to be transcribed. Whatever it stored after its bot's data was deleted is removed
 * as well. Safe to repeat. Answers whether the bot's tasks have failed to start for so long that it is not by chance: then
 * its timer orders the next one, in a moment; and whether a task that is to end has no successor, as every order of one was
 * refused.
 * @throws CaptureNotLaunchedError when no task could be started, and no timer of the bot's will have one started in a moment
 */
export const createCaptureStopped = (ports: CaptureStoppedPorts) => {
  const { captureTasks, bots, clock } = ports;
  const resendSpeech = createResendSpeech(ports);
  const ensureCapture = createEnsureCapture(ports);
  const orderSuccessor = createOrderSuccessor(ports);
  const haveErased = createHaveErased(ports);

  /** It came in vain: the task before it goes on, and has another one come where this one was never there. */
  const successorStopped = async (
    ref: BotRef,
    { attempt, isUnstarted }: Ended,
    task: CaptureTask,
  ): Promise<boolean> => {
    const end = isUnstarted ? { successor_attempt: attempt + 1 } : { successor_stopped_at: clock.now().toISOString() };
    if (isSuccessorOf(task, attempt)) await captureTasks.note(ref, task.attempt, end);
    return isUnstarted === true && (await orderSuccessor(ref, task.attempt)).isRefused;
  };

  const replace = async (bot: Bot | undefined): Promise<void> => {
    try {
      await ensureCapture(bot);
    } catch (error) {
      // It is refused for now: whoever waits for the beats of the task will see to it that another one comes.
      const isSeenTo = isTimedCapture(bot) && error instanceof CaptureNotLaunchedError;
      if (!isSeenTo) throw error;
    }
  };

  return async (ref: BotRef, ended: Ended): Promise<{ isLasting: boolean; isRefused: boolean }> => {
    const { attempt, mode, isUnstarted } = ended;
    const now = clock.now();
    const task = await captureTasks.get(ref);
    await resendSpeech(ref, attempt, task?.attempt === attempt ? undefined : task?.attempt);
    // A successor that came in vain may have the number of the task that finishes what was recorded meanwhile.
    const end = { stopped_at: now.toISOString(), ...(isUnstarted && { refused: true as const }) };
    const isNewest = await captureTasks.note(ref, attempt, end, mode);
    const isSuccessor = !isNewest && task !== undefined && attempt > task.attempt;
    const isRefused = isSuccessor && (await successorStopped(ref, ended, task));
    const isLasting = isUnstarted === true && isNewest && task !== undefined && isRefusedLastingly(task, now);
    const bot = await bots.get(ref);
    const isLeftToTimer = isLasting && bot !== undefined && captureModeIn(bot.state) !== undefined;
    // Also for one that was replaced: told again, it may be as the order that replaced it was refused.
    if (!isSuccessor && !isLeftToTimer) await replace(bot);
    if (bot && isErased(bot.state)) await haveErased([ref]);
    return { isLasting, isRefused };
  };
};
