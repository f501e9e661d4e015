/** What a deployment tells about itself, in the file that `cdk deploy --outputs-file` writes. */
import * as z from 'zod';

export const StackOutputs = z.object({
  ApiUrl: z.url(),
  TableName: z.string(),
  MediaBucket: z.string(),
  SecretKeyId: z.string(),
  StateMachineArn: z.string(),
  CaptureCluster: z.string(),
  WebhookQueueUrl: z.string(),
  SlowWebhookQueueUrl: z.string(),
});
export type StackOutputs = z.infer<typeof StackOutputs>;

/** The outputs in such a file's text. @throws when it is not one, naming what is missing */
export const readOutputs = (text: string): StackOutputs =>
  z.object({ MeetingBots: StackOutputs }).parse(JSON.parse(text)).MeetingBots;
