/** When the platform is asked next whether a connection is good, and what has become of asking so far. */
import type { Connection } from './connection.ts';
import {
  type ConnectionFailureCode,
  type ConnectionTrouble,
  connectionFailureRow,
  endsConnection,
} from './connection-failures.ts';

export interface ConnectionSync {
  readonly project_id: string;
  readonly connection_id: string;
  /** Counts the runs, beginning with the ms of the connection's making. A run writes only while the generation is its own. */
  readonly generation: number;
  /** The platform is asked nothing before: it said so, or a second look must be so much later than the first. */
  readonly not_before: string | null;
  /** The failure of the last runs in a row. */
  readonly failure: { readonly error: ConnectionTrouble; readonly runs: number; readonly since: string } | null;
}

/** Of a connection that was made just now, or anew: whoever is at work on an earlier one is so in vain. */
export const firstConnectionSync = ({ project_id, id, connected_at }: Connection): ConnectionSync => ({
  project_id,
  connection_id: id,
  generation: Date.parse(connected_at),
  not_before: null,
  failure: null,
});

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/** Whether the platform may be asked something now. */
export const mayAskFor = ({ not_before }: ConnectionSync, at: Date): boolean =>
  not_before === null || Date.parse(not_before) <= at.getTime();

/** The state of a run that begins: whoever is at work on an earlier one is so in vain. */
export const begun = (sync: ConnectionSync): ConnectionSync => ({ ...sync, generation: sync.generation + 1 });

/**
 * A connection that nobody uses is renewed all the same: the platform forgets those that were not for 90 days
 * (https://developers.zoom.us/docs/integrations/oauth/). Where meetings are listed, that is done each week.
 */
const keepAliveDays = 30;
const meetingsListedDays = 7;
const spread = 0.1;

/** When a connection is due after a run that succeeded. `chance` is in [0, 1), and keeps connections apart. */
export const dueAgain = (
  { is_local_recording_token_supported }: Pick<Connection, 'is_local_recording_token_supported'>,
  at: Date,
  chance: number,
): Date => {
  const days = is_local_recording_token_supported ? meetingsListedDays : keepAliveDays;
  return after(at, days * (1 - spread * chance) * dayMs);
};

const ladderMinutes = [1, 5, 15, 60] as const;
const hourly = 60;

const minutesAfter = (error: ConnectionTrouble, runs: number): number => {
  const { next } = connectionFailureRow(error);
  if (next === 'in a minute') return 1;
  return next === 'in an hour' ? hourly : (ladderMinutes[runs - 1] ?? hourly);
};

export interface AfterConnectionFailure {
  readonly sync: ConnectionSync;
  readonly due: Date;
  /** The connection is to be disconnected for this. */
  readonly disconnection: ConnectionFailureCode | undefined;
}

/** What follows a run that failed. `retryAfterSeconds` is what the platform asked for. */
export const afterConnectionFailure = (
  sync: ConnectionSync,
  error: ConnectionTrouble,
  at: Date,
  retryAfterSeconds = 0,
): AfterConnectionFailure => {
  const before = sync.failure?.error === error ? sync.failure : undefined;
  const runs = (before?.runs ?? 0) + 1;
  const since = before?.since ?? at.toISOString();
  const due = after(at, Math.max(minutesAfter(error, runs) * minuteMs, retryAfterSeconds * 1000));
  const needed = connectionFailureRow(error).disconnects?.runs;
  return {
    sync: { ...sync, failure: { error, runs, since }, not_before: due.toISOString() },
    due,
    disconnection: endsConnection(error) && needed !== undefined && runs >= needed ? error : undefined,
  };
};

const noSuccessForMs = dayMs;

/** Whether the platform has not been of use for a day, which somebody should know. */
export const isConnectionLongFailing = ({ failure }: ConnectionSync, at: Date): boolean =>
  failure !== null && at.getTime() - Date.parse(failure.since) > noSuccessForMs;
