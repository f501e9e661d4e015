import { type Connection, disconnected } from '../../domain/connection/connection.ts';
import { type ConnectionFailureCode, connectionFailures } from '../../domain/connection/connection-failures.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ConfMeetingRepository } from '../../storage/connections/conf-meetings.ts';
import { forgettingCredentials } from '../../storage/connections/connection-credentials.ts';
import { hastening } from '../../storage/connections/connection-sync.ts';
import type { ConnectionRepository } from '../../storage/connections/connections.ts';
import type { ConnectionRef } from '../../storage/keys.ts';
import { retryStale } from '../retry-stale.ts';

export interface DisconnectConnectionPorts {
  readonly connections: Pick<ConnectionRepository, 'get' | 'save'>;
  readonly meetings: Pick<ConfMeetingRepository, 'forgetAll'>;
  readonly clock: Clock;
}

/**
 * Ends a connection that `isMeant`: in one write it is disconnected and what was granted is gone. What is known by it is
 * forgotten next; should that fail, it is due. Answers whether it has disconnected the connection.
 */
export const createDisconnectConnection =
  ({ connections, meetings, clock }: DisconnectConnectionPorts) =>
  async (
    ref: ConnectionRef,
    error: ConnectionFailureCode,
    isMeant: (connection: Connection) => boolean,
  ): Promise<boolean> => {
    const isDone = await retryStale(async () => {
      const connection = await connections.get(ref);
      if (connection?.state !== 'connected' || !isMeant(connection)) return false;
      const now = clock.now();
      const together = [forgettingCredentials(ref), hastening(ref, now)];
      await connections.save(disconnected(connection, connectionFailures.failureOf(error), now), connection, together);
      return true;
    });
    if (isDone) await meetings.forgetAll(ref);
    return isDone;
  };
export type DisconnectConnection = ReturnType<typeof createDisconnectConnection>;
