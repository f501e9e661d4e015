import { AssetHashType, DockerImage, Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { bundleFunction, projectRoot } from './bundle.ts';
import { environmentOf, type Provision, permit } from './provision.ts';

export interface ServiceFunctionProps {
  /** The file below `lambdas/`, without its ending. */
  readonly entry: string;
  readonly needs: readonly Provision[];
  readonly timeoutSeconds?: number;
  readonly memoryMiB?: number;
}

// Only esbuild is asked: a bundle is made in a tenth of a second, without Docker.
const codeOf = (entry: string): Code =>
  Code.fromAsset(projectRoot, {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      image: DockerImage.fromRegistry('no-image-is-needed'),
      // Told apart by this: CDK bundles once for all that have the same options.
      command: [entry],
      local: {
        tryBundle: (folder) => {
          bundleFunction(entry, folder);
          return true;
        },
      },
    },
  });

/** A function with a role and a log of its own, allowed what its needs say and nothing else. */
export class ServiceFunction extends LambdaFunction {
  constructor(
    scope: Construct,
    id: string,
    { entry, needs, timeoutSeconds = 15, memoryMiB = 256 }: ServiceFunctionProps,
  ) {
    const logGroup = new LogGroup(scope, `${id}Log`, {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    super(scope, id, {
      code: codeOf(entry),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      timeout: Duration.seconds(timeoutSeconds),
      memorySize: memoryMiB,
      logGroup,
      role,
      environment: environmentOf(needs),
    });
    permit(role, needs);
  }
}
