import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { sweepConnections } from '../../ports/timer.ts';
import { countedLines } from '../../process/counted-lines.ts';
import { lostAndFound } from '../functions/lost-and-found.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import { TimedFunction } from '../functions/timed-function.ts';
import { takeFrom, workQueue } from '../functions/work-queue.ts';
import { countLines } from '../operations/count-lines.ts';
import type { Provision } from '../permissions/provision.ts';

/** The list of somebody with very many meetings, with patience for the platform. */
const lookSeconds = 180;

/** Connections that are to be looked at, and what the platform has told of their users. */
export class ConnectionQueue extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.queue = workQueue(this, 'Queue', {
      // Not six times the function's timeout: that somebody has taken an app away is not to wait for a quarter of an hour.
      againSeconds: lookSeconds + 60,
      // What a platform has told is told once only.
      keptDays: 4,
      lost: lostAndFound(this, 'Lost'),
    });
  }
}

/** A client's server may be asked twice, for half a minute each. */
const tokensSeconds = 75;

/** What fetches tokens and logins with which bots join: their workers may call it, and open no secret themselves. */
export class JoinCredentials extends ServiceFunction {
  constructor(scope: Construct, id: string, { needs }: { readonly needs: readonly Provision[] }) {
    super(scope, id, { entry: 'connections/join-credentials', needs, timeoutSeconds: tokensSeconds });
  }
}

export interface ConnectionsProps {
  readonly queue: ConnectionQueue;
  /** How many are looked at at a time, where that is to be limited; the rest waits its turn. */
  readonly atOnce: number | undefined;
  readonly needs: {
    readonly sweep: readonly Provision[];
    readonly sync: readonly Provision[];
  };
}

/** What keeps connections good: what is due is found each minute, and worked on from a queue. */
export class Connections extends Construct {
  constructor(scope: Construct, id: string, { queue: { queue }, atOnce, needs }: ConnectionsProps) {
    super(scope, id);
    new TimedFunction(this, 'Sweep', { job: sweepConnections, needs: needs.sweep });
    const sync = new ServiceFunction(this, 'Sync', {
      entry: 'connections/sync',
      needs: needs.sync,
      timeoutSeconds: lookSeconds,
    });
    takeFrom(queue, sync, { batchSize: 1, atOnce });
    countLines(this, 'FailsForADay', {
      log: sync.logGroup,
      messages: [countedLines.connectionFails],
      metric: 'ConnectionFailsForADay',
    });
  }
}
