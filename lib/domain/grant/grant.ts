/**
 * What somebody has granted at another platform, and what becomes of that: the shape that calendars and connections to
 * the conferencing platform share.
 */

/**
 * The life of a grant. `gone` is one that the client has deleted. Nothing is asked of a platform while it is
 * `disconnected`: only who granted it leads out of that, by granting anew.
 */
export const grantTable = {
  create: { from: ['new'], to: 'connected' },
  disconnect: { from: ['connected'], to: 'disconnected' },
  reconnect: { from: ['connected', 'disconnected'], to: 'connected' },
  delete: { from: ['connected', 'disconnected'], to: 'gone' },
} as const satisfies Record<string, { readonly from: readonly string[]; readonly to: string }>;

export const grantStates = ['connected', 'disconnected'] as const;
export type GrantState = (typeof grantStates)[number];

/** Why a grant is disconnected. The message is a sentence that says what to do, and holds no secret. */
export interface GrantFailure<Code extends string> {
  readonly error: Code;
  readonly message: string;
  readonly timestamp: string;
}

/** What the record of every grant holds. `Code` is what may end it. */
export interface Grant<Code extends string> {
  readonly state: GrantState;
  readonly connection_failure_data: GrantFailure<Code> | null;
  /** Counts how often it was granted. */
  readonly credentials_version: number;
  readonly created_at: string;
  readonly updated_at: string;
  /** Counts the changes of this record; each names the version that it replaces. */
  readonly version: number;
}

/** What a new record says of its grant. */
export const newGrant = (at: Date) => ({
  state: grantTable.create.to,
  connection_failure_data: null,
  credentials_version: 1,
  created_at: at.toISOString(),
  updated_at: at.toISOString(),
  version: 1,
});

/** The record after a change. */
export const changed = <T extends Grant<string>>(record: T, changes: Partial<T>, at: Date): T => ({
  ...record,
  ...changes,
  updated_at: at.toISOString(),
  version: record.version + 1,
});

/** What changes when the platform takes the grant no more. */
export const disconnection = <Code extends string>(failure: Omit<GrantFailure<Code>, 'timestamp'>, at: Date) => ({
  state: grantTable.disconnect.to,
  connection_failure_data: { ...failure, timestamp: at.toISOString() },
});

/** A grant that is given anew is tried, whatever became of the one before. */
export const reconnection = ({ credentials_version }: Pick<Grant<string>, 'credentials_version'>) => ({
  state: grantTable.reconnect.to,
  connection_failure_data: null,
  credentials_version: credentials_version + 1,
});
