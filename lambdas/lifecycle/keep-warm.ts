import { randomUUID } from 'node:crypto';
import { openCaptureLauncher } from '#adapters/capture-launcher.ts';
import { openTable } from '#adapters/table.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import { warmPool } from '../../lib/process/environment/warm-pool.ts';
import { environment } from '../../lib/process/environment.ts';
import { log } from '../../lib/process/log.ts';
import { warmTaskRepository } from '../../lib/storage/warm-tasks.ts';
import { createKeepWarm } from '../../lib/usecases/lifecycle/keep-warm.ts';
import { masked } from '../events/masked.ts';
import { openLaunchTurns } from '../wiring/capture.ts';

const table = openTable();
const faults: unknown[] = [];
const keepWarm = createKeepWarm({
  launcher: openCaptureLauncher(),
  warmTasks: warmTaskRepository(table),
  turns: openLaunchTurns(table),
  clock: systemClock,
  newId: randomUUID,
  ...environment(warmPool),
  onFault: (error, load) => {
    log.error('warm tasks could not be seen to', { load }, error);
    faults.push(error);
  },
});

/** @throws AggregateError of what was in the way of some, once all were seen to: alarms count failures of functions. */
export const handler = masked(async (): Promise<void> => {
  faults.length = 0;
  for (const { refused, ...kept } of await keepWarm()) {
    if (refused !== undefined) log.warn('fewer tasks are warm than are wanted', { ...kept, refused });
    else if (kept.started + kept.ended > 0) log.info('warm tasks were replaced', kept);
  }
  if (faults.length > 0) throw new AggregateError(faults, 'warm tasks could not be seen to');
});
