/**
 * ECS for emulators that have none: notes tasks, and tells of them, as much as this service asks. What it notes is run by
 * the task runner, which asks it as it would ask an emulator's ECS.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { ECSClient, type Task, type TaskDefinition } from '@aws-sdk/client-ecs';
import * as z from 'zod';
import { clientSettings } from '../adapters/aws/clients.ts';
import { containerName } from '../infra/fleet/container-name.ts';
import type { StackOutputs } from '../infra/outputs.ts';
import { messageOf } from '../process/message-of.ts';
import type { FoundEmulator } from './endpoint.ts';

const Variable = z.object({ name: z.string(), value: z.string() });
const RunTask = z.object({
  cluster: z.string(),
  taskDefinition: z.string(),
  clientToken: z.string().optional(),
  startedBy: z.string(),
  overrides: z.object({
    cpu: z.string().optional(),
    memory: z.string().optional(),
    containerOverrides: z.array(z.object({ name: z.string(), environment: z.array(Variable) })),
  }),
});
const ListTasks = z.object({
  desiredStatus: z.enum(['RUNNING', 'STOPPED']).default('RUNNING'),
  startedBy: z.string().optional(),
});
const DescribeTasks = z.object({ tasks: z.array(z.string()) });
const StopTask = z.object({ task: z.string(), reason: z.string().optional() });
const DescribeTaskDefinition = z.object({ taskDefinition: z.string() });

/** A refusal, as ECS names it. */
class EcsError extends Error {
  override readonly name = 'InvalidParameterException';
}

/** The name of a worker → the variables of its tasks. */
const CaptureTasks = z.record(z.string(), z.record(z.string(), z.string()));

// https://docs.aws.amazon.com/AmazonECS/latest/APIReference/API_ContainerDefinition.html: at most 120 on Fargate.
const stopTimeout = 120;

const definitionOf = (worker: string, variables: Readonly<Record<string, string>>): TaskDefinition => ({
  taskDefinitionArn: worker,
  family: worker,
  containerDefinitions: [
    {
      name: containerName,
      stopTimeout,
      environment: Object.entries(variables).map(([name, value]) => ({ name, value })),
      logConfiguration: { logDriver: 'awslogs', options: { 'awslogs-stream-prefix': worker } },
    },
  ],
});

const region = 'us-east-1';
const arnOf = (resource: string): string => `arn:aws:ecs:${region}:000000000000:${resource}`;

export interface OwnEcs extends AsyncDisposable {
  /** What asks it. */
  readonly client: ECSClient;
  /** Where functions find it: those of LocalStack run in containers of Docker, which know this machine by a name. */
  urlFor(emulator: FoundEmulator['emulator']): string;
  /** What tasks are made of is known once the stack is deployed. @throws ZodError when the stack is not one that says so */
  define(outputs: Pick<StackOutputs, 'CaptureTasks'>): void;
}

/** Listens on the loopback address, at a free port. */
export const startOwnEcs = async (): Promise<OwnEcs> => {
  const tasks = new Map<string, Task>();
  /** By what makes an order asked for twice one task. */
  const byToken = new Map<string, Task>();
  let defined: z.infer<typeof CaptureTasks> = {};

  const found = (taskArn: string): Task => {
    const task = tasks.get(taskArn);
    if (!task) throw new EcsError('The referenced task was not found.');
    return task;
  };
  const definitionNamed = (name: string): TaskDefinition => {
    const variables = defined[name];
    if (!variables) throw new EcsError(`there is no task definition ${name}`);
    return definitionOf(name, variables);
  };

  const calls: Readonly<Record<string, (input: unknown) => object>> = {
    RunTask(input) {
      const { cluster, taskDefinition, clientToken, startedBy, overrides } = RunTask.parse(input);
      const earlier = clientToken !== undefined && byToken.get(clientToken);
      if (earlier) return { tasks: [earlier], failures: [] };
      definitionNamed(taskDefinition);
      const task: Task = {
        taskArn: arnOf(`task/${cluster}/${randomUUID().replaceAll('-', '')}`),
        clusterArn: arnOf(`cluster/${cluster}`),
        taskDefinitionArn: taskDefinition,
        ...{ startedBy, overrides },
        ...(overrides.cpu !== undefined && { cpu: overrides.cpu }),
        ...(overrides.memory !== undefined && { memory: overrides.memory }),
        containers: [{ name: containerName }],
        ...{ launchType: 'FARGATE', lastStatus: 'PROVISIONING', desiredStatus: 'RUNNING', version: 1 },
      };
      tasks.set(task.taskArn ?? '', task);
      if (clientToken !== undefined) byToken.set(clientToken, task);
      return { tasks: [task], failures: [] };
    },
    StopTask(input) {
      const { task: taskArn, reason } = StopTask.parse(input);
      const task = found(taskArn);
      task.desiredStatus = 'STOPPED';
      task.stoppedReason ??= reason;
      return { task };
    },
    ListTasks(input) {
      const { desiredStatus, startedBy } = ListTasks.parse(input);
      const wanted = [...tasks.values()].filter(
        (task) => task.desiredStatus === desiredStatus && (startedBy === undefined || task.startedBy === startedBy),
      );
      return { taskArns: wanted.map(({ taskArn }) => taskArn) };
    },
    DescribeTasks(input) {
      const { tasks: arns } = DescribeTasks.parse(input);
      return { tasks: arns.flatMap((taskArn) => tasks.get(taskArn) ?? []), failures: [] };
    },
    DescribeTaskDefinition(input) {
      return { taskDefinition: definitionNamed(DescribeTaskDefinition.parse(input).taskDefinition) };
    },
  };

  const answer = (target: string | undefined, input: unknown): object => {
    const name = target?.split('.').at(-1) ?? '';
    const call = calls[name];
    if (!call) throw new EcsError(`${name} is nothing that this service asks of ECS`);
    return call(input);
  };

  const server = createServer(async (request, response) => {
    const tell = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
    };
    try {
      tell(200, answer(String(request.headers['x-amz-target']), await json(request)));
    } catch (error) {
      tell(400, {
        __type: 'InvalidParameterException',
        message: messageOf(error),
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    client: new ECSClient({
      ...clientSettings(),
      region,
      endpoint: url,
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    }),
    urlFor: (emulator) => (emulator === 'localstack' ? url.replace('127.0.0.1', 'host.docker.internal') : url),
    define: ({ CaptureTasks: tasksOfStack = '' }) => {
      defined = CaptureTasks.parse(JSON.parse(tasksOfStack));
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
};
