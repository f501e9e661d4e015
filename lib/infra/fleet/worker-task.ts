import { Annotations, Arn, AssetHashType, AssetStaging, Aws, DockerImage, Duration, Stack } from 'aws-cdk-lib';
import { Platform } from 'aws-cdk-lib/aws-ecr-assets';
import {
  ContainerImage,
  CpuArchitecture,
  FargateTaskDefinition,
  LinuxParameters,
  LogDrivers,
  OperatingSystemFamily,
} from 'aws-cdk-lib/aws-ecs';
import { type CfnRole, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { WorkerName } from '../../capture/build/worker.ts';
import { ecrNameOf } from '../../image/ecr-name.ts';
import { workerEnvironment } from '../../ports/capture-launcher.ts';
import { metricsOf } from '../operations/metric-namespace.ts';
import { acknowledge } from '../permissions/acknowledge.ts';
import { environmentOf, type Provision, permit } from '../permissions/provision.ts';
import { forThisAccount } from '../permissions/this-account.ts';
import type { Settings } from '../settings.ts';
import { containerName } from './container-name.ts';
import type { TaskSize } from './sizes.ts';
import { imageFolder, writeWorkerImage } from './worker-image.ts';

type Architecture = Settings['architecture'];

const processors: Readonly<Record<Architecture, CpuArchitecture>> = {
  arm64: CpuArchitecture.ARM64,
  x86: CpuArchitecture.X86_64,
};
const platforms: Readonly<Record<Architecture, Platform>> = { arm64: Platform.LINUX_ARM64, x86: Platform.LINUX_AMD64 };

/** Only esbuild is asked while the app is synthesised; Docker is when it is deployed. */
const builtImage = (scope: Construct, worker: WorkerName, architecture: Architecture): ContainerImage => {
  const { absoluteStagedPath } = new AssetStaging(scope, 'Worker', {
    sourcePath: imageFolder(worker),
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      image: DockerImage.fromRegistry('no-image-is-needed'),
      // Told apart by this: CDK bundles once for all that have the same options.
      command: [worker],
      local: {
        tryBundle: (folder) => {
          writeWorkerImage(worker, folder);
          return true;
        },
      },
    },
  });
  return ContainerImage.fromAsset(absoluteStagedPath, { platform: platforms[architecture] });
};

/** One kind of capture worker, as whoever launches its tasks knows it. */
export interface CaptureTask {
  readonly definitionArn: string;
  /** All revisions of that definition: each deployment with another image makes one. */
  readonly revisionsArn: string;
  /** The roles that a task of its is in. */
  readonly roleArns: readonly string[];
}

/** What every task of a worker is told. */
export const workerVariables = (scope: Construct, needs: readonly Provision[]): Record<string, string> => ({
  ...workerEnvironment,
  ...metricsOf(scope),
  ...environmentOf(needs),
});

/** What pulling a ready image takes: of a repository of ECR permissions, which that of another account must give as well. */
const pullingOf = (image: string): Provision => {
  const name = ecrNameOf(image);
  if (name === undefined) return {};
  const repository = Arn.format({
    partition: Aws.PARTITION,
    service: 'ecr',
    region: name.region,
    account: name.account,
    resource: 'repository',
    resourceName: name.repository,
  });
  return {
    statements: [
      new PolicyStatement({
        actions: ['ecr:BatchCheckLayerAvailability', 'ecr:GetDownloadUrlForLayer', 'ecr:BatchGetImage'],
        resources: [repository],
      }),
      new PolicyStatement({ actions: ['ecr:GetAuthorizationToken'], resources: ['*'] }),
    ],
  };
};

export interface WorkerTaskProps {
  readonly worker: WorkerName;
  readonly size: TaskSize;
  readonly logGroup: ILogGroup;
  readonly needs: readonly Provision[];
  /** A ready image, in place of one that is built. */
  readonly image?: string | undefined;
  readonly architecture: Architecture;
}

/** What a container of one kind of capture worker runs, and what it may do. */
export class WorkerTask extends Construct implements CaptureTask {
  readonly definitionArn: string;
  readonly revisionsArn: string;
  readonly roleArns: readonly string[];

  constructor(scope: Construct, id: string, { worker, size, logGroup, needs, image, architecture }: WorkerTaskProps) {
    super(scope, id);
    const definition = new FargateTaskDefinition(this, 'Task', {
      cpu: size.cpu,
      memoryLimitMiB: size.memoryMiB,
      runtimePlatform: {
        cpuArchitecture: processors[architecture],
        operatingSystemFamily: OperatingSystemFamily.LINUX,
      },
    });
    const container = definition.addContainer('Container', {
      containerName,
      image: image ? ContainerImage.fromRegistry(image) : builtImage(this, worker, architecture),
      environment: workerVariables(this, needs),
      // The longest that Fargate waits after SIGTERM: enough to close the last segment.
      stopTimeout: Duration.seconds(120),
      linuxParameters: new LinuxParameters(this, 'Linux', { initProcessEnabled: true }),
      logging: LogDrivers.awsLogs({ streamPrefix: worker, logGroup }),
    });
    permit(definition.taskRole, needs);
    // Said of the role that there is: tasks that run while another one took its place would lose theirs.
    // https://docs.aws.amazon.com/AmazonECS/latest/developerguide/task-iam-roles.html
    const trust = 'AssumeRolePolicyDocument.Statement.0.Condition';
    (definition.taskRole.node.defaultChild as CfnRole).addPropertyOverride(trust, forThisAccount(this));
    if (image) permit(definition.obtainExecutionRole(), [pullingOf(image)]);
    Annotations.of(container).acknowledgeWarning(
      '@aws-cdk/aws-ecs:ecrImageRequiresPolicy',
      'it is given what it takes',
    );
    acknowledge(definition, {
      'AwsSolutions-ECS2': 'the variables are names of resources; secrets are sealed in the table',
      'AwsSolutions-IAM5[Resource::*]': 'ecr:GetAuthorizationToken, with which the image is pulled, knows no resources',
    });
    this.definitionArn = definition.taskDefinitionArn;
    this.revisionsArn = Stack.of(this).formatArn({
      service: 'ecs',
      resource: 'task-definition',
      resourceName: `${definition.family}:*`,
    });
    this.roleArns = [definition.taskRole.roleArn, definition.obtainExecutionRole().roleArn];
  }
}
