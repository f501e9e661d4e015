import { Duration } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { type IQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

export interface WorkQueueProps {
  /** After how long what a function took and did not finish is due again. */
  readonly againSeconds: number;
  readonly keptDays: number;
  /** Where what comes back too often is laid. */
  readonly lost: IQueue;
}

/** Five is AWS's advice: https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html */
const leastAttempts = 5;

/**
 * So long a message is borne with for which there is no room: a new account has ten functions at once, and what Lambda cannot hand
 * to one comes back after `againSeconds`, as from one that failed.
 */
const borneSeconds = 1800;

/** A queue of work that functions take from. */
export const workQueue = (scope: Construct, id: string, { againSeconds, keptDays, lost }: WorkQueueProps) =>
  new Queue(scope, id, {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    visibilityTimeout: Duration.seconds(againSeconds),
    retentionPeriod: Duration.days(keptDays),
    deadLetterQueue: { queue: lost, maxReceiveCount: Math.max(leastAttempts, Math.ceil(borneSeconds / againSeconds)) },
  });

export interface TakeFromProps {
  /** How many messages a function is given at once. */
  readonly batchSize: number;
  /** How many functions take from the queue at a time, where that is to be limited; the rest waits its turn. */
  readonly atOnce?: number | undefined;
}

/** Has a function work on what is in a queue; what it does not finish of a batch comes again by itself. */
export const takeFrom = (queue: IQueue, by: LambdaFunction, { batchSize, atOnce }: TakeFromProps): void =>
  by.addEventSource(
    new SqsEventSource(queue, {
      batchSize,
      reportBatchItemFailures: true,
      // Without a limit Lambda asks an idle queue six times a minute, not fifteen:
      // https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html
      ...(atOnce !== undefined && { maxConcurrency: atOnce }),
    }),
  );
