import type { Clock } from '../../ports/clock.ts';
import type { ConfMeetingRepository } from '../../storage/connections/conf-meetings.ts';
import type { ConnectionSyncRepository } from '../../storage/connections/connection-sync.ts';
import type { ConnectionRepository } from '../../storage/connections/connections.ts';
import type { ConnectionRef } from '../../storage/keys.ts';
import type { Heard } from './connection-queue.ts';
import type { DisconnectConnection } from './disconnect-connection.ts';

export interface FollowToldPorts {
  readonly connections: Pick<ConnectionRepository, 'idOf' | 'get'>;
  readonly syncs: Pick<ConnectionSyncRepository, 'hasten'>;
  readonly meetings: Pick<ConfMeetingRepository, 'note'>;
  readonly disconnectConnection: DisconnectConnection;
  readonly clock: Clock;
}

export type FollowOutcome = 'unknown user' | 'disconnected' | 'looked at soon' | 'noted' | 'not wanted';

/**
 * Follows what the platform has told of somebody. Safe to repeat, also much later: who has allowed the app again since is
 * not disconnected, but looked at.
 */
export const createFollowTold = (ports: FollowToldPorts) => {
  const { connections, syncs, meetings, disconnectConnection, clock } = ports;

  const lookSoon = async (ref: ConnectionRef): Promise<FollowOutcome> => {
    await syncs.hasten(ref, clock.now());
    return 'looked at soon';
  };

  return async ({ project_id, oauth_app_id, user_id, told, at, meeting }: Heard): Promise<FollowOutcome> => {
    const connection_id = await connections.idOf(project_id, oauth_app_id, user_id);
    if (connection_id === undefined) return 'unknown user';
    const ref = { project_id, connection_id };
    if (told === 'access_revoked' || told === 'user_not_active') {
      const isDone = await disconnectConnection(ref, told, (it) => Date.parse(it.connected_at) <= Date.parse(at));
      return isDone ? 'disconnected' : lookSoon(ref);
    }
    if (told === 'user_changed' || meeting === undefined) return lookSoon(ref);
    const connection = await connections.get(ref);
    if (connection?.state !== 'connected' || !connection.is_local_recording_token_supported) return 'not wanted';
    await meetings.note(ref, [meeting], clock.now());
    return 'noted';
  };
};
