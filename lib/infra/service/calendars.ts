import { Duration } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { sweepCalendars } from '../../ports/timer.ts';
import { lostAndFound } from '../functions/lost-and-found.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import { streamSource } from '../functions/stream-source.ts';
import { TimedFunction } from '../functions/timed-function.ts';
import { ownNamespace } from '../operations/metric-namespace.ts';
import type { Provision } from '../permissions/provision.ts';

/** A look at a calendar of many pages, with patience for its platform. */
const lookSeconds = 300;

/** Calendars, and events, that are to be looked at. */
export class CalendarQueue extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.queue = new Queue(this, 'Queue', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      // Not six times the function's timeout: what a lost function had in hand is due again in five minutes anyway.
      visibilityTimeout: Duration.seconds(lookSeconds + 60),
      retentionPeriod: Duration.days(1),
      deadLetterQueue: { queue: lostAndFound(this, 'Lost'), maxReceiveCount: 3 },
    });
  }
}

export interface CalendarsProps {
  readonly queue: CalendarQueue;
  /** How many are looked at at a time, where that is to be limited; the rest waits its turn. */
  readonly atOnce: number | undefined;
  readonly table: ITable;
  readonly needs: {
    readonly sweep: readonly Provision[];
    readonly sync: readonly Provision[];
    readonly follow: readonly Provision[];
  };
}

/** What looks at calendars: what is due is found each minute, and worked on from a queue. */
export class Calendars extends Construct {
  constructor(scope: Construct, id: string, { queue: { queue }, atOnce, table, needs }: CalendarsProps) {
    super(scope, id);
    new TimedFunction(this, 'Sweep', { job: sweepCalendars, needs: needs.sweep });
    const sync = new ServiceFunction(this, 'Sync', {
      entry: 'calendars/sync',
      needs: needs.sync,
      timeoutSeconds: lookSeconds,
    });
    sync.addEventSource(
      new SqsEventSource(queue, {
        batchSize: 1,
        reportBatchItemFailures: true,
        // Without a limit Lambda asks an idle queue six times a minute, not fifteen:
        // https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html
        ...(atOnce !== undefined && { maxConcurrency: atOnce }),
      }),
    );
    new MetricFilter(this, 'FailsForADay', {
      logGroup: sync.logGroup,
      metricNamespace: ownNamespace,
      metricName: 'CalendarFailsForADay',
      filterPattern: FilterPattern.stringValue('$.message', '=', 'calendar fails for a day'),
    });
    const follow = new ServiceFunction(this, 'Follow', {
      entry: 'calendars/follow',
      needs: needs.follow,
      timeoutSeconds: 60,
    });
    streamSource(follow, table, ['calendar']);
  }
}
