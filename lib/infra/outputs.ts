/** What a deployment tells about itself, in the file that `cdk deploy --outputs-file` writes. */
import * as z from 'zod';
import { regionOfArn } from './arn.ts';

/** Their descriptions stand beside them in CloudFormation. */
export const StackOutputs = z.object({
  ApiUrl: z.url().describe('Where the API is, and below it at /dashboard the dashboard'),
  Version: z.string().optional().describe('The release that is deployed, and its commit where that is known'),
  TableName: z.string().describe('The table of DynamoDB: all but media'),
  MediaBucket: z.string().describe('The bucket of recordings and other media'),
  SecretKeyId: z.string().describe('The key of KMS under which secrets in the table are sealed'),
  UserPoolId: z.string().optional().describe('The user pool of who signs in to the dashboard'),
  StateMachineArn: z.string().describe('The state machine: each bot is an execution of it'),
  CaptureCluster: z.string().describe('The cluster of ECS in which capture tasks run'),
  CaptureTasks: z.string().optional().describe('What a task runner has to know that stands for ECS in an emulator'),
  AlarmsTopicArn: z.string().optional().describe('The topic by which alarms are told to alarmsEmail'),
  WarmTasks: z.string().optional().describe('How many tasks of each size are to wait for a bot'),
  WebhookQueueUrl: z.string().describe('The queue of webhooks'),
  SlowWebhookQueueUrl: z.string().describe('The queue of webhooks to servers that answer slowly'),
});
export type StackOutputs = z.infer<typeof StackOutputs>;

/** The region in which a deployment is. */
export const regionOf = ({ StateMachineArn }: Pick<StackOutputs, 'StateMachineArn'>): string | undefined =>
  regionOfArn(StateMachineArn);

export interface NamedOutputs {
  readonly stack_name: string;
  readonly outputs: StackOutputs;
}

/**
 * The outputs in such a file's text, and the name of their stack, of which there is one in a file.
 * @throws when it is not such a file, naming what is missing
 */
export const readNamedOutputs = (text: string): NamedOutputs => {
  const stacks = z.record(z.string(), StackOutputs).parse(JSON.parse(text));
  const [[stack_name, outputs] = [], ...others] = Object.entries(stacks);
  if (stack_name === undefined || outputs === undefined) throw new Error('the file names no stack');
  if (others.length > 0) throw new Error(`the file names several stacks: ${Object.keys(stacks).join(', ')}`);
  return { stack_name, outputs };
};

/** The outputs alone. */
export const readOutputs = (text: string): StackOutputs => readNamedOutputs(text).outputs;
