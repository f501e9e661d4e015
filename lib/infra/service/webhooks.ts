import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { toldKinds } from '../../domain/webhook/told-kinds.ts';
import { lostAndFound } from '../functions/lost-and-found.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import { streamSource } from '../functions/stream-source.ts';
import { takeFrom, workQueue } from '../functions/work-queue.ts';
import type { Provision } from '../permissions/provision.ts';

/** A receiver has 15 s for each attempt; the messages of a batch are delivered side by side. */
const deliverySeconds = 60;

/** Functions that deliver to slow servers, and what fails, run at most so many at a time; the rest waits its turn. */
const mostSlowFunctions = 50;

/**
 * Deliveries that wait for their time, in two lanes: those to make at once, and retries and those to servers that are
 * known to be slow, which would otherwise hold the functions that others wait for.
 */
export class WebhookQueues extends Construct {
  readonly prompt: Queue;
  readonly slow: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const lost = lostAndFound(this, 'Lost');
    const lane = (name: string): Queue =>
      workQueue(this, name, {
        // Lambda's advice for queues that it polls: six times the function's timeout.
        againSeconds: 6 * deliverySeconds,
        // Failed deliveries are sent as new messages: one that comes back has broken the function, or found no room.
        keptDays: 14,
        lost,
      });
    this.prompt = lane('Queue');
    this.slow = lane('Slow');
  }
}

export interface WebhooksProps {
  readonly table: ITable;
  readonly queues: WebhookQueues;
  /** How many functions deliver at a time, where that is to be limited, beside those for slow servers. */
  readonly atOnce: number | undefined;
  readonly needs: { readonly fanOut: readonly Provision[]; readonly deliver: readonly Provision[] };
}

/** What tells clients' systems: from the table's changes to the queue, from the queue to the receivers. */
export class Webhooks extends Construct {
  readonly fanOut: ServiceFunction;

  constructor(scope: Construct, id: string, { table, queues, atOnce, needs }: WebhooksProps) {
    super(scope, id);
    this.fanOut = new ServiceFunction(this, 'FanOut', {
      entry: 'webhooks/fan-out',
      needs: needs.fanOut,
      timeoutSeconds: 60,
    });
    streamSource(this.fanOut, table, toldKinds);
    const deliver = new ServiceFunction(this, 'Deliver', {
      entry: 'webhooks/deliver',
      needs: needs.deliver,
      // A delivery that fails for 27 hours waits a quarter of an hour at a time: some 110 messages, one of the other.
      mayCallItself: true,
      timeoutSeconds: deliverySeconds,
    });
    takeFrom(queues.prompt, deliver, { batchSize: 10, atOnce });
    takeFrom(queues.slow, deliver, { batchSize: 10, atOnce: mostSlowFunctions });
  }
}
