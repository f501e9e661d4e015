/** How capture tasks are started: by those that wait where there are some, and no faster than the operator lets them. */
import { openCaptureLauncher } from '#adapters/capture-launcher.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import type { Table } from '../../lib/ports/table.ts';
import { launchRate } from '../../lib/process/environment/lifecycle.ts';
import { warmPool } from '../../lib/process/environment/warm-pool.ts';
import { environment } from '../../lib/process/environment.ts';
import { pause } from '../../lib/process/pause.ts';
import { launchCountRepository } from '../../lib/storage/launch-counts.ts';
import { warmTaskRepository } from '../../lib/storage/warm-tasks.ts';
import { createLaunchTurns } from '../../lib/usecases/lifecycle/launch-turns.ts';
import { createWarmLauncher } from '../../lib/usecases/lifecycle/warm-launcher.ts';

export const openLaunchTurns = (table: Table) =>
  createLaunchTurns({ counts: launchCountRepository(table), clock: systemClock, ...environment(launchRate) });

export const openWarmLauncher = (table: Table) =>
  createWarmLauncher({
    launcher: openCaptureLauncher(),
    warmTasks: warmTaskRepository(table),
    clock: systemClock,
    pause,
    ...environment(warmPool),
  });
