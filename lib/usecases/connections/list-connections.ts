import type { Connection } from '../../domain/connection/connection.ts';
import type { Page } from '../../domain/page.ts';
import type { ConnectionFilter } from '../../storage/connections/connection-item.ts';
import type { ConnectionRepository } from '../../storage/connections/connections.ts';
import { type ListPorts, listPage, type PageRequest } from '../list-page.ts';

export interface ListConnectionsInput extends PageRequest, ConnectionFilter {}

/** A page of a project's connections, newest first: all of them, those of a user, those in a state. */
export const createListConnections =
  ({ connections, onUnreadable }: ListPorts & { readonly connections: Pick<ConnectionRepository, 'ids' | 'at'> }) =>
  (projectId: string, { user_id, state, ...request }: ListConnectionsInput): Promise<Page<Connection>> =>
    listPage(
      {
        isNewestFirst: true,
        positions: (range) => connections.ids(projectId, { user_id, state }, range),
        at: (ids) => connections.at(projectId, ids, onUnreadable),
        // A list may be a moment late, and that of a user holds all states.
        isWanted: state && ((connection) => connection.state === state),
      },
      request,
    );
