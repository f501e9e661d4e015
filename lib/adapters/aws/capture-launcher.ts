import { createHash } from 'node:crypto';
import {
  ECSClient,
  ECSServiceException,
  InvalidParameterException,
  RunTaskCommand,
  type RunTaskCommandOutput,
  StopTaskCommand,
} from '@aws-sdk/client-ecs';
import * as z from 'zod';
import { captureLoads } from '../../domain/bot/capture-load.ts';
import { type CaptureWorker, workerOf } from '../../domain/bot/capture-task.ts';
import { CaptureNotLaunchedError } from '../../domain/errors.ts';
import type { CaptureLauncher } from '../../ports/capture-launcher.ts';
import { type CaptureOrder, type DatedOrder, printOrder } from '../../ports/capture-order.ts';
import { clientSettings, once } from './clients.ts';
import { required } from './environment.ts';

/** How large the tasks of bots are that take so much. They are no larger or smaller than Fargate sells them. */
export const CaptureSizes = z.partialRecord(
  z.enum(captureLoads),
  z.object({
    /** 1024 is one vCPU. */
    cpu: z.int().positive(),
    memoryMiB: z.int().positive(),
  }),
);
export type CaptureSizes = z.infer<typeof CaptureSizes>;

/** Where capture tasks run, and from which definitions: one for each kind of worker. */
export interface CapturePlace {
  readonly cluster: string;
  readonly taskDefinitions: Readonly<Record<CaptureWorker, string>>;
  readonly container: string;
  /** Tasks of other loads are as large as their definition says. */
  readonly sizes: CaptureSizes;
  readonly subnets: string[];
  readonly securityGroups: string[];
}

const environmentOf = (order: CaptureOrder) =>
  Object.entries(printOrder(order)).map(([name, value]) => ({ name, value }));

/** The same order asked for twice, as a retried function does, starts one task. At most 64 characters. */
const clientTokenOf = (order: CaptureOrder): string =>
  createHash('sha256')
    .update(Object.values(printOrder(order)).join('/'))
    .digest('hex');

/** RunTask answers 200 also when it started nothing, with the reasons in `failures`. */
const taskOf = ({ tasks = [], failures = [] }: RunTaskCommandOutput): string => {
  const taskArn = tasks[0]?.taskArn;
  if (taskArn) return taskArn;
  const reasons = failures.map(({ reason, detail }) => [reason, detail].filter(Boolean).join(': '));
  throw new CaptureNotLaunchedError(`ECS started no capture task: ${reasons.join('; ') || 'no reason given'}`);
};

// A task may be given another size than its definition has, of those that Fargate sells:
// https://docs.aws.amazon.com/AmazonECS/latest/APIReference/API_TaskOverride.html
const sizeOf = (sizes: CaptureSizes, { load }: DatedOrder): { cpu?: string; memory?: string } => {
  const size = load && sizes[load];
  return size ? { cpu: String(size.cpu), memory: String(size.memoryMiB) } : {};
};

/** One Fargate task per capture. The subnets are public, so tasks get addresses of their own and need no NAT. */
export const fargateCaptureLauncher = (client: ECSClient, place: CapturePlace): CaptureLauncher => ({
  async launch(order) {
    const run = new RunTaskCommand({
      cluster: place.cluster,
      taskDefinition: place.taskDefinitions[workerOf(order)],
      launchType: 'FARGATE',
      count: 1,
      clientToken: clientTokenOf(order),
      startedBy: order.bot_id,
      networkConfiguration: {
        awsvpcConfiguration: {
          subnets: place.subnets,
          securityGroups: place.securityGroups,
          assignPublicIp: 'ENABLED',
        },
      },
      overrides: {
        ...sizeOf(place.sizes, order),
        containerOverrides: [{ name: place.container, environment: environmentOf(order) }],
      },
    });
    try {
      return { task_id: taskOf(await client.send(run)) };
    } catch (error) {
      if (!(error instanceof ECSServiceException)) throw error;
      throw new CaptureNotLaunchedError(`ECS refused the capture task: ${error.name}: ${error.message}`, {
        cause: error,
      });
    }
  },

  // Fargate starts a task at once or refuses it, and how long a cold start takes is allowed for.
  isPending: async () => false,

  async stop(taskId) {
    try {
      await client.send(new StopTaskCommand({ cluster: place.cluster, task: taskId, reason: 'its bot is done' }));
    } catch (error) {
      // What ECS says of a task that it has forgotten, which it does about an hour after its end.
      if (!(error instanceof InvalidParameterException && /not found/i.test(error.message))) throw error;
    }
  },
});

const listed = (name: string): string[] => required(name).split(',');

/** The cluster, task definitions and network named by the environment variables CAPTURE_* and APP_SESSION_*. */
export const openCaptureLauncher = once(() =>
  fargateCaptureLauncher(new ECSClient(clientSettings()), {
    cluster: required('CAPTURE_CLUSTER'),
    taskDefinitions: {
      browser: required('CAPTURE_TASK_DEFINITION'),
      stream: required('APP_SESSION_TASK_DEFINITION'),
    },
    container: required('CAPTURE_CONTAINER'),
    sizes: CaptureSizes.parse(JSON.parse(required('CAPTURE_SIZES'))),
    subnets: listed('CAPTURE_SUBNETS'),
    securityGroups: listed('CAPTURE_SECURITY_GROUPS'),
  }),
);
