import type { Connection } from '../../domain/connection/connection.ts';
import { NotFoundError } from '../../domain/errors.ts';
import type { ConnectionRepository } from '../../storage/connections/connections.ts';
import type { ConnectionRef } from '../../storage/keys.ts';

/** @throws NotFoundError when the project has no such connection */
export const createGetConnection =
  ({ connections }: { connections: Pick<ConnectionRepository, 'get'> }) =>
  async (ref: ConnectionRef): Promise<Connection> => {
    const connection = await connections.get(ref);
    if (!connection) throw new NotFoundError('connection');
    return connection;
  };
