import { AssetHashType, DockerImage, Duration, RemovalPolicy } from 'aws-cdk-lib';
import { type IRole, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function as LambdaFunction, RecursiveLoop, Runtime } from 'aws-cdk-lib/aws-lambda';
import { type ILogGroup, LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { metricsOf } from '../operations/metric-namespace.ts';
import { environmentOf, type Provision, permit } from '../permissions/provision.ts';
import { bundleFunction, bundleRestFront, projectRoot, restFront } from './bundle.ts';

/** Who a function is to other services, and where it writes. */
export interface Identity {
  /** Permitted what the function needs, and to write its log. */
  readonly role: IRole;
  readonly logGroup: ILogGroup;
}

export interface ServiceFunctionProps {
  /** The file below `lambdas/`, without its ending. */
  readonly entry: string;
  readonly needs: readonly Provision[];
  readonly timeoutSeconds?: number;
  readonly memoryMiB?: number;
  /** Whether it is called by a REST API. */
  readonly isBehindRest?: boolean;
  /** Without one it gets a role and a log of its own. */
  readonly identity?: Identity;
  /**
   * Whether it sends to a queue that it takes from. Lambda takes that for a mistake from the 16th time in a row on, and
   * drops the message: https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html
   */
  readonly mayCallItself?: boolean;
}

// Only esbuild is asked: a bundle is made in a tenth of a second, without Docker.
const codeOf = (entry: string, isBehindRest: boolean): Code =>
  Code.fromAsset(projectRoot, {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      image: DockerImage.fromRegistry('no-image-is-needed'),
      // Told apart by this: CDK bundles once for all that have the same options.
      command: [entry, ...(isBehindRest ? ['behind a REST API'] : [])],
      local: {
        tryBundle: (folder) => {
          bundleFunction(entry, folder);
          if (isBehindRest) bundleRestFront(folder);
          return true;
        },
      },
    },
  });

const ownIdentity = (scope: Construct, id: string, needs: readonly Provision[]): Identity => {
  const logGroup = new LogGroup(scope, `${id}Log`, {
    retention: RetentionDays.ONE_MONTH,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const role = new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
  logGroup.grantWrite(role);
  permit(role, needs);
  return { role, logGroup: logGroup as ILogGroup };
};

/** A function that is allowed what its needs say and nothing else. */
export class ServiceFunction extends LambdaFunction {
  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    const { entry, needs, timeoutSeconds = 15, memoryMiB = 256, identity } = props;
    const { isBehindRest = false, mayCallItself = false } = props;
    super(scope, id, {
      code: codeOf(entry, isBehindRest),
      handler: `${isBehindRest ? restFront : 'index'}.handler`,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      timeout: Duration.seconds(timeoutSeconds),
      memorySize: memoryMiB,
      environment: { ...metricsOf(scope), ...environmentOf(needs) },
      ...(mayCallItself && { recursiveLoop: RecursiveLoop.ALLOW }),
      ...(identity ?? ownIdentity(scope, id, needs)),
    });
  }
}
