import type { CaptureTask } from '../../domain/bot/capture-task.ts';
import { isErased } from '../../domain/bot/lifecycle.ts';
import type { BotRef } from '../../storage/keys.ts';
import { createResendSpeech, type ResendSpeechPorts } from '../transcription/resend-speech.ts';
import { createEnsureCapture, type EnsureCapturePorts } from './ensure-capture.ts';
import { createHaveErased, type HaveErasedPorts } from './have-erased.ts';

export interface CaptureStoppedPorts extends EnsureCapturePorts, HaveErasedPorts, ResendSpeechPorts {
  readonly speech: EnsureCapturePorts['speech'] & ResendSpeechPorts['speech'];
}

interface Ended extends Pick<CaptureTask, 'attempt' | 'mode'> {
  /** The platform took the order, and then could not start the task. */
  readonly isUnstarted?: boolean;
}

/**
 * A capture task has ended, as its platform tells. The bot shows whether it should have ended: if not, another task takes
 * its place. One that was never started is not lost: its order was refused, only later than others are. Speech that the task heard and could not hand on is sent to be transcribed. Whatever it stored after its
 * bot's data was deleted is removed as well.
 */
export const createCaptureStopped = (ports: CaptureStoppedPorts) => {
  const resendSpeech = createResendSpeech(ports);
  const ensureCapture = createEnsureCapture(ports);
  const haveErased = createHaveErased(ports);
  return async (ref: BotRef, { attempt, mode, isUnstarted = false }: Ended): Promise<void> => {
    const task = await ports.captureTasks.get(ref);
    await resendSpeech(ref, attempt, task?.attempt === attempt ? undefined : task?.attempt);
    const at = ports.clock.now().toISOString();
    // A successor that came in vain may have the number of the task that finishes what was recorded meanwhile.
    const end = { stopped_at: at, ...(isUnstarted && { refused: true as const }) };
    const isNewest = await ports.captureTasks.note(ref, attempt, end, mode);
    // It may have been a successor that came in vain: the task before it goes on, or will have another one.
    if (!isNewest) await ports.captureTasks.note(ref, attempt - 1, { successor_stopped_at: at });
    const bot = await ports.bots.get(ref);
    if (isNewest) await ensureCapture(bot);
    if (bot && isErased(bot.state)) await haveErased([ref]);
  };
};
