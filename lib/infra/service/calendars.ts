import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { sweepCalendars } from '../../ports/timer.ts';
import { countedLines } from '../../process/counted-lines.ts';
import { lostAndFound } from '../functions/lost-and-found.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import { TimedFunction } from '../functions/timed-function.ts';
import { takeFrom, workQueue } from '../functions/work-queue.ts';
import { countLines } from '../operations/count-lines.ts';
import type { Provision } from '../permissions/provision.ts';

/** A look at a calendar of many pages, with patience for its platform. */
const lookSeconds = 300;

/** Calendars, and events, that are to be looked at. */
export class CalendarQueue extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.queue = workQueue(this, 'Queue', {
      // Not six times the function's timeout: what a lost function had in hand is due again in five minutes anyway.
      againSeconds: lookSeconds + 60,
      keptDays: 1,
      lost: lostAndFound(this, 'Lost'),
    });
  }
}

export interface CalendarsProps {
  readonly queue: CalendarQueue;
  /** How many are looked at at a time, where that is to be limited; the rest waits its turn. */
  readonly atOnce: number | undefined;
  readonly needs: {
    readonly sweep: readonly Provision[];
    readonly sync: readonly Provision[];
  };
}

/** What looks at calendars: what is due is found each minute, and worked on from a queue. */
export class Calendars extends Construct {
  constructor(scope: Construct, id: string, { queue: { queue }, atOnce, needs }: CalendarsProps) {
    super(scope, id);
    new TimedFunction(this, 'Sweep', { job: sweepCalendars, needs: needs.sweep });
    const sync = new ServiceFunction(this, 'Sync', {
      entry: 'calendars/sync',
      needs: needs.sync,
      timeoutSeconds: lookSeconds,
      // Who finds another at work comes back each five seconds.
      mayCallItself: true,
    });
    takeFrom(queue, sync, { batchSize: 1, atOnce });
    countLines(this, 'FailsForADay', {
      log: sync.logGroup,
      messages: [countedLines.calendarFails],
      metric: 'CalendarFailsForADay',
    });
  }
}
