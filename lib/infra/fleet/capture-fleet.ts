import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { type ISecurityGroup, type IVpc, SecurityGroup } from 'aws-cdk-lib/aws-ec2';
import { Cluster } from 'aws-cdk-lib/aws-ecs';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { WorkerName } from '../../capture/build/worker.ts';
import type { WarmCounts } from '../../domain/bot/warm-task.ts';
import { acknowledge } from '../permissions/acknowledge.ts';
import type { Provision } from '../permissions/provision.ts';
import type { Settings } from '../settings.ts';
import { Network } from './network.ts';
import { type TaskSizes, taskSizesOf, warmCountsOf } from './sizes.ts';
import { type CaptureTask, WorkerTask, workerVariables } from './worker-task.ts';

export interface CaptureFleetProps {
  readonly settings: Settings;
  readonly needs: { readonly bots: readonly Provision[]; readonly appSessions: readonly Provision[] };
}

/** What a task runner calls the tasks of a cluster that there is none of. */
const runnersCluster = 'task-runner';

/** Where capture tasks run: a cluster that costs nothing while no bot is in a meeting. */
export class CaptureFleet extends Construct {
  readonly clusterName: string;
  readonly clusterArn: string;
  readonly subnetIds: readonly string[];
  readonly hasPublicIp: boolean;
  readonly securityGroup: ISecurityGroup;
  /** What captures a bot by its browser. */
  readonly bots: CaptureTask;
  /** What captures an app session, without one. */
  readonly appSessions: CaptureTask;
  /** Where a task runner answers in place of ECS, and what it has to know of tasks, as JSON: in emulators without ECS. */
  readonly runner: { readonly url: string; readonly tasks: string } | undefined;
  readonly sizes: TaskSizes;
  /** How many tasks of each size wait for a bot; undefined where none do. */
  readonly warm: WarmCounts | undefined;
  /** Whether bots' first tasks run on Spot. */
  readonly isOnSpot: boolean;
  /** Whether tasks have tags. */
  readonly isTagged: boolean;

  constructor(scope: Construct, id: string, { settings, needs }: CaptureFleetProps) {
    super(scope, id);
    this.sizes = taskSizesOf(settings);
    const warm = warmCountsOf(settings);
    this.warm = Object.keys(warm).length > 0 ? warm : undefined;
    const network = new Network(this, 'Network', settings);
    const { vpc } = network;
    this.subnetIds = network.subnetIds;
    this.hasPublicIp = network.hasPublicIp;
    this.securityGroup = new SecurityGroup(this, 'SecurityGroup', {
      vpc,
      description: 'Capture tasks: out to meetings, nothing in',
    });
    network.letIn(this.securityGroup);
    this.isOnSpot = settings.captureSpot;
    this.isTagged = Object.keys(settings.tags).length > 0;
    const { freeEmulator } = settings;
    if (freeEmulator === undefined) {
      const cluster = this.#cluster(vpc);
      this.clusterName = cluster.clusterName;
      this.clusterArn = cluster.clusterArn;
      ({ bots: this.bots, appSessions: this.appSessions } = this.#tasks(settings, needs));
      return;
    }
    this.clusterName = runnersCluster;
    this.clusterArn = Stack.of(this).formatArn({ service: 'ecs', resource: 'cluster', resourceName: runnersCluster });
    this.bots = { definitionArn: 'capture-worker', revisionsArn: 'capture-worker', roleArns: [] };
    this.appSessions = { definitionArn: 'app-session-worker', revisionsArn: 'app-session-worker', roleArns: [] };
    const tasks: Record<WorkerName, object> = {
      'capture-worker': workerVariables(this, this.#needsOfBots(settings, needs)),
      'app-session-worker': workerVariables(this, needs.appSessions),
    };
    this.runner = { url: freeEmulator, tasks: Stack.of(this).toJsonString(tasks) };
  }

  #cluster(vpc: IVpc): Cluster {
    const cluster = new Cluster(this, 'Cluster', { vpc, enableFargateCapacityProviders: this.isOnSpot });
    acknowledge(cluster, {
      'AwsSolutions-ECS4':
        'one short task per meeting: its log, its events and the bot record tell more than container metrics, which cost by the task',
    });
    return cluster;
  }

  #needsOfBots(settings: Settings, { bots }: CaptureFleetProps['needs']): Provision[] {
    const { captureRecorder, acceptTerms } = settings;
    return [...bots, { environment: { CAPTURE_RECORDER: captureRecorder, ACCEPT_TERMS: String(acceptTerms) } }];
  }

  #tasks(settings: Settings, needs: CaptureFleetProps['needs']) {
    const { captureImage, appSessionImage, architecture } = settings;
    const logGroup = new LogGroup(this, 'Log', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const bots = new WorkerTask(this, 'Bots', {
      worker: 'capture-worker',
      // The size of a bot that asks for none; the others get theirs when they are launched.
      size: this.sizes['1080p'],
      needs: this.#needsOfBots(settings, needs),
      image: captureImage,
      ...{ logGroup, architecture },
    });
    const appSessions = new WorkerTask(this, 'AppSessions', {
      worker: 'app-session-worker',
      size: this.sizes.app_session,
      needs: needs.appSessions,
      image: appSessionImage,
      ...{ logGroup, architecture },
    });
    return { bots, appSessions };
  }
}
