import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { acknowledge } from '../permissions/acknowledge.ts';

/** A queue for what could not be worked on after all attempts, kept as long as SQS keeps anything. */
export const lostAndFound = (scope: Construct, id: string): Queue => {
  const queue = new Queue(scope, id, {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  });
  acknowledge(queue, { 'AwsSolutions-SQS3': 'this is a dead-letter queue itself' });
  return queue;
};
