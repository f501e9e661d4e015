import { RemovalPolicy } from 'aws-cdk-lib';
import { type ISecurityGroup, SecurityGroup } from 'aws-cdk-lib/aws-ec2';
import { Cluster } from 'aws-cdk-lib/aws-ecs';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { acknowledge } from '../permissions/acknowledge.ts';
import type { Provision } from '../permissions/provision.ts';
import type { Settings } from '../settings.ts';
import { Network } from './network.ts';
import { type TaskSizes, taskSizesOf } from './sizes.ts';
import { WorkerTask } from './worker-task.ts';

export interface CaptureFleetProps {
  readonly settings: Settings;
  readonly needs: { readonly bots: readonly Provision[]; readonly appSessions: readonly Provision[] };
}

/** Where capture tasks run: a cluster that costs nothing while no bot is in a meeting. */
export class CaptureFleet extends Construct {
  readonly cluster: Cluster;
  readonly subnetIds: readonly string[];
  readonly hasPublicIp: boolean;
  readonly securityGroup: ISecurityGroup;
  /** What captures a bot by its browser. */
  readonly bots: WorkerTask;
  /** What captures an app session, without one. */
  readonly appSessions: WorkerTask;
  readonly sizes: TaskSizes;
  /** Whether bots' first tasks run on Spot. */
  readonly isOnSpot: boolean;

  constructor(scope: Construct, id: string, { settings, needs }: CaptureFleetProps) {
    super(scope, id);
    this.sizes = taskSizesOf(settings);
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
    this.cluster = new Cluster(this, 'Cluster', { vpc, enableFargateCapacityProviders: this.isOnSpot });
    acknowledge(this.cluster, {
      'AwsSolutions-ECS4':
        'one short task per meeting: its log, its events and the bot record tell more than container metrics, which cost by the task',
    });
    const logGroup = new LogGroup(this, 'Log', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.bots = new WorkerTask(this, 'Bots', {
      worker: 'capture-worker',
      // What a bot is that asks for nothing; the others have their sizes when they are launched.
      size: this.sizes['1080p'],
      logGroup,
      needs: [
        ...needs.bots,
        { environment: { CAPTURE_RECORDER: settings.captureRecorder, ACCEPT_TERMS: String(settings.acceptTerms) } },
      ],
      image: settings.captureImage,
      architecture: settings.architecture,
    });
    this.appSessions = new WorkerTask(this, 'AppSessions', {
      worker: 'app-session-worker',
      size: this.sizes.app_session,
      logGroup,
      needs: needs.appSessions,
      image: settings.appSessionImage,
      architecture: settings.architecture,
    });
  }
}
