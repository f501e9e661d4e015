import { createHash } from 'node:crypto';
import {
  ConflictException,
  ECSClient,
  ECSServiceException,
  InvalidParameterException,
  RunTaskCommand,
  type RunTaskCommandInput,
  type RunTaskCommandOutput,
  StopTaskCommand,
} from '@aws-sdk/client-ecs';
import * as z from 'zod';
import { type CaptureLoad, captureLoads, workerForLoad } from '../../domain/bot/capture-load.ts';
import { type CaptureWorker, workerOf } from '../../domain/bot/capture-task.ts';
import { CaptureNotLaunchedError } from '../../domain/errors.ts';
import { type CaptureLauncher, NoInterruptibleRoomError } from '../../ports/capture-launcher.ts';
import { type DatedOrder, printOrder, printPlace } from '../../ports/capture-order.ts';
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

const PublicIp = z.enum(['ENABLED', 'DISABLED']);
type PublicIp = z.infer<typeof PublicIp>;

/** Where capture tasks run, and from which definitions: one for each kind of worker. */
export interface CapturePlace {
  readonly cluster: string;
  readonly taskDefinitions: Readonly<Record<CaptureWorker, string>>;
  readonly container: string;
  /** Tasks of other loads are as large as their definition says. */
  readonly sizes: CaptureSizes;
  /** Whether bots' first tasks run on Spot. */
  readonly isOnSpot: boolean;
  /** Whether the definitions have tags, which tasks are then given too: whoever starts one has to be allowed that. */
  readonly isTagged: boolean;
  readonly subnets: string[];
  readonly securityGroups: string[];
  /** Whether tasks have an address of their own, which they need to get out of public subnets. */
  readonly publicIp: PublicIp;
}

/** What a task is started for. */
interface Start {
  readonly worker: CaptureWorker;
  readonly load: CaptureLoad | undefined;
  /** Whom ECS names as having started it. */
  readonly startedBy: string;
  /** What tells it what it is for. */
  readonly variables: Readonly<Record<string, string>>;
  /**
   * Whether it may be interrupted: its bot is then handed over. Nobody is to relieve another one and be interrupted in turn, and
   * an app session that is handed over has a gap. Not told by its variables: one start is of one kind, however often it is made.
   */
  readonly mayBeInterrupted: boolean;
}

/** The same start asked for twice, as a retried function does, starts one task. At most 64 characters. */
const clientTokenOf = ({ variables }: Start, ...rest: readonly string[]): string =>
  createHash('sha256')
    .update([...Object.values(variables), ...rest].join('/'))
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
const sizeOf = (sizes: CaptureSizes, { load }: Start): { cpu?: string; memory?: string } => {
  const size = load && sizes[load];
  return size ? { cpu: String(size.cpu), memory: String(size.memoryMiB) } : {};
};

const startOf = (order: DatedOrder): Start => ({
  worker: workerOf(order),
  load: order.load,
  startedBy: order.bot_id,
  variables: printOrder(order),
  mayBeInterrupted:
    (order.attempt === 1 || order.is_anew === true) &&
    order.mode === 'capture' &&
    workerOf(order) === 'browser' &&
    !order.is_uninterrupted,
});

// https://docs.aws.amazon.com/AmazonECS/latest/APIReference/CommonErrors.html
const isThrottled = (error: unknown): boolean =>
  error instanceof CaptureNotLaunchedError &&
  error.cause instanceof ECSServiceException &&
  error.cause.name === 'ThrottlingException';

type Capacity = Pick<RunTaskCommandInput, 'launchType' | 'capacityProviderStrategy' | 'clientToken'>;

