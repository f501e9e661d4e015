import { openCaptureLauncher } from '#adapters/capture-launcher.ts';
import { openLifecycleExecution } from '#adapters/lifecycle-execution.ts';
import { openTable } from '#adapters/table.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import { launchRate, transcriptionTime } from '../../lib/process/environment/lifecycle.ts';
import { warmPool } from '../../lib/process/environment/warm-pool.ts';
import { environment } from '../../lib/process/environment.ts';
import { pause } from '../../lib/process/pause.ts';
import { botRepository } from '../../lib/storage/bots/bots.ts';
import { captureTaskRepository } from '../../lib/storage/bots/capture-tasks.ts';
import { executionRepository } from '../../lib/storage/bots/executions.ts';
import { speechRepository } from '../../lib/storage/bots/speech.ts';
import { launchCountRepository } from '../../lib/storage/launch-counts.ts';
import { warmTaskRepository } from '../../lib/storage/warm-tasks.ts';
import { createEnterState, EnterStateInput } from '../../lib/usecases/lifecycle/enter-state.ts';
import { createLaunchTurns } from '../../lib/usecases/lifecycle/launch-turns.ts';
import { createWarmLauncher } from '../../lib/usecases/lifecycle/warm-launcher.ts';
import { retried } from '../events/retried.ts';

const table = openTable();
const enterState = createEnterState({
  bots: botRepository(table),
  executions: executionRepository(table),
  captureTasks: captureTaskRepository(table),
  speech: speechRepository(table),
  lifecycle: openLifecycleExecution(),
  launcher: createWarmLauncher({
    launcher: openCaptureLauncher(),
    warmTasks: warmTaskRepository(table),
    clock: systemClock,
    pause,
    ...environment(warmPool),
  }),
  turns: createLaunchTurns({
    counts: launchCountRepository(table),
    clock: systemClock,
    ...environment(launchRate),
  }),
  clock: systemClock,
  ...environment(transcriptionTime),
});

export const handler = retried(async (event: unknown) => {
  await enterState(EnterStateInput.parse(event));
  return {};
});
