/** Somebody at the conferencing platform who has allowed a client's app to act for them, and what becomes of that. */
import { changed, disconnection, type Grant, type GrantFailure, newGrant, reconnection } from '../grant/grant.ts';
import type { ConnectionFailureCode } from './connection-failures.ts';

/** What a connection is for: which tokens for joining meetings it is asked for. */
export interface Purpose {
  /** Tokens to record a meeting that the user hosts. */
  readonly is_local_recording_token_supported: boolean;
  /** Tokens to join meetings in which the user is. */
  readonly is_onbehalf_token_supported: boolean;
}

/** Its `credentials_version` counts how often the user has allowed the app. That the platform was asked is no change of it. */
export interface Connection extends Purpose, Grant<ConnectionFailureCode> {
  readonly id: string;
  readonly project_id: string;
  readonly oauth_app_id: string;
  /** Who it is, at the platform. */
  readonly user_id: string;
  readonly account_id: string;
  readonly metadata: Record<string, unknown>;
  /** When the user has last allowed the app. */
  readonly connected_at: string;
  /** When the platform was last asked whether all is well, and when it last was. */
  readonly last_attempted_sync_at: string;
  readonly last_successful_sync_at: string;
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
  ...newGrant(at),
  ...asked(at),
});

/** The connection whose platform takes its tokens no more. */
export const disconnected = (
  connection: Connection,
  failure: Omit<GrantFailure<ConnectionFailureCode>, 'timestamp'>,
  at: Date,
): Connection => changed(connection, disconnection(failure, at), at);

/** What the user who has allowed the app once more may have changed with that. */
export type Reconnection = Purpose & Pick<Connection, 'account_id'> & { readonly metadata?: Record<string, unknown> };

/** The connection of a user who has allowed the app once more: what was granted before is dead from then on. */
export const reconnected = (connection: Connection, details: Reconnection, at: Date): Connection =>
  changed(connection, { ...details, ...reconnection(connection), ...asked(at) }, at);

// https://developers.zoom.us/docs/integrations/oauth-scopes-granular/: apps of a whole account have each scope with this ending.
const ofAccount = (scope: string): string => `${scope}:admin`;

const forBoth = ['user:read:user'];
// `user:read:zak` is of the scopes that the interface names, though nothing here fetches the key that lets a bot join as the user.
const forLocalRecording = ['user:read:zak', 'meeting:read:list_meetings', 'meeting:read:local_recording_token'];
const forOnbehalf = ['user:read:token'];

/** What a connection for a purpose needs. */
export const scopesFor = (purpose: Purpose): string[] => [
  ...forBoth,
  ...(purpose.is_local_recording_token_supported ? forLocalRecording : []),
  ...(purpose.is_onbehalf_token_supported ? forOnbehalf : []),
];

/** What a connection for a purpose needs, and was not granted. */
export const missingScopes = (purpose: Purpose, granted: readonly string[]): string[] =>
  scopesFor(purpose).filter((scope) => !granted.includes(scope) && !granted.includes(ofAccount(scope)));
