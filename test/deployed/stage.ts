/** What every life on a deployed stack is played on. */
import type { ECSClient } from '@aws-sdk/client-ecs';
import type { S3Client } from '@aws-sdk/client-s3';
import type { SFNClient } from '@aws-sdk/client-sfn';
import type { WebhookSink } from '../../lib/demo/webhook-sink.ts';
import type { TaskRunner } from '../../lib/emulator/task-runner.ts';
import type { StackOutputs } from '../../lib/infra/outputs.ts';
import type { Api, Hooks } from './api.ts';
import type { Step } from './steps.ts';

export interface Stage {
  readonly step: Step;
  readonly endpoint: string;
  readonly project_id: string;
  readonly api_key: string;
  readonly api: Api;
  readonly stranger: Api;
  readonly hooks: Hooks;
  /** Where the hook of a path can be reached. */
  readonly hookUrl: (path: string) => string;
  readonly sink: WebhookSink;
  readonly outputs: StackOutputs;
  readonly clients: { readonly executions: SFNClient; readonly tasks: ECSClient; readonly media: S3Client };
  readonly runner: TaskRunner;
}
