import { fileURLToPath } from 'node:url';
import { AssetHashType, AssetStaging, DockerImage, Duration, RemovalPolicy } from 'aws-cdk-lib';
import { type ISecurityGroup, type IVpc, SecurityGroup, SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import { Platform } from 'aws-cdk-lib/aws-ecr-assets';
import {
  Cluster,
  ContainerImage,
  CpuArchitecture,
  FargateTaskDefinition,
  LinuxParameters,
  LogDrivers,
  OperatingSystemFamily,
} from 'aws-cdk-lib/aws-ecs';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { workerEnvironment } from '../ports/capture-launcher.ts';
import { acknowledge } from './acknowledge.ts';
import { environmentOf, type Provision, permit } from './provision.ts';
import type { Settings } from './settings.ts';
import { writeWorkerImage } from './worker-image.ts';

/** Only esbuild is asked while the app is synthesised; Docker is when it is deployed. */
const builtImage = (scope: Construct): ContainerImage => {
  const { absoluteStagedPath } = new AssetStaging(scope, 'Worker', {
    sourcePath: fileURLToPath(new URL('.', import.meta.url)),
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      image: DockerImage.fromRegistry('no-image-is-needed'),
      // Told apart by this: CDK bundles once for all that have the same options.
      command: ['capture-worker'],
      local: {
        tryBundle: (folder) => {
          writeWorkerImage(folder);
          return true;
        },
      },
    },
  });
  return ContainerImage.fromAsset(absoluteStagedPath, { platform: Platform.LINUX_ARM64 });
};

/** Where capture tasks run: a cluster that costs nothing while no bot is in a meeting. */
export class CaptureFleet extends Construct {
  readonly cluster: Cluster;
  readonly vpc: IVpc;
  readonly securityGroup: ISecurityGroup;
  readonly task: FargateTaskDefinition;
  readonly containerName = 'capture';

  constructor(scope: Construct, id: string, settings: Settings, needs: readonly Provision[]) {
    super(scope, id);
    // Tasks have public addresses, as WebRTC likes best, and so need no NAT gateway, which would cost by the hour.
    this.vpc = new Vpc(this, 'Vpc', {
      maxAzs: 2,
      natGateways: 0,
      subnetConfiguration: [{ name: 'public', subnetType: SubnetType.PUBLIC }],
      restrictDefaultSecurityGroup: false,
    }) as IVpc;
    this.securityGroup = new SecurityGroup(this, 'SecurityGroup', {
      vpc: this.vpc,
      description: 'Capture tasks: out to meetings, nothing in',
    });
    this.cluster = new Cluster(this, 'Cluster', { vpc: this.vpc });
    this.task = this.#taskDefinition(settings, needs);
    acknowledge(this.vpc, {
      'AwsSolutions-VPC7':
        'flow logs of media streams would cost more than the bots; operators turn them on when they need them',
    });
    acknowledge(this.cluster, {
      'AwsSolutions-ECS4':
        'one short task per meeting: its log, its events and the bot record tell more than container metrics, which cost by the task',
    });
    acknowledge(this.task, {
      'AwsSolutions-ECS2': 'the variables are names of resources; secrets are sealed in the table',
      'AwsSolutions-IAM5[Resource::*]': 'ecr:GetAuthorizationToken, with which the image is pulled, knows no resources',
    });
  }

  #taskDefinition(settings: Settings, needs: readonly Provision[]): FargateTaskDefinition {
    const task = new FargateTaskDefinition(this, 'Task', {
      cpu: 1024,
      memoryLimitMiB: 2048,
      runtimePlatform: {
        cpuArchitecture: CpuArchitecture.ARM64,
        operatingSystemFamily: OperatingSystemFamily.LINUX,
      },
    });
    task.addContainer(this.containerName, {
      containerName: this.containerName,
      image: settings.captureImage ? ContainerImage.fromRegistry(settings.captureImage) : builtImage(this),
      environment: { ...workerEnvironment, ...environmentOf(needs), CAPTURE_RECORDER: settings.captureRecorder },
      // The longest that Fargate waits after SIGTERM: enough to close the last segment.
      stopTimeout: Duration.seconds(120),
      linuxParameters: new LinuxParameters(this, 'Linux', { initProcessEnabled: true }),
      logging: LogDrivers.awsLogs({
        streamPrefix: 'capture',
        logGroup: new LogGroup(this, 'Log', {
          retention: RetentionDays.ONE_MONTH,
          removalPolicy: RemovalPolicy.DESTROY,
        }),
      }),
    });
    permit(task.taskRole, needs);
    return task;
  }
}