/** One Fargate task per capture. */
export const fargateCaptureLauncher = (client: ECSClient, place: CapturePlace): CaptureLauncher => {
  const runOn = async (capacity: Capacity, start: Start): Promise<{ task_id: string }> => {
    const run = new RunTaskCommand({
      cluster: place.cluster,
      taskDefinition: place.taskDefinitions[start.worker],
      ...capacity,
      count: 1,
      // Bills tell tasks apart by the tags of the tasks themselves.
      ...(place.isTagged && { propagateTags: 'TASK_DEFINITION' }),
      startedBy: start.startedBy,
      networkConfiguration: {
        awsvpcConfiguration: {
          subnets: place.subnets,
          securityGroups: place.securityGroups,
          assignPublicIp: place.publicIp,
        },
      },
      overrides: {
        ...sizeOf(place.sizes, start),
        containerOverrides: [
          {
            name: place.container,
            environment: Object.entries(start.variables).map(([name, value]) => ({ name, value })),
          },
        ],
      },
    });
    try {
      return { task_id: taskOf(await client.send(run)) };
    } catch (error) {
      // The order was carried out before, when its bot was of another size, or before a deployment.
      const [earlier] = error instanceof ConflictException ? (error.resourceIds ?? []) : [];
      if (earlier) return { task_id: earlier };
      if (!(error instanceof ECSServiceException)) throw error;
      throw new CaptureNotLaunchedError(`ECS refused the capture task: ${error.name}: ${error.message}`, {
        cause: error,
      });
    }
  };

  const spot = (start: Start): Capacity => ({
    capacityProviderStrategy: [{ capacityProvider: 'FARGATE_SPOT', weight: 1 }],
    clientToken: clientTokenOf(start, 'spot'),
  });

  const run = async (start: Start): Promise<{ task_id: string }> => {
    const onDemand: Capacity = { launchType: 'FARGATE', clientToken: clientTokenOf(start) };
    if (!place.isOnSpot || !start.mayBeInterrupted) return runOn(onDemand, start);
    try {
      return await runOn(spot(start), start);
    } catch (error) {
      // There is no capacity, or no quota, on Spot. Who asks too fast is to ask later, and not for another kind.
      if (!(error instanceof CaptureNotLaunchedError) || isThrottled(error)) throw error;
      throw new NoInterruptibleRoomError(error.message, { cause: error });
    }
  };

  return {
    launch: (order) => run(startOf(order)),

    warm: {
      // A definition's ARN ends in its revision, of which every deployment with another image makes a new one.
      madeOf: (load) => place.taskDefinitions[workerForLoad(load)],
      start: (warm) =>
        run({
          worker: workerForLoad(warm.load),
          load: warm.load,
          startedBy: `warm-${warm.load}`,
          variables: printPlace(warm),
          mayBeInterrupted: warm.load !== 'app_session' && !warm.is_uninterrupted,
        }),
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
  };
};

const listed = (name: string): string[] => required(name).split(',');

/** ECS, or what stands for it in an emulator that has none. */
const ecs = (): ECSClient => {
  const endpoint = process.env.AWS_ENDPOINT_URL_ECS;
  return new ECSClient({ ...clientSettings(), ...(endpoint && { endpoint }) });
};

/** The cluster, task definitions and network named by the environment variables CAPTURE_* and APP_SESSION_*. */
export const openCaptureLauncher = once(() =>
  fargateCaptureLauncher(ecs(), {
    cluster: required('CAPTURE_CLUSTER'),
    taskDefinitions: {
      browser: required('CAPTURE_TASK_DEFINITION'),
      stream: required('APP_SESSION_TASK_DEFINITION'),
    },
    container: required('CAPTURE_CONTAINER'),
    sizes: CaptureSizes.parse(JSON.parse(required('CAPTURE_SIZES'))),
    isOnSpot: process.env.CAPTURE_SPOT === 'true',
    isTagged: process.env.CAPTURE_TAGS === 'true',
    subnets: listed('CAPTURE_SUBNETS'),
    securityGroups: listed('CAPTURE_SECURITY_GROUPS'),
    publicIp: PublicIp.parse(required('CAPTURE_PUBLIC_IP')),
  }),
);
