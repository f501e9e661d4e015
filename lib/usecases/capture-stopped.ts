import type { BotRef } from '../storage/keys.ts';
import { createEnsureCapture, type EnsureCapturePorts } from './ensure-capture.ts';

/** A capture task has ended, as its platform tells. Whether that was its proper end is seen from the bot. */
export const createCaptureStopped = (ports: EnsureCapturePorts) => {
  const ensureCapture = createEnsureCapture(ports);
  return async (ref: BotRef, attempt: number): Promise<void> => {
    const isNewest = await ports.captureTasks.note(ref, attempt, { stopped_at: ports.clock.now().toISOString() });
    if (isNewest) await ensureCapture(await ports.bots.get(ref));
  };
};
