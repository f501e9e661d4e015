import type { BotRef } from '../storage/keys.ts';
import { createEnsureCapture, type EnsureCapturePorts } from './ensure-capture.ts';
import { createEraseCaptured, type EraseCapturedPorts } from './erase-captured.ts';

/**
 * A capture task has ended, as its platform tells. Whether that was its proper end is seen from the bot. What it stored
 * after its bot's data was deleted is removed as well.
 */
export const createCaptureStopped = (ports: EnsureCapturePorts & EraseCapturedPorts) => {
  const ensureCapture = createEnsureCapture(ports);
  const eraseCaptured = createEraseCaptured(ports);
  return async (ref: BotRef, attempt: number): Promise<void> => {
    const isNewest = await ports.captureTasks.note(ref, attempt, { stopped_at: ports.clock.now().toISOString() });
    const bot = isNewest ? await ports.bots.get(ref) : undefined;
    await ensureCapture(bot);
    if (bot) await eraseCaptured(bot);
  };
};
