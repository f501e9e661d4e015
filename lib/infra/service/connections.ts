import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { connectionRunSeconds } from '../../domain/connection/connection-sync.ts';
import { againAfter } from '../../ports/queue.ts';
import { sweepConnections } from '../../ports/timer.ts';
import { countedLines } from '../../process/counted-lines.ts';
import { lostAndFound } from '../functions/lost-and-found.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import { workQueue } from '../functions/work-queue.ts';
import type { Provision } from '../permissions/provision.ts';
import { AccountLooks, type AccountLooksProps } from './account-looks.ts';

/** Connections that are to be looked at, and what the platform has told of their users. */
export class ConnectionQueue extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.queue = workQueue(this, 'Queue', {
      // Not six times the function's timeout: that somebody has taken an app away is not to wait for a quarter of an hour.
      againSeconds: againAfter(connectionRunSeconds),
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

/** What keeps connections good. */
export class Connections extends AccountLooks {
  constructor(scope: Construct, id: string, props: AccountLooksProps) {
    super(scope, id, props, {
      sweep: sweepConnections,
      sync: { entry: 'connections/sync', timeoutSeconds: connectionRunSeconds },
      fails: { line: countedLines.connectionFails, metric: 'ConnectionFailsForADay' },
    });
  }
}
