/** What of connections is told to clients' systems. */
import type { WebhookEvent } from '../webhook/webhook.ts';
import type { WebhookSubject } from '../webhook/webhook-subject.ts';
import type { Connection } from './connection.ts';

/** A connection as webhooks tell of it. Only the project's own subscribers hear of connections. */
export const connectionSubject = ({ id, project_id, metadata, user_id, account_id }: Connection): WebhookSubject => ({
  kind: 'connection',
  id,
  project_id,
  metadata,
  user_id,
  account_id,
  webhooks: [],
});

/** What there is to tell of a connection that is not as it was: that its platform takes its tokens no more. */
export const connectionEvents = (connection: Connection, before: Connection | undefined): WebhookEvent[] => {
  const { state, connection_failure_data, last_successful_sync_at, last_attempted_sync_at, version } = connection;
  if (state !== 'disconnected' || before?.state !== 'connected') return [];
  const data = { state, connection_failure_data, last_successful_sync_at, last_attempted_sync_at };
  return [{ identity: `state#${version}`, trigger: 'conf_oauth_connection.state_change', data }];
};
