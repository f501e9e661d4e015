import type { Connection } from '../../domain/connection/connection.ts';
import { type ConnectionTrouble, connectionFailures } from '../../domain/connection/connection-failures.ts';
import { begun, type ConnectionSync, dueAgain } from '../../domain/connection/connection-sync.ts';
import { NotFoundError, StaleError } from '../../domain/errors.ts';
import { isLongFailing, mayAskNow, noFailure } from '../../domain/grant/failures.ts';
import type { Clock } from '../../ports/clock.ts';
import { ConferencingError, type ConferencingPlatform } from '../../ports/conferencing.ts';
import { countedLines } from '../../process/counted-lines.ts';
import { log } from '../../process/log.ts';
import type { Pause } from '../../process/pause.ts';
import { retry } from '../../process/retry.ts';
import type { ConfMeetingRepository } from '../../storage/connections/conf-meetings.ts';
import type { ConnectionSyncRepository } from '../../storage/connections/connection-sync.ts';
import type { ConnectionRepository } from '../../storage/connections/connections.ts';
import type { ConnectionRef } from '../../storage/keys.ts';
import type { DisconnectConnection } from './disconnect-connection.ts';
import type { OpenConnection } from './open-connection.ts';

export interface SyncConnectionPorts {
  readonly connections: Pick<ConnectionRepository, 'get' | 'noteAsked' | 'ofApp'>;
  readonly syncs: ConnectionSyncRepository;
  readonly meetings: ConfMeetingRepository;
  readonly openConnection: OpenConnection;
  readonly disconnectConnection: DisconnectConnection;
  readonly platform: Pick<ConferencingPlatform, 'user' | 'meetings'>;
  readonly clock: Clock;
  readonly pause: Pause;
  /** A number in [0, 1). */
  readonly chance: () => number;
}

/** What a run came to; a trouble when the platform could not be asked. */
export type ConnectionSyncOutcome = 'gone' | 'not now' | 'overtaken' | 'well' | ConnectionTrouble;

/** With so many pages something is wrong with the list. */
const mostPages = 40;

const troubleOf = ({ trouble }: ConferencingError): ConnectionTrouble => {
  if (trouble === 'access_refused') return 'invalid_grant';
  return trouble === 'not_found' ? 'refused' : trouble;
};

/**
 * Asks the platform whether a connection is good, which keeps it good: tokens that nobody uses are forgotten there. Where
 * bots record meetings that the user hosts, the meetings are listed. A run that is killed anywhere is simply run again.
 */
export const createSyncConnection = (ports: SyncConnectionPorts) => {
  const { connections, syncs, meetings, openConnection, disconnectConnection, platform, clock, pause, chance } = ports;

  /** Asks again at once what may pass. */
  const patiently = <T>(ask: () => Promise<T>): Promise<T> =>
    retry(ask, {
      first_ms: 1_000,
      jitter: 1,
      most_tries: connectionFailures.row('unavailable').tries,
      isPassing: (error) => error instanceof ConferencingError && error.trouble === 'unavailable',
      pause,
      chance,
    });

  const meetingsOf = async (access_token: string): Promise<string[]> => {
    const known: string[] = [];
    let page: string | undefined;
    for (let pages = 1; pages <= mostPages; pages += 1) {
      const answer = await patiently(() => platform.meetings(access_token, page));
      known.push(...answer.meetings);
      if (answer.next === undefined || answer.next === page) return known;
      page = answer.next;
    }
    return known;
  };

  const look = async (connection: Connection, ref: ConnectionRef, access_token: string): Promise<void> => {
    const { is_active, personal_meeting } = await patiently(() => platform.user(access_token));
    if (!is_active) throw new ConferencingError('user_not_active', 'the user is not active');
    if (!connection.is_local_recording_token_supported) return;
    const hosted = await meetingsOf(access_token);
    await meetings.note(ref, [...(personal_meeting === undefined ? [] : [personal_meeting]), ...hosted], clock.now());
  };

  /** With another token, once, should the platform not take the first one. */
  const lookOnce = async (connection: Connection, ref: ConnectionRef): Promise<void> => {
    const { access_token, generation } = await openConnection(ref);
    try {
      await look(connection, ref, access_token);
    } catch (error) {
      if (!(error instanceof ConferencingError) || error.trouble !== 'access_refused') throw error;
      const another = await openConnection(ref, { refused: generation });
      await look(connection, ref, another.access_token);
    }
  };

  /** The app's own fault is that of all connections by it: each finds out by itself, twice, before it is disconnected. */
  const alarmOthers = async ({ project_id, oauth_app_id, id }: Connection): Promise<void> => {
    const others = (await connections.ofApp(project_id, oauth_app_id)).filter((other) => other !== id);
    for (const connection_id of others) await syncs.hasten({ project_id, connection_id }, clock.now());
  };

  const fail = async (connection: Connection, run: ConnectionSync, error: ConferencingError) => {
    const now = clock.now();
    const trouble = troubleOf(error);
    const { patience, due, disconnection } = connectionFailures.after(run, trouble, now, error.retry_after_seconds);
    const sync = { ...run, ...patience };
    const { project_id, connection_id } = run;
    const facts = { project_id, connection_id, trouble, platform_says: error.message };
    if (isLongFailing(sync, now)) log.error(countedLines.connectionFails, facts);
    else log.warn('connection run failed', facts);
    await connections.noteAsked(connection, now, false);
    await syncs.finish(sync, due);
    if (!disconnection) return trouble;
    const { credentials_version } = connection;
    const isDone = await disconnectConnection(
      run,
      disconnection,
      (it) => it.credentials_version === credentials_version,
    );
    if (isDone && trouble === 'invalid_client') await alarmOthers(connection);
    return trouble;
  };

  const lookThrough = async (connection: Connection, run: ConnectionSync): Promise<ConnectionSyncOutcome> => {
    try {
      await lookOnce(connection, run);
    } catch (error) {
      if (!(error instanceof ConferencingError)) throw error;
      return fail(connection, run, error);
    }
    const now = clock.now();
    await connections.noteAsked(connection, now, true);
    await syncs.finish({ ...run, ...noFailure }, dueAgain(connection, now, chance()));
    return 'well';
  };

  const forget = async (ref: ConnectionRef): Promise<'gone'> => {
    await meetings.forgetAll(ref);
    return 'gone';
  };

  return async (ref: ConnectionRef): Promise<ConnectionSyncOutcome> => {
    const [connection, sync] = await Promise.all([connections.get(ref), syncs.get(ref)]);
    if (!sync) return forget(ref);
    if (connection?.state !== 'connected') {
      await forget(ref);
      await syncs.forget(sync);
      return 'gone';
    }
    if (!mayAskNow(sync, clock.now())) {
      // It was wanted sooner, and would be due in vain until then.
      await syncs.postpone(sync);
      return 'not now';
    }
    const run = begun(sync);
    if (!(await syncs.take(run))) return 'overtaken';
    try {
      return await lookThrough(connection, run);
    } catch (error) {
      // It was deleted, disconnected or made anew: whoever did that sees to the rest.
      if (error instanceof StaleError || error instanceof NotFoundError) return 'overtaken';
      throw error;
    }
  };
};
