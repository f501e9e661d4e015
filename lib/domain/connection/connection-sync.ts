/** When the platform is asked next whether a connection is good, and what has become of asking so far. */
import { noFailure, type Patience } from '../grant/failures.ts';
import type { Connection } from './connection.ts';
import type { ConnectionTrouble } from './connection-failures.ts';

export interface ConnectionSync extends Patience<ConnectionTrouble> {
  readonly project_id: string;
  readonly connection_id: string;
  /** Counts the runs, beginning with the ms of the connection's making. A run writes only while the generation is its own. */
  readonly generation: number;
}

/** Of a connection that was made just now, or anew: whoever is at work on an earlier one is so in vain. */
export const firstConnectionSync = ({ project_id, id, connected_at }: Connection): ConnectionSync => ({
  project_id,
  connection_id: id,
  generation: Date.parse(connected_at),
  ...noFailure,
});

const dayMs = 86_400_000;

/** A run may take so long: somebody may have very many meetings, and the platform is waited for. */
export const connectionRunSeconds = 180;

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
  return new Date(at.getTime() + days * (1 - spread * chance) * dayMs);
};
