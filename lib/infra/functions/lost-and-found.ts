import { Duration, type Stack } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { acknowledge } from '../permissions/acknowledge.ts';

const nameEnd = 'Lost';

/** A queue for what could not be worked on after all attempts, kept as long as SQS keeps anything. Its name ends in `Lost`. */
export const lostAndFound = (scope: Construct, id: `${string}${typeof nameEnd}`): Queue => {
  const queue = new Queue(scope, id, {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  });
  acknowledge(queue, { 'AwsSolutions-SQS3': 'this is a dead-letter queue itself' });
  return queue;
};

/** All such queues of a stack. */
export const lostQueues = (stack: Stack): Queue[] =>
  stack.node
    .findAll()
    .filter((construct): construct is Queue => construct instanceof Queue && construct.node.id.endsWith(nameEnd));
