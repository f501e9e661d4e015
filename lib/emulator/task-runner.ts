/**
 * Runs the tasks that an emulator's ECS only notes: each as a process of this machine, which is stopped when its task is,
 * and whose beginning and end EventBridge is told of as ECS tells it.
 */
import type { Task, TaskDefinition } from '@aws-sdk/client-ecs';
import { pause } from '../process/pause.ts';
import { retry } from '../process/retry.ts';
import type { EventBus } from './event-bus.ts';
import { type TaskEnd, taskEvent } from './task-events.ts';
import type { TaskList } from './task-list.ts';
import type { TaskProcess } from './task-process.ts';

export interface TaskRunnerOptions {
  readonly list: TaskList;
  readonly bus: EventBus;
  /** Starts what the task's container would run. */
  readonly start: (task: Task, definition: TaskDefinition) => TaskProcess | Promise<TaskProcess>;
  readonly onTask?: (task: Task, what: 'started' | 'stopped', end?: TaskEnd) => void;
  readonly onError: (error: unknown) => void;
  readonly look_every_ms?: number;
}

export interface TaskRunner extends AsyncDisposable {
  /** The process of the task with this ARN, while it runs. */
  processOf(taskArn: string): TaskProcess | undefined;
  /**
   * Takes the machine of a running task away as Fargate Spot does: warns its process, and tells of that, while its process
   * has the time that it has to stop. @throws Error when the task does not run
   */
  interrupt(taskArn: string): void;
  /** Stops every task, none of which has more than this to end by itself, and tells of it. Safe to call twice. */
  close(within_ms?: number): Promise<void>;
}

const exited = (exitCode: number): TaskEnd => ({
  stoppedReason: 'Essential container in task exited',
  stopCode: 'EssentialContainerExited',
  exitCode,
});

const stoppedByUser = ({ stoppedReason }: Task, exitCode?: number): TaskEnd => ({
  stoppedReason: stoppedReason || 'Task stopped by user',
  stopCode: 'UserInitiated',
  ...(exitCode !== undefined && { exitCode }),
});

/** https://docs.aws.amazon.com/AmazonECS/latest/developerguide/fargate-capacity-providers.html */
const interrupted = (exitCode?: number): TaskEnd => ({
  stoppedReason: 'Your Spot Task was interrupted.',
  stopCode: 'SpotInterruption',
  ...(exitCode !== undefined && { exitCode }),
});

interface SeenTask {
  /** As it was when it was last looked at. */
  task: Task;
  /** While it runs. */
  process?: TaskProcess;
  isInterrupted?: true;
  over?: Promise<void>;
}

const isToStop = ({ desiredStatus }: Task): boolean => desiredStatus === 'STOPPED';

/** The exit code of what SIGKILL ended. */
const killed = 137;

// Whoever is told may be away for a moment: EventBridge tries again too, for longer.
const tellingAgain = { first_ms: 200, longest_ms: 5_000, most_tries: 8 } as const;
const lookEveryMs = 250;

/**
 * Watches a cluster. What was asked for before has lost its process with an earlier runner: it is told to have stopped,
 * so that another task takes its place.
 */
export const startTaskRunner = async (options: TaskRunnerOptions): Promise<TaskRunner> => {
  const { list, bus, start, onTask, onError, look_every_ms = lookEveryMs } = options;
  const seen = new Map<string, SeenTask>();
  const closing = new AbortController();

  const tell = (task: Task, how?: TaskEnd, what?: 'warned'): Promise<void> =>
    retry(() => bus.tell(taskEvent(task, new Date().toISOString(), how, what)), tellingAgain).catch(onError);

  const end = async (task: Task, how: TaskEnd): Promise<void> => {
    if (how.stopCode !== 'UserInitiated') await list.noteStopped(task, how.stoppedReason).catch(onError);
    onTask?.(task, 'stopped', how);
    await tell(task, how);
  };

  const run = async (one: SeenTask): Promise<void> => {
    if (isToStop(one.task)) return end(one.task, stoppedByUser(one.task));
    const process = await start(one.task, await list.definitionOf(one.task));
    one.process = process;
    // What was stopped while it was being started.
    if (isToStop(one.task) || closing.signal.aborted) process.stop();
    onTask?.(one.task, 'started');
    const told = tell(one.task);
    const exitCode = await process.ended;
    delete one.process;
    await told;
    if (one.isInterrupted) await end(one.task, interrupted(exitCode));
    else await end(one.task, isToStop(one.task) ? stoppedByUser(one.task, exitCode) : exited(exitCode));
  };

  /** Begins to see to a task; what becomes of it meanwhile is told to `one`. */
  const see = (task: Task, seeTo: (one: SeenTask) => Promise<void>): void => {
    const one: SeenTask = { task };
    seen.set(task.taskArn ?? '', one);
    one.over = seeTo(one).catch(onError);
  };

  const look = async (): Promise<void> => {
    for (const task of await list.tasks()) {
      const one = seen.get(task.taskArn ?? '');
      if (!one) {
        see(task, run);
      } else if (isToStop(task) && !isToStop(one.task)) {
        one.task = task;
        if (one.process) void tell(task, stoppedByUser(task), 'warned');
        one.process?.stop();
      }
    }
  };

  for (const task of await list.tasks()) {
    see(task, async () => (isToStop(task) ? undefined : end(task, exited(killed))));
  }
  const watching = (async () => {
    while (!closing.signal.aborted) {
      await look().catch(onError);
      await pause(look_every_ms, closing.signal);
    }
  })();

  const close = async (within_ms?: number): Promise<void> => {
    closing.abort();
    await watching;
    for (const { process } of seen.values()) process?.stop(within_ms);
    await Promise.all([...seen.values()].map(({ over }) => over));
  };

  return {
    processOf: (taskArn) => seen.get(taskArn)?.process,
    interrupt(taskArn) {
      const one = seen.get(taskArn);
      if (!one?.process) throw new Error(`${taskArn} does not run`);
      one.isInterrupted = true;
      void tell(one.task, interrupted(), 'warned');
      one.process.stop();
    },
    close,
    [Symbol.asyncDispose]: () => close(),
  };
};
