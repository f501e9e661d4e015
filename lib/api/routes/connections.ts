/** Connections to the conferencing platform: making them of what users have allowed, looking at them, and ending them. */
import { ConnectionBody, CreateConnectionBody, ListConnectionsQuery } from '../schemas/connections.ts';
import { NoQuery, pageOf } from '../schemas/fields.ts';
import type { Route } from './route.ts';

export const connectionRoutes = {
  createConnection: {
    method: 'POST',
    path: '/api/v1/conf_oauth_connections',
    of: 'connection',
    caller: 'key',
    success: 201,
    query: NoQuery,
    body: CreateConnectionBody,
    response: ConnectionBody,
  },
  listConnections: {
    method: 'GET',
    path: '/api/v1/conf_oauth_connections',
    of: 'connection',
    caller: 'key',
    success: 200,
    query: ListConnectionsQuery,
    response: pageOf(ConnectionBody),
  },
  getConnection: {
    method: 'GET',
    path: '/api/v1/conf_oauth_connections/{object_id}',
    of: 'connection',
    caller: 'key',
    success: 200,
    query: NoQuery,
    response: ConnectionBody,
  },
  deleteConnection: {
    method: 'DELETE',
    path: '/api/v1/conf_oauth_connections/{object_id}',
    of: 'connection',
    caller: 'key',
    success: 200,
    query: NoQuery,
  },
} as const satisfies Record<string, Route>;
