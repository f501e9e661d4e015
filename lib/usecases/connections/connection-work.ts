/** All that is done about connections by itself: from a message to what became of it. */
import type { Clock } from '../../ports/clock.ts';
import type { ConferencingPlatform } from '../../ports/conferencing.ts';
import type { SecretBox } from '../../ports/secret-box.ts';
import type { Table } from '../../ports/table.ts';
import type { Pause } from '../../process/pause.ts';
import { confMeetingRepository } from '../../storage/connections/conf-meetings.ts';
import { connectionCredentialsRepository } from '../../storage/connections/connection-credentials.ts';
import { connectionSyncRepository, dueConnectionIn } from '../../storage/connections/connection-sync.ts';
import { connectionRepository } from '../../storage/connections/connections.ts';
import { oauthAppRepository } from '../../storage/secrets/oauth-apps.ts';
import type { ConnectionMessage } from './connection-queue.ts';
import { createDisconnectConnection } from './disconnect-connection.ts';
import { createFollowTold, type FollowOutcome } from './follow-told.ts';
import { createOpenConnection } from './open-connection.ts';
import { type ConnectionSyncOutcome, createSyncConnection } from './sync-connection.ts';

export interface ConnectionWorkPorts {
  readonly table: Table;
  readonly secretBox: SecretBox;
  readonly platform: ConferencingPlatform;
  readonly clock: Clock;
  readonly pause: Pause;
  /** A number in [0, 1). */
  readonly chance: () => number;
}

export const createConnectionWork = ({ table, ...ports }: ConnectionWorkPorts) => {
  const all = {
    ...ports,
    apps: oauthAppRepository(table),
    connections: connectionRepository(table),
    credentials: connectionCredentialsRepository(table),
    meetings: confMeetingRepository(table),
    syncs: connectionSyncRepository(table),
  };
  const openConnection = createOpenConnection(all);
  const disconnectConnection = createDisconnectConnection(all);
  const syncConnection = createSyncConnection({ ...all, openConnection, disconnectConnection });
  const followTold = createFollowTold({ ...all, disconnectConnection });

  /** Does what a message asks for. @throws whatever is our own fault: the message comes again then */
  return async (message: ConnectionMessage): Promise<ConnectionSyncOutcome | FollowOutcome> => {
    return 'id' in message ? syncConnection(dueConnectionIn(message.id)) : followTold(message);
  };
};
