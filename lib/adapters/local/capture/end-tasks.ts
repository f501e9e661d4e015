/** Ends capture tasks: asks them to stop, and does not let them take for ever. */
import { signalGroup } from '../../../process/signal-group.ts';
import type { CaptureTasks, RunningTask } from './tasks.ts';

const lookEveryMs = 50;

/** Asks a task to stop, and ends it when it takes longer. One that is gone is not an error. */
export const endTask = (rows: CaptureTasks, id: string, grace_ms: number): void => {
  const task = rows.running(id);
  if (!task) return;
  signalGroup(task.pid, 'SIGTERM');
  const end = (): void => {
    if (rows.running(id)) signalGroup(task.pid, 'SIGKILL');
  };
  setTimeout(end, grace_ms).unref();
};

/** The same for all, and waits for their ends. */
export const endTasks = async (rows: CaptureTasks, grace_ms: number): Promise<void> => {
  const running = (): RunningTask[] => rows.unended().filter(({ id }) => rows.running(id));
  for (const { pid } of running()) signalGroup(pid, 'SIGTERM');
  const deadline = Date.now() + grace_ms;
  while (running().length > 0 && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
  for (const { pid } of running()) signalGroup(pid, 'SIGKILL');
};
