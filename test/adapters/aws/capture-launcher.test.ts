import {
  ClientException,
  ConflictException,
  ECSClient,
  ECSServiceException,
  InvalidParameterException,
  RunTaskCommand,
  StopTaskCommand,
} from '@aws-sdk/client-ecs';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type CapturePlace, fargateCaptureLauncher } from '../../../lib/adapters/aws/capture-launcher.ts';
import type { WarmPlace } from '../../../lib/domain/bot/warm-task.ts';
import { CaptureNotLaunchedError } from '../../../lib/domain/errors.ts';
import { NoInterruptibleRoomError } from '../../../lib/ports/capture-launcher.ts';

const ecs = mockClient(ECSClient);
afterAll(() => ecs.restore());
const place: CapturePlace = {
  cluster: 'fleet',
  taskDefinitions: { browser: 'capture:1', stream: 'app-session:1' },
  container: 'capture',
  sizes: { '720p': { cpu: 512, memoryMiB: 2048 } },
  subnets: ['subnet-1', 'subnet-2'],
  securityGroups: ['sg-1'],
  isOnSpot: false,
  isTagged: false,
  publicIp: 'ENABLED',
};
const launcher = fargateCaptureLauncher(new ECSClient({ region: 'us-east-1' }), place);
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

  it('gives it the tags of its definition only where that has some', async () => {
    ecs.on(RunTaskCommand).resolves({ tasks: [{ taskArn: 'arn:task' }] });
    await launcher.launch(order);
    await fargateCaptureLauncher(new ECSClient({ region: 'us-east-1' }), { ...place, isTagged: true }).launch(order);
    expect(inputs().map(({ propagateTags }) => propagateTags)).toEqual([undefined, 'TASK_DEFINITION']);
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

  it('answers the task of the same order though its bot is of another size by now', async () => {
    const conflict = { ...fault, message: 'the token is in use', resourceIds: ['arn:earlier'] };
    ecs.on(RunTaskCommand).rejects(new ConflictException(conflict));
    expect(await launcher.launch({ ...order, load: '720p' })).toEqual({ task_id: 'arn:earlier' });
  });

  it('hands errors on that say nothing of the task', async () => {
    ecs.on(RunTaskCommand).rejects(new TypeError('no route'));
    await expect(launcher.launch(order)).rejects.toBeInstanceOf(TypeError);
  });
});

describe('launching a capture task on Spot', () => {
  const onSpot = fargateCaptureLauncher(new ECSClient({ region: 'us-east-1' }), { ...place, isOnSpot: true });
  const capacities = () =>
    inputs().map(({ launchType, capacityProviderStrategy: [one] = [] }) => one?.capacityProvider ?? launchType);

  it('runs the first task of a bot there, and the first for its appointment', async () => {
    ecs.on(RunTaskCommand).resolves({ tasks: [{ taskArn: 'arn:task' }] });
    await onSpot.launch(order);
    await onSpot.launch({ ...order, attempt: 3, is_anew: true });
    expect(capacities()).toEqual(['FARGATE_SPOT', 'FARGATE_SPOT']);
  });

  it('runs elsewhere who relieves another one, finishes a recording, cannot be relieved, or had no room there', async () => {
    ecs.on(RunTaskCommand).resolves({ tasks: [{ taskArn: 'arn:task' }] });
    const noRoom = { attempt: 2, is_anew: true, is_uninterrupted: true } as const;
    for (const other of [{ attempt: 2 }, { mode: 'finish' as const }, { bot_id: 'app_1' }, noRoom])
      await onSpot.launch({ ...order, ...other });
    expect(capacities()).toEqual(['FARGATE', 'FARGATE', 'FARGATE', 'FARGATE']);
  });

  it.each([
    ['is refused', new ClientException({ ...fault, message: 'Capacity is unavailable at this time' })],
    ['is not started', undefined],
  ])('says of what %s there that another kind may be had, and runs none for the same order', async (_, refusal) => {
    const asked = ecs.on(RunTaskCommand);
    if (refusal) asked.rejects(refusal);
    else asked.resolves({ failures: [{ reason: 'CAPACITY' }] });
    await expect(onSpot.launch(order)).rejects.toBeInstanceOf(NoInterruptibleRoomError);
    await expect(onSpot.launch(order)).rejects.toThrow(/capacity/i);
    expect(new Set(capacities())).toEqual(new Set(['FARGATE_SPOT']));
    expect(new Set(inputs().map(({ clientToken }) => clientToken)).size).toBe(1);
  });

  it('asks once when it asks too fast, or ECS cannot be reached', async () => {
    const throttled = new ECSServiceException({ ...fault, name: 'ThrottlingException', message: 'Rate exceeded' });
    ecs.on(RunTaskCommand).rejectsOnce(throttled).rejectsOnce(new TypeError('no route'));
    await expect(onSpot.launch(order)).rejects.not.toBeInstanceOf(NoInterruptibleRoomError);
    await expect(onSpot.launch(order)).rejects.toThrow('no route');
    expect(capacities()).toEqual(['FARGATE_SPOT', 'FARGATE_SPOT']);
  });
});

describe('starting a task that waits for a bot', () => {
  const start = (one: typeof launcher, place: WarmPlace) => one.warm?.start(place);

  it('runs one that is told where it finds its order, as large as its bot will want it', async () => {
    ecs.on(RunTaskCommand).resolves({ tasks: [{ taskArn: 'arn:task' }] });
    expect(await start(launcher, { load: '720p', id: 'one' })).toEqual({ task_id: 'arn:task' });
    const environment = [
      { name: 'WARM_LOAD', value: '720p' },
      { name: 'WARM_ID', value: 'one' },
    ];
    expect(inputs()).toMatchObject([
      {
        taskDefinition: 'capture:1',
        startedBy: 'warm-720p',
        launchType: 'FARGATE',
        overrides: { cpu: '512', memory: '2048', containerOverrides: [{ name: 'capture', environment }] },
      },
    ]);
  });

  it('starts one task for a place however often it is asked, and another for another', async () => {
    ecs.on(RunTaskCommand).resolves({ tasks: [{ taskArn: 'arn:task' }] });
    for (const id of ['one', 'one', 'two']) await start(launcher, { load: '720p', id });
    const [first, again, next] = inputs().map(({ clientToken }) => clientToken);
    expect([again === first, next === first]).toEqual([true, false]);
  });

  it('takes the definition for bots, or that for app sessions', async () => {
    expect([launcher.warm?.madeOf('sound'), launcher.warm?.madeOf('app_session')]).toEqual([
      'capture:1',
      'app-session:1',
    ]);
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
