/** What of our records of connections a client sees. Never what was granted, which is not in these records. */
import type { Connection } from '../../domain/connection/connection.ts';
import type { ConnectionBody } from '../schemas/connections.ts';

export const presentConnection = (connection: Connection): ConnectionBody => ({
  id: connection.id,
  conf_oauth_app_id: connection.oauth_app_id,
  user_id: connection.user_id,
  account_id: connection.account_id,
  state: connection.state,
  metadata: connection.metadata,
  is_local_recording_token_supported: connection.is_local_recording_token_supported,
  is_onbehalf_token_supported: connection.is_onbehalf_token_supported,
  connection_failure_data: connection.connection_failure_data,
  created_at: connection.created_at,
  updated_at: connection.updated_at,
  last_successful_sync_at: connection.last_successful_sync_at,
  last_attempted_sync_at: connection.last_attempted_sync_at,
});
