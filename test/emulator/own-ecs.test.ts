import { DescribeTaskDefinitionCommand, ListServicesCommand } from '@aws-sdk/client-ecs';
import { describe, expect, it } from 'vitest';
import { fargateCaptureLauncher } from '../../lib/adapters/aws/capture-launcher.ts';
import { CaptureNotLaunchedError } from '../../lib/domain/errors.ts';
import { type OwnEcs, startOwnEcs } from '../../lib/emulator/own-ecs.ts';
import { emulatedTasks } from '../../lib/emulator/task-list.ts';
import { environmentOf } from '../../lib/emulator/workers.ts';

const outputs = {
  CaptureTasks: JSON.stringify({
    'capture-worker': { TABLE_NAME: 'table', BOT_ID: 'none' },
    'app-session-worker': { TABLE_NAME: 'table' },
  }),
};
const order = {
  project_id: 'prj_1',
  bot_id: 'bot_1',
  attempt: 1,
  mode: 'capture',
  join_at: '2026-03-02T09:00:00.000Z',
  load: '720p',
} as const;

/** The launcher of the functions, and the list of the task runner. */
const bothAt = ({ client }: OwnEcs) => ({
  launcher: fargateCaptureLauncher(client, {
    cluster: 'task-runner',
    taskDefinitions: { browser: 'capture-worker', stream: 'app-session-worker' },
    container: 'capture',
    sizes: { '720p': { cpu: 512, memoryMiB: 2048 } },
    subnets: ['subnet-1'],
    securityGroups: ['sg-1'],
    isOnSpot: false,
    isTagged: false,
    publicIp: 'ENABLED',
  }),
  list: emulatedTasks(client, 'task-runner'),
});

describe('what stands for ECS in an emulator that has none', () => {
  it('notes the tasks that the launcher asks for, each once, as the task runner reads them', async () => {
    await using ecs = await startOwnEcs();
    ecs.define(outputs);
    const { launcher, list } = bothAt(ecs);
    const { task_id } = await launcher.launch(order);
    expect(await launcher.launch(order)).toEqual({ task_id });
    const [task, ...others] = await list.tasks();
    expect(others).toEqual([]);
    expect(task).toMatchObject({ taskArn: task_id, startedBy: 'bot_1', cpu: '512', desiredStatus: 'RUNNING' });
    expect(environmentOf(task ?? {}, await list.definitionOf(task ?? {}))).toMatchObject({
      TABLE_NAME: 'table',
      BOT_ID: 'bot_1',
    });
  });

  it('notes that a task is to stop, and why; one that it does not know is no error to the launcher', async () => {
    await using ecs = await startOwnEcs();
    ecs.define(outputs);
    const { launcher, list } = bothAt(ecs);
    const { task_id } = await launcher.launch(order);
    await launcher.stop(task_id);
    expect(await list.tasks()).toMatchObject([{ desiredStatus: 'STOPPED', stoppedReason: 'its bot is done' }]);
    await expect(launcher.stop('arn:aws:ecs:us-east-1:000000000000:task/task-runner/gone')).resolves.toBeUndefined();
  });

  it('refuses tasks of a stack that is not deployed yet, and whatever this service does not ask of ECS', async () => {
    await using ecs = await startOwnEcs();
    await expect(bothAt(ecs).launcher.launch(order)).rejects.toThrow(CaptureNotLaunchedError);
    await expect(ecs.client.send(new ListServicesCommand({}))).rejects.toThrow('nothing that this service asks');
    await expect(
      ecs.client.send(new DescribeTaskDefinitionCommand({ taskDefinition: 'capture-worker' })),
    ).rejects.toThrow('no task definition');
  });

  it('is found by functions in containers by the name that Docker gives this machine', async () => {
    await using ecs = await startOwnEcs();
    expect(ecs.urlFor('ministack')).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(ecs.urlFor('localstack')).toMatch(/^http:\/\/host\.docker\.internal:\d+$/);
  });
});
