import type { Task } from '@aws-sdk/client-ecs';
import { expect, it } from 'vitest';
import { taskEvent } from '../../lib/emulator/task-events.ts';

const taskArn = 'arn:aws:ecs:eu-west-1:111122223333:task/bots/0b1c';
const at = '2026-11-22T16:00:00.000Z';

const task: Task = {
  taskArn,
  clusterArn: 'arn:aws:ecs:eu-west-1:111122223333:cluster/bots',
  taskDefinitionArn: 'arn:aws:ecs:eu-west-1:111122223333:task-definition/bots:3',
  containerInstanceArn: 'arn:aws:ecs:eu-west-1:111122223333:container-instance/bots/made-up',
  containers: [{ name: 'capture', lastStatus: 'RUNNING', taskArn }],
  overrides: { containerOverrides: [{ name: 'capture', environment: [{ name: 'BOT_ID', value: 'bot_1' }] }] },
  startedBy: 'bot_1',
  launchType: 'FARGATE',
  lastStatus: 'RUNNING',
  desiredStatus: 'RUNNING',
  stoppedReason: '',
  createdAt: new Date('2026-11-22T15:59:00Z'),
  version: 1,
};

const known = {
  taskArn,
  clusterArn: task.clusterArn,
  taskDefinitionArn: task.taskDefinitionArn,
  overrides: task.overrides,
  startedBy: 'bot_1',
  launchType: 'FARGATE',
  createdAt: '2026-11-22T15:59:00.000Z',
  updatedAt: at,
};

it('a task that runs is told of as ECS tells it', () => {
  expect(JSON.parse(JSON.stringify(taskEvent(task, at)))).toEqual({
    version: '0',
    id: expect.any(String),
    'detail-type': 'ECS Task State Change',
    source: 'aws.ecs',
    account: '111122223333',
    time: at,
    region: 'eu-west-1',
    resources: [taskArn],
    detail: {
      ...known,
      containers: [{ name: 'capture', lastStatus: 'RUNNING', taskArn }],
      lastStatus: 'RUNNING',
      desiredStatus: 'RUNNING',
      startedAt: at,
      version: 2,
    },
  });
});

it('so is one that is to stop, and still runs', () => {
  const end = { stoppedReason: 'its bot is moved', stopCode: 'UserInitiated' } as const;
  expect(taskEvent(task, at, end, 'warned').detail).toMatchObject({
    ...end,
    containers: [{ lastStatus: 'RUNNING' }],
    lastStatus: 'RUNNING',
    desiredStatus: 'STOPPED',
  });
});

it('so is one that has stopped, with its exit code and the reason', () => {
  const end = { stoppedReason: 'Essential container in task exited', stopCode: 'EssentialContainerExited' } as const;
  expect(JSON.parse(JSON.stringify(taskEvent(task, at, { ...end, exitCode: 137 }).detail))).toEqual({
    ...known,
    ...end,
    containers: [{ name: 'capture', lastStatus: 'STOPPED', exitCode: 137, taskArn }],
    lastStatus: 'STOPPED',
    desiredStatus: 'STOPPED',
    stoppingAt: at,
    executionStoppedAt: at,
    stoppedAt: at,
    version: 3,
  });
});
