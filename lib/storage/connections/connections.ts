import * as z from 'zod';
import type { Connection } from '../../domain/connection/connection.ts';
import { firstConnectionSync } from '../../domain/connection/connection-sync.ts';
import { NotFoundError, StaleError } from '../../domain/errors.ts';
import type { Positioned } from '../../domain/page.ts';
import type { Query, Table, Write } from '../../ports/table.ts';
import { attempt } from '../attempt.ts';
import { getAll } from '../get-all.ts';
import { itemKind } from '../item-kind.ts';
import { type ConnectionRef, connectionKey, oauthAppKey, oauthAppUserKey, oauthAppUserPrefix } from '../keys.ts';
import { positionsIn } from '../listings.ts';
import { type OnUnreadable, recordsOf } from '../readable.ts';
import {
  type ConnectionCredentials,
  forgettingCredentials,
  itemOfConnectionCredentials,
} from './connection-credentials.ts';
import {
  type ConnectionFilter,
  connectionIn,
  connectionList,
  itemOfConnection,
  refOfConnection,
} from './connection-item.ts';
import { hastening, itemOfConnectionSync } from './connection-sync.ts';

/** Which connection somebody has by an app. */
const users = itemKind('oauth_app_user', () => z.object({ connection_id: z.string() }));

/** The connections of projects, one for each user of an app. Every change names the version that it replaces. */
export const connectionRepository = (table: Table) => {
  const userKey = ({ project_id, oauth_app_id, user_id }: Connection) =>
    oauthAppUserKey(project_id, oauth_app_id, user_id);

  return {
    /**
     * Stores a connection that is not there yet; it is due at once.
     * @throws StaleError while the user has another one by the app; NotFoundError when there is no such app
     */
    async create(connection: Connection, credentials: ConnectionCredentials): Promise<void> {
      const { id, project_id, oauth_app_id } = connection;
      const { refusal } = await attempt(
        table.write(
          { put: itemOfConnection(connection), when: { exists: false } },
          { put: itemOfConnectionCredentials(credentials) },
          { put: itemOfConnectionSync(firstConnectionSync(connection), new Date(connection.created_at)) },
          { put: users.itemOf(userKey(connection), { connection_id: id }), when: { exists: false } },
          { check: oauthAppKey(project_id, oauth_app_id), when: { exists: true } },
        ),
      );
      if (refusal?.index === 4) throw new NotFoundError('app');
      if (refusal) throw new StaleError(id, { cause: refusal });
    },

    /** Stores what the user of a connection has granted anew, of which nothing before is left. @throws StaleError */
    async reconnect(connection: Connection, previous: Connection, credentials: ConnectionCredentials): Promise<void> {
      await this.save(connection, previous, [
        { put: itemOfConnectionCredentials(credentials) },
        { put: itemOfConnectionSync(firstConnectionSync(connection), new Date(connection.connected_at)) },
      ]);
    },

    async get(ref: ConnectionRef): Promise<Connection | undefined> {
      const item = await table.get(connectionKey(ref));
      return item && connectionIn(item);
    },

    /** The id of the connection that somebody has by an app. */
    async idOf(projectId: string, appId: string, userId: string): Promise<string | undefined> {
      const item = await table.get(oauthAppUserKey(projectId, appId, userId));
      return item && users.recordOf(item).connection_id;
    },

    /** The ids of the connections by an app, at most so many; all of them when nothing is said. */
    async ofApp(projectId: string, appId: string, range: Pick<Query, 'limit'> = {}): Promise<string[]> {
      const { pk } = oauthAppUserKey(projectId, appId, '');
      const items = await table.query({ partition: pk, prefix: oauthAppUserPrefix, ...range });
      return items.map((item) => users.recordOf(item).connection_id);
    },

    /** Writes `connection` over `previous`, and what belongs together with it. @throws StaleError when it is not that any more */
    async save(connection: Connection, previous: Connection, together: readonly Write[] = []): Promise<void> {
      const when = { equals: { version: previous.version } };
      const { refusal } = await attempt(table.write({ put: itemOfConnection(connection), when }, ...together));
      if (refusal) throw new StaleError(connection.id, { cause: refusal });
    },

    /**
     * Removes a connection with what was granted, so that nobody can ask the platform for anything from now on. What is
     * known by it is due to be forgotten. @throws StaleError when it has changed meanwhile
     */
    async remove(connection: Connection, at: Date): Promise<void> {
      const ref = refOfConnection(connection);
      const { refusal } = await attempt(
        table.write(
          { delete: connectionKey(ref), when: { equals: { version: connection.version } } },
          forgettingCredentials(ref),
          { delete: userKey(connection), when: { equals: { connection_id: connection.id } } },
          // Of one that was disconnected it is so already.
          ...(connection.state === 'connected' ? [hastening(ref, at)] : []),
        ),
      );
      if (refusal) throw new StaleError(connection.id, { cause: refusal });
    },

    /** Notes that the platform was asked for a connection whose credentials are still those; `isWell`: that all is well. */
    async noteAsked({ credentials_version, ...connection }: Connection, at: Date, isWell: boolean): Promise<void> {
      const moment = at.toISOString();
      const set = { last_attempted_sync_at: moment, ...(isWell && { last_successful_sync_at: moment }) };
      const when = { equals: { credentials_version } };
      await attempt(table.write({ update: connectionKey(refOfConnection(connection)), set, when }));
    },

    /** The ids of a project's connections, in the order that is asked for. */
    ids: (
      projectId: string,
      filter: ConnectionFilter,
      order: Pick<Query, 'after' | 'order' | 'limit'>,
    ): Promise<string[]> => positionsIn(table, connectionList(projectId, filter), order),

    /**
     * The connections with these ids, in their order; those gone meanwhile are left out, and those that cannot be read by
     * `readable`'s rule.
     */
    async at(
      project_id: string,
      ids: readonly string[],
      onUnreadable?: OnUnreadable,
    ): Promise<Positioned<Connection>[]> {
      const keys = ids.map((connection_id) => connectionKey({ project_id, connection_id }));
      const found = recordsOf(await getAll(table, keys), connectionIn, onUnreadable);
      return found.map((value) => ({ position: value.id, value }));
    },
  };
};
export type ConnectionRepository = ReturnType<typeof connectionRepository>;
