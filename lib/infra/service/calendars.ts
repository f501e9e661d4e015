import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { calendarRunSeconds } from '../../domain/calendar/sync-state.ts';
import { againAfter } from '../../ports/queue.ts';
import { sweepCalendars } from '../../ports/timer.ts';
import { countedLines } from '../../process/counted-lines.ts';
import { lostAndFound } from '../functions/lost-and-found.ts';
import { workQueue } from '../functions/work-queue.ts';
import { AccountLooks, type AccountLooksProps } from './account-looks.ts';

/** Calendars, and events, that are to be looked at. */
export class CalendarQueue extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.queue = workQueue(this, 'Queue', {
      // Not six times the function's timeout: what a lost function had in hand is due again in five minutes anyway.
      againSeconds: againAfter(calendarRunSeconds),
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
        timeoutSeconds: calendarRunSeconds,
        // Who finds another at work comes back each five seconds.
        mayCallItself: true,
      },
      fails: { line: countedLines.calendarFails, metric: 'CalendarFailsForADay' },
    });
  }
}
