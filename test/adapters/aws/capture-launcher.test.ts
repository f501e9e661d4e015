import {
  ClientException,
  ECSClient,
  InvalidParameterException,
  RunTaskCommand,
  StopTaskCommand,
} from '@aws-sdk/client-ecs';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { fargateCaptureLauncher } from '../../../lib/adapters/aws/capture-launcher.ts';
import { CaptureNotLaunchedError } from '../../../lib/domain/errors.ts';

const ecs = mockClient(ECSClient);
const launcher = fargateCaptureLauncher(new ECSClient({ region: 'us-east-1' }), {
  cluster: 'fleet',
  taskDefinitions: { browser: 'capture:1', stream: 'app-session:1' },
  container: 'capture',
  sizes: { '720p': { cpu: 512, memoryMiB: 2048 } },
  subnets: ['subnet-1', 'subnet-2'],
  securityGroups: ['sg-1'],
});
const join_at = '2026-03-02T09:00:00.000Z';
const order = { project_id: 'prj_1', bot_id: 'bot_1', attempt: 1, mode: 'capture', join_at } as const;
const fault = { $metadata: {}, $fault: 'client' } as const;
const inputs = () => ecs.commandCalls(RunTaskCommand).map(({ args }) => args[0].input);

beforeEach(() => ecs.reset());

describe('launching a capture task on Fargate', () => {
  it('runs one task that is told its order, and answers its id', async () => {
    ecs.on(RunTaskCommand).resolves({ tasks: [{ taskArn: 'arn:task' }] });
    expect(await launcher.launch(order)).toEqual({ task_id: 'arn:task' });
    expect(inputs()).toEqual([
      {
        cluster: 'fleet',
        taskDefinition: 'capture:1',
        launchType: 'FARGATE',
        count: 1,
        clientToken: expect.stringMatching(/^[0-9a-f]{64}$/),
        startedBy: 'bot_1',
        networkConfiguration: {
          awsvpcConfiguration: {
            subnets: ['subnet-1', 'subnet-2'],
            securityGroups: ['sg-1'],
            assignPublicIp: 'ENABLED',
          },
        },
        overrides: {
          containerOverrides: [
            {
              name: 'capture',
              environment: [
                { name: 'PROJECT_ID', value: 'prj_1' },
                { name: 'BOT_ID', value: 'bot_1' },
                { name: 'ATTEMPT', value: '1' },
                { name: 'MODE', value: 'capture' },
              ],
            },
          ],
        },
      },
    ]);
  });

  it('starts one task for one order however often it is asked, and another for another', async () => {
    ecs.on(RunTaskCommand).resolves({ tasks: [{ taskArn: 'arn:task' }] });
    for (const asked of [order, order, { ...order, attempt: 2 }, { ...order, mode: 'finish' as const }]) {
      await launcher.launch(asked);
    }
    const [first, again, next, finish] = inputs().map(({ clientToken }) => clientToken);
    expect(again).toBe(first);
    expect(new Set([first, next, finish]).size).toBe(3);
  });

  it('makes the task as large as bots of its load are to have it, and otherwise as its definition does', async () => {
    ecs.on(RunTaskCommand).resolves({ tasks: [{ taskArn: 'arn:task' }] });
    for (const load of ['720p', '1080p'] as const) await launcher.launch({ ...order, load });
    expect(inputs().map(({ overrides }) => [overrides?.cpu, overrides?.memory])).toEqual([
      ['512', '2048'],
      [undefined, undefined],
    ]);
  });

  it('runs an app session from a definition of its own, whatever it is to do', async () => {
    ecs.on(RunTaskCommand).resolves({ tasks: [{ taskArn: 'arn:task' }] });
    for (const mode of ['capture', 'finish'] as const) await launcher.launch({ ...order, bot_id: 'app_1', mode });
    expect(inputs().map(({ taskDefinition }) => taskDefinition)).toEqual(['app-session:1', 'app-session:1']);
  });

  it('tells the reason when ECS answers without a task', async () => {
    ecs.on(RunTaskCommand).resolves({ failures: [{ reason: 'RESOURCE:ENI', detail: 'no addresses left' }] });
    const launching = launcher.launch(order);
    await expect(launching).rejects.toBeInstanceOf(CaptureNotLaunchedError);
    await expect(launching).rejects.toThrow('RESOURCE:ENI: no addresses left');
  });

  it('tells the reason when ECS refuses', async () => {
    ecs.on(RunTaskCommand).rejects(new ClientException({ ...fault, message: 'Capacity is unavailable at this time' }));
    const launching = launcher.launch(order);
    await expect(launching).rejects.toBeInstanceOf(CaptureNotLaunchedError);
    await expect(launching).rejects.toThrow('Capacity is unavailable');
  });

  it('hands errors on that say nothing of the task', async () => {
    ecs.on(RunTaskCommand).rejects(new TypeError('no route'));
    await expect(launcher.launch(order)).rejects.toBeInstanceOf(TypeError);
  });
});

describe('stopping a capture task', () => {
  it('stops it by its id', async () => {
    ecs.on(StopTaskCommand).resolves({});
    await launcher.stop('arn:task');
    expect(ecs.commandCalls(StopTaskCommand)[0]?.args[0].input).toMatchObject({ cluster: 'fleet', task: 'arn:task' });
  });

  it('takes it calmly that the task is gone', async () => {
    ecs
      .on(StopTaskCommand)
      .rejects(new InvalidParameterException({ ...fault, message: 'The referenced task was not found.' }));
    await expect(launcher.stop('arn:task')).resolves.toBeUndefined();
  });

  it('hands other errors on', async () => {
    ecs.on(StopTaskCommand).rejects(new InvalidParameterException({ ...fault, message: 'Invalid identifier' }));
    await expect(launcher.stop('arn:task')).rejects.toThrow('Invalid identifier');
  });
});
