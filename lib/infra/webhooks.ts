import { Duration } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { lostAndFound } from './lost-and-found.ts';
import type { Provision } from './needs.ts';
import { ServiceFunction } from './service-function.ts';
import { streamSource } from './stream-source.ts';

/** A receiver has 15 s for each attempt; the messages of a batch are delivered side by side. */
const deliverySeconds = 60;

/** Deliveries that wait for their time. */
export class WebhookQueue extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.queue = new Queue(this, 'Queue', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      // Lambda's advice for queues that it polls: six times the function's timeout.
      visibilityTimeout: Duration.seconds(6 * deliverySeconds),
      retentionPeriod: Duration.days(14),
      // Failed deliveries are sent as new messages: one that comes back so often has broken the function.
      deadLetterQueue: { queue: lostAndFound(this, 'Lost'), maxReceiveCount: 5 },
    });
  }
}

export interface WebhooksProps {
  readonly table: ITable;
  readonly queue: Queue;
  readonly needs: { readonly fanOut: readonly Provision[]; readonly deliver: readonly Provision[] };
}

/** What tells clients' systems: from the table's changes to the queue, from the queue to the receivers. */
export class Webhooks extends Construct {
  constructor(scope: Construct, id: string, { table, queue, needs }: WebhooksProps) {
    super(scope, id);
    const fanOut = new ServiceFunction(this, 'FanOut', {
      entry: 'webhooks/fan-out',
      needs: needs.fanOut,
      timeoutSeconds: 60,
    });
    streamSource(fanOut, table, ['bot', 'captured']);
    const deliver = new ServiceFunction(this, 'Deliver', {
      entry: 'webhooks/deliver',
      needs: needs.deliver,
      timeoutSeconds: deliverySeconds,
    });
    deliver.addEventSource(new SqsEventSource(queue, { batchSize: 10, reportBatchItemFailures: true }));
  }
}
