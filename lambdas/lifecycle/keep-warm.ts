import { randomUUID } from 'node:crypto';
import { openCaptureLauncher } from '#adapters/capture-launcher.ts';
import { openTable } from '#adapters/table.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import { launchRate } from '../../lib/process/environment/lifecycle.ts';
import { warmPool } from '../../lib/process/environment/warm-pool.ts';
import { environment } from '../../lib/process/environment.ts';
import { log } from '../../lib/process/log.ts';
import { launchCountRepository } from '../../lib/storage/launch-counts.ts';
import { warmTaskRepository } from '../../lib/storage/warm-tasks.ts';
import { createKeepWarm } from '../../lib/usecases/lifecycle/keep-warm.ts';
import { createLaunchTurns } from '../../lib/usecases/lifecycle/launch-turns.ts';

const table = openTable();
const keepWarm = createKeepWarm({
  launcher: openCaptureLauncher(),
  warmTasks: warmTaskRepository(table),
  turns: createLaunchTurns({
    counts: launchCountRepository(table),
    clock: systemClock,
    ...environment(launchRate),
  }),
  clock: systemClock,
  newId: randomUUID,
  ...environment(warmPool),
  onFault: (error, load) => log.error('warm tasks could not be seen to', { load }, error),
});

export const handler = async (): Promise<void> => {
  for (const { refused, ...kept } of await keepWarm()) {
    if (refused !== undefined) log.warn('fewer tasks are warm than are wanted', { ...kept, refused });
    else if (kept.started + kept.ended > 0) log.info('warm tasks were replaced', kept);
  }
};
