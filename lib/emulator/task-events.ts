/**
 * What ECS tells EventBridge of a task, in its own shape:
 * https://docs.aws.amazon.com/AmazonECS/latest/developerguide/ecs_task_events.html
 */
import { randomUUID } from 'node:crypto';
import type { Task } from '@aws-sdk/client-ecs';

/** How a task came to its end. */
export interface TaskEnd {
  /** As ECS words it, or as whoever called StopTask did. */
  readonly stoppedReason: string;
  readonly stopCode: 'EssentialContainerExited' | 'UserInitiated' | 'SpotInterruption';
  /** What its container's process exited with; 128 and the number of the signal that ended it. Missing if it never ran. */
  readonly exitCode?: number;
}

export interface TaskEvent {
  readonly version: '0';
  readonly id: string;
  readonly 'detail-type': 'ECS Task State Change';
  readonly source: 'aws.ecs';
  readonly account: string;
  readonly time: string;
  readonly region: string;
  readonly resources: readonly string[];
  readonly detail: Readonly<Record<string, unknown>>;
}

/** `warned`: that it is to end is told while it still runs. */
type Change = 'running' | 'warned' | 'stopped';

const changed = (task: Task, at: string, end: TaskEnd | undefined, change: Change) => {
  if (!end) return { lastStatus: 'RUNNING', desiredStatus: 'RUNNING', startedAt: at };
  const { stoppedReason, stopCode } = end;
  const stoppingAt = task.stoppingAt ?? at;
  if (change === 'warned') return { lastStatus: 'RUNNING', desiredStatus: 'STOPPED', stoppedReason, stopCode };
  return {
    ...{ lastStatus: 'STOPPED', desiredStatus: 'STOPPED', stoppedReason, stopCode },
    ...{ stoppingAt, executionStoppedAt: at, stoppedAt: at },
  };
};

/** The event of a task that runs from now on, that has come to an end, or that is about to. */
export const taskEvent = (
  task: Task,
  at: string,
  end?: TaskEnd,
  kind: Change = end ? 'stopped' : 'running',
): TaskEvent => {
  const { taskArn = '' } = task;
  const [, , , region = '', account = ''] = taskArn.split(':');
  // A task on Fargate has no machine that could be named; an emulator makes one up.
  const { containerInstanceArn: _, stoppedReason: __, stopCode: ___, ...known } = task;
  const change = changed(task, at, end, kind);
  const containers = (task.containers ?? []).map(({ exitCode: ____, ...container }) => ({
    ...container,
    lastStatus: change.lastStatus,
    ...(end?.exitCode !== undefined && { exitCode: end.exitCode }),
  }));
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': 'ECS Task State Change',
    source: 'aws.ecs',
    account,
    time: at,
    region,
    resources: [taskArn],
    detail: { ...known, ...change, containers, updatedAt: at, version: (task.version ?? 0) + (end ? 2 : 1) },
  };
};
