import { CaptureNotLaunchedError } from '../../lib/domain/errors.ts';
import type { CaptureLauncher, CaptureOrder } from '../../lib/ports/capture-launcher.ts';

export interface RecordingLauncher extends CaptureLauncher {
  readonly launched: readonly CaptureOrder[];
  readonly stopped: readonly string[];
  /** Makes launches fail with this reason; without one they work again. */
  refuse(reason?: string): void;
}

/** Launches nothing, and remembers what it was asked for. The n-th task is `task-n`. */
export const recordingLauncher = (): RecordingLauncher => {
  const launched: CaptureOrder[] = [];
  const stopped: string[] = [];
  let refusal: string | undefined;
  return {
    launched,
    stopped,
    refuse: (reason) => {
      refusal = reason;
    },
    launch: async (order) => {
      if (refusal !== undefined) throw new CaptureNotLaunchedError(refusal);
      launched.push(order);
      return { task_id: `task-${launched.length}` };
    },
    stop: async (taskId) => void stopped.push(taskId),
  };
};
