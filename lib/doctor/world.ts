/** What the checks of a deployment are made with: clients of AWS, and what the service itself knows. */
import type { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { ECRClient } from '@aws-sdk/client-ecr';
import type { ECSClient } from '@aws-sdk/client-ecs';
import type { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import type { IAMClient } from '@aws-sdk/client-iam';
import type { KMSClient } from '@aws-sdk/client-kms';
import type { LambdaClient } from '@aws-sdk/client-lambda';
import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { ServiceQuotasClient } from '@aws-sdk/client-service-quotas';
import type { SFNClient } from '@aws-sdk/client-sfn';
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { CaptureLoad } from '../domain/bot/capture-load.ts';
import type { StackOutputs } from '../infra/outputs.ts';
import type { StuckBot } from '../usecases/lifecycle/stuck-bots.ts';
import type { Deployment } from './deployment.ts';
import type { Finding } from './finding.ts';

export interface World {
  readonly outputs: StackOutputs;
  /** Where an emulator of AWS answers in its place, which does not know everything that is asked. */
  readonly emulator?: string;
  readonly deployment: Deployment;
  readonly cloudWatch: CloudWatchClient;
  readonly dynamoDb: DynamoDBClient;
  readonly ecr: ECRClient;
  readonly ecs: ECSClient;
  readonly events: EventBridgeClient;
  readonly iam: IAMClient;
  readonly kms: KMSClient;
  readonly lambda: LambdaClient;
  readonly quotas: ServiceQuotasClient;
  readonly secrets: SecretsManagerClient;
  readonly sqs: SQSClient;
  readonly stepFunctions: SFNClient;
  readonly fetch: typeof fetch;
  readonly now: () => Date;
  readonly stuckBots: () => Promise<readonly StuckBot[]>;
  /** Each project with the names of the providers that it has a key for, and of those whose key cannot be read. */
  readonly providerKeys: () => Promise<
    readonly {
      readonly project: string;
      readonly providers: readonly string[];
      readonly unreadable: readonly string[];
    }[]
  >;
  /** Tasks that wait for bots of a load: how many there are, and how many of them could be given one now. */
  readonly warmTasks: (load: CaptureLoad) => Promise<{ readonly all: number; readonly ready: number }>;
  /** How many bots are to be in meetings at a time. */
  readonly bots: number;
}

export type Check = (world: World) => Promise<Finding[]>;
