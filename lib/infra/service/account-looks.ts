import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { TimedJob } from '../../ports/timer.ts';
import type { CountedLine } from '../../process/counted-lines.ts';
import { ServiceFunction, type ServiceFunctionProps } from '../functions/service-function.ts';
import { TimedFunction } from '../functions/timed-function.ts';
import { takeFrom } from '../functions/work-queue.ts';
import { countLines } from '../operations/count-lines.ts';
import type { Provision } from '../permissions/provision.ts';

export interface AccountLooksProps {
  readonly queue: { readonly queue: Queue };
  /** How many are looked at at a time, where that is to be limited; the rest waits its turn. */
  readonly atOnce: number | undefined;
  readonly needs: {
    readonly sweep: readonly Provision[];
    readonly sync: readonly Provision[];
  };
}

interface Looks {
  readonly sweep: TimedJob;
  readonly sync: Omit<ServiceFunctionProps, 'needs'>;
  /** What is logged of one that fails all day, and the metric that counts it. */
  readonly fails: { readonly line: CountedLine; readonly metric: string };
}

/** What looks at people's accounts elsewhere: what is due is found each minute, and worked on from a queue. */
export class AccountLooks extends Construct {
  constructor(scope: Construct, id: string, { queue, atOnce, needs }: AccountLooksProps, looks: Looks) {
    super(scope, id);
    new TimedFunction(this, 'Sweep', { job: looks.sweep, needs: needs.sweep });
    const sync = new ServiceFunction(this, 'Sync', { ...looks.sync, needs: needs.sync });
    takeFrom(queue.queue, sync, { batchSize: 1, atOnce });
    const { line, metric } = looks.fails;
    countLines(this, 'FailsForADay', { log: sync.logGroup, messages: [line], metric });
  }
}
