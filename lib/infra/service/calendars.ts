import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { sweepCalendars } from '../../ports/timer.ts';
import { countedLines } from '../../process/counted-lines.ts';
import { lostAndFound } from '../functions/lost-and-found.ts';
import { workQueue } from '../functions/work-queue.ts';
import { AccountLooks, type AccountLooksProps } from './account-looks.ts';

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

/** What looks at calendars. */
export class Calendars extends AccountLooks {
  constructor(scope: Construct, id: string, props: AccountLooksProps) {
    super(scope, id, props, {
      sweep: sweepCalendars,
      sync: {
        entry: 'calendars/sync',
        timeoutSeconds: lookSeconds,
        // Who finds another at work comes back each five seconds.
        mayCallItself: true,
      },
      fails: { line: countedLines.calendarFails, metric: 'CalendarFailsForADay' },
    });
  }
}
