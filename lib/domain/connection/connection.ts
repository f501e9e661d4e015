/** Somebody at the conferencing platform who has allowed a client's app to act for them, and what becomes of that. */
import type { ConnectionFailureCode } from './connection-failures.ts';

/**
 * The life of a connection. `gone` is one that the client has deleted. Nothing is asked of the platform while it is
 * `disconnected`: only the user, who allows the app once more, leads out of it.
 */
export const connectionTable = {
  create: { from: ['new'], to: 'connected' },
  disconnect: { from: ['connected'], to: 'disconnected' },
  reconnect: { from: ['connected', 'disconnected'], to: 'connected' },
  delete: { from: ['connected', 'disconnected'], to: 'gone' },
} as const satisfies Record<string, { readonly from: readonly string[]; readonly to: string }>;

export const connectionStates = ['connected', 'disconnected'] as const;
export type ConnectionState = (typeof connectionStates)[number];

/** Why a connection is disconnected. The message is a sentence that says what to do, and holds no secret. */
export interface ConnectionFailure {
  readonly error: ConnectionFailureCode;
  readonly message: string;
  readonly timestamp: string;
}

/** What a connection is for: which tokens for joining meetings it is asked for. */
export interface Purpose {
  /** Tokens to record a meeting that the user hosts. */
  readonly is_local_recording_token_supported: boolean;
  /** Tokens to join meetings in which the user is. */
  readonly is_onbehalf_token_supported: boolean;
}

export interface Connection extends Purpose {
  readonly id: string;
  readonly project_id: string;
  readonly oauth_app_id: string;
  /** Who it is, at the platform. */
  readonly user_id: string;
  readonly account_id: string;
  readonly state: ConnectionState;
  readonly metadata: Record<string, unknown>;
  readonly connection_failure_data: ConnectionFailure | null;
  /** Counts how often the user has allowed the app. */
  readonly credentials_version: number;
  /** When that was last. */
  readonly connected_at: string;
  /** When the platform was last asked whether all is well, and when it last was. */
  readonly last_attempted_sync_at: string;
  readonly last_successful_sync_at: string;
  readonly created_at: string;
  readonly updated_at: string;
  /** Counts the changes of this record; each names the version that it replaces. That the platform was asked is no change. */
  readonly version: number;
}

export type NewConnection = Purpose &
  Pick<Connection, 'id' | 'project_id' | 'oauth_app_id' | 'user_id' | 'account_id' | 'metadata'>;

/** The user has just allowed the app, and the platform has said who it is. */
const asked = (at: Date) => {
  const now = at.toISOString();
  return { connected_at: now, last_attempted_sync_at: now, last_successful_sync_at: now };
};

export const createConnection = (details: NewConnection, at: Date): Connection => ({
  ...details,
  state: connectionTable.create.to,
  connection_failure_data: null,
  credentials_version: 1,
  ...asked(at),
  created_at: at.toISOString(),
  updated_at: at.toISOString(),
  version: 1,
});

const changed = (connection: Connection, changes: Partial<Connection>, at: Date): Connection => ({
  ...connection,
  ...changes,
  updated_at: at.toISOString(),
  version: connection.version + 1,
});

/** The connection whose platform takes its tokens no more. */
export const disconnected = (
  connection: Connection,
  failure: Omit<ConnectionFailure, 'timestamp'>,
  at: Date,
): Connection =>
  changed(
    connection,
    {
      state: connectionTable.disconnect.to,
      connection_failure_data: { ...failure, timestamp: at.toISOString() },
    },
    at,
  );

/** What the user who has allowed the app once more may have changed with that. */
export type Reconnection = Purpose & Pick<Connection, 'account_id'> & { readonly metadata?: Record<string, unknown> };

/** The connection of a user who has allowed the app once more: what was granted before is dead from then on. */
export const reconnected = (connection: Connection, details: Reconnection, at: Date): Connection =>
  changed(
    connection,
    {
      ...details,
      state: connectionTable.reconnect.to,
      connection_failure_data: null,
      credentials_version: connection.credentials_version + 1,
      ...asked(at),
    },
    at,
  );

// https://developers.zoom.us/docs/integrations/oauth-scopes-granular/: apps of a whole account have each scope with this ending.
const ofAccount = (scope: string): string => `${scope}:admin`;

const forBoth = ['user:read:user'];
const forLocalRecording = ['user:read:zak', 'meeting:read:list_meetings', 'meeting:read:local_recording_token'];
const forOnbehalf = ['user:read:token'];

/** What a connection for a purpose needs, and was not granted. */
export const missingScopes = (purpose: Purpose, granted: readonly string[]): string[] =>
  [
    ...forBoth,
    ...(purpose.is_local_recording_token_supported ? forLocalRecording : []),
    ...(purpose.is_onbehalf_token_supported ? forOnbehalf : []),
  ].filter((scope) => !granted.includes(scope) && !granted.includes(ofAccount(scope)));
