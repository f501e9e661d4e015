import { openLifecycleExecution } from '#adapters/lifecycle-execution.ts';
import { openTable } from '#adapters/table.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import { transcriptionTime } from '../../lib/process/environment/lifecycle.ts';
import { environment } from '../../lib/process/environment.ts';
import { botRepository } from '../../lib/storage/bots/bots.ts';
import { captureTaskRepository } from '../../lib/storage/bots/capture-tasks.ts';
import { executionRepository } from '../../lib/storage/bots/executions.ts';
import { speechRepository } from '../../lib/storage/bots/speech.ts';
import { createEnterState, EnterStateInput } from '../../lib/usecases/lifecycle/enter-state.ts';
import { retried } from '../events/retried.ts';
import { openLaunchTurns, openWarmLauncher } from '../wiring/capture.ts';

const table = openTable();
const enterState = createEnterState({
  bots: botRepository(table),
  executions: executionRepository(table),
  captureTasks: captureTaskRepository(table),
  speech: speechRepository(table),
  lifecycle: openLifecycleExecution(),
  launcher: openWarmLauncher(table),
  turns: openLaunchTurns(table),
  clock: systemClock,
  ...environment(transcriptionTime),
});

export const handler = retried(async (event: unknown) => {
  await enterState(EnterStateInput.parse(event));
  return {};
});
