/** What a deployment tells about itself, in the file that `cdk deploy --outputs-file` writes. */
import * as z from 'zod';

export const StackOutputs = z.object({
  ApiUrl: z.url(),
  TableName: z.string(),
  MediaBucket: z.string(),
  SecretKeyId: z.string(),
  StateMachineArn: z.string(),
  CaptureCluster: z.string(),
  /** What a task runner that stands for ECS has to know: the variables of each worker, as JSON. */
  CaptureTasks: z.string().optional(),
  /** How many tasks of each size are to wait for a bot, as JSON; absent where none are. */
  WarmTasks: z.string().optional(),
  WebhookQueueUrl: z.string(),
  SlowWebhookQueueUrl: z.string(),
});
export type StackOutputs = z.infer<typeof StackOutputs>;

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
