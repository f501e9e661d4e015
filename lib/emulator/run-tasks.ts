/** Runs a deployed stack's capture tasks on this machine. */
import { ECSClient } from '@aws-sdk/client-ecs';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { clientSettings } from '../adapters/aws/clients.ts';
import { emulatedEventBus } from './event-bus.ts';
import { emulatedTasks } from './task-list.ts';
import { startTaskRunner, type TaskRunner, type TaskRunnerOptions } from './task-runner.ts';
import type { Workers } from './workers.ts';

interface RunTasksOptions extends Pick<TaskRunnerOptions, 'onTask' | 'onError'> {
  /** The emulator's, unless it has none. */
  readonly ecs?: ECSClient;
}

/** For the emulator in `AWS_ENDPOINT_URL`. */
export const runTasks = (
  cluster: string,
  workers: Workers,
  { onTask, onError, ecs }: RunTasksOptions,
): Promise<TaskRunner> => {
  const settings = clientSettings();
  return startTaskRunner({
    list: emulatedTasks(ecs ?? new ECSClient(settings), cluster),
    bus: emulatedEventBus(new EventBridgeClient(settings), new LambdaClient(settings)),
    start: workers.start,
    ...(onTask && { onTask }),
    onError,
  });
};
