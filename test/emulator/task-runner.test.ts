import type { Task } from '@aws-sdk/client-ecs';
import { describe, expect, it } from 'vitest';
import type { TaskEvent } from '../../lib/emulator/task-events.ts';
import { startTaskRunner } from '../../lib/emulator/task-runner.ts';

const arn = (name: string): string => `arn:aws:ecs:us-east-1:000000000000:task/bots/${name}`;

/** An emulator's ECS that notes tasks, and processes that end when they are told. */
const aCluster = (...before: readonly Task[]) => {
  const tasks = new Map<string, Task>();
  const events: TaskEvent[] = [];
  const errors: unknown[] = [];
  const processes = new Map<string, { stops: number; end: (code: number) => void }>();
  let away = 0;
  const put = (task: Task): void => void tasks.set(task.taskArn ?? '', task);
  const stop = (taskArn: string, stoppedReason: string): void =>
    put({ ...tasks.get(taskArn), desiredStatus: 'STOPPED', stoppedReason });
  before.forEach(put);
  return {
    ask: (name: string): void => put({ taskArn: arn(name), desiredStatus: 'RUNNING', version: 1 }),
    stop: (name: string, reason: string): void => stop(arn(name), reason),
    processOf: (name: string) => processes.get(arn(name)),
    noted: (name: string) => tasks.get(arn(name)),
    refuseEvents(times: number): void {
      away = times;
    },
    errors,
    told: () =>
      events.map(({ detail: { taskArn, lastStatus, stopCode, stoppedReason } }) =>
        [String(taskArn).split('/').at(-1), lastStatus, stopCode, stoppedReason].filter(Boolean).join(' '),
      ),
    run: () =>
      startTaskRunner({
        list: {
          tasks: async () => [...tasks.values()],
          definitionOf: async () => ({}),
          noteStopped: async ({ taskArn = '' }, reason) => stop(taskArn, reason),
        },
        bus: {
          tell: async (event) => {
            if (away-- > 0) throw new Error('the emulator is away');
            events.push(event);
          },
        },
        start: ({ taskArn = '' }) => {
          const { promise: ended, resolve: end } = Promise.withResolvers<number>();
          const known = { stops: 0, end };
          processes.set(taskArn, known);
          return {
            pid: 1,
            ended,
            stop: () => {
              known.stops += 1;
              end(143);
            },
          };
        },
        onError: (error) => errors.push(error),
        look_every_ms: 1,
      }),
  };
};

const byItself = 'STOPPED EssentialContainerExited Essential container in task exited';

describe('a runner of tasks', () => {
  it('runs what is asked for, and tells of its beginning and its end', async () => {
    const cluster = aCluster();
    await using _ = await cluster.run();
    cluster.ask('a');
    await expect.poll(cluster.told).toEqual(['a RUNNING']);
    cluster.processOf('a')?.end(1);
    await expect.poll(cluster.told).toEqual(['a RUNNING', `a ${byItself}`]);
    expect(cluster.noted('a')?.desiredStatus).toBe('STOPPED');
  });

  it('stops the process of a task that is to stop, and tells so before, with the reason of whoever asked', async () => {
    const cluster = aCluster();
    await using _ = await cluster.run();
    cluster.ask('a');
    await expect.poll(cluster.told).toEqual(['a RUNNING']);
    cluster.stop('a', 'its bot is done');
    const told = ['a RUNNING', 'a RUNNING UserInitiated its bot is done', 'a STOPPED UserInitiated its bot is done'];
    await expect.poll(cluster.told).toEqual(told);
    expect(cluster.processOf('a')?.stops).toBe(1);
  });

  it('takes the machine of a task away as Fargate Spot does, and tells so before', async () => {
    const cluster = aCluster();
    await using runner = await cluster.run();
    cluster.ask('a');
    await expect.poll(cluster.told).toEqual(['a RUNNING']);
    runner.interrupt(arn('a'));
    const interruption = 'SpotInterruption Your Spot Task was interrupted.';
    await expect.poll(cluster.told).toEqual(['a RUNNING', `a RUNNING ${interruption}`, `a STOPPED ${interruption}`]);
    expect(cluster.processOf('a')?.stops).toBe(1);
    expect(cluster.noted('a')?.desiredStatus).toBe('STOPPED');
    expect(() => runner.interrupt(arn('a'))).toThrow('does not run');
  });

  it('starts nothing for a task that was stopped before it was seen, and tells of its end', async () => {
    const cluster = aCluster();
    await using _ = await cluster.run();
    cluster.ask('a');
    cluster.stop('a', 'its bot is done');
    await expect.poll(cluster.told).toEqual(['a STOPPED UserInitiated its bot is done']);
    expect(cluster.processOf('a')).toBeUndefined();
  });

  it('has tasks of an earlier runner replaced, and leaves alone those that had ended', async () => {
    const cluster = aCluster(
      { taskArn: arn('lost'), desiredStatus: 'RUNNING' },
      { taskArn: arn('over'), desiredStatus: 'STOPPED' },
    );
    await using _ = await cluster.run();
    await expect.poll(cluster.told).toEqual([`lost ${byItself}`]);
  });

  it('tells again what the emulator could not take', async () => {
    const cluster = aCluster();
    await using _ = await cluster.run();
    cluster.refuseEvents(2);
    cluster.ask('a');
    await expect.poll(cluster.told).toEqual(['a RUNNING']);
    expect(cluster.errors).toEqual([]);
  });

  it('stops every task when it is closed', async () => {
    const cluster = aCluster();
    const runner = await cluster.run();
    cluster.ask('a');
    cluster.ask('b');
    await expect.poll(() => cluster.told().length).toBe(2);
    await runner.close();
    expect(cluster.told().slice(2).toSorted()).toEqual([`a ${byItself}`, `b ${byItself}`]);
  });
});
