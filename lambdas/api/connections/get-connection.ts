import { openTable } from '#adapters/table.ts';
import { presentConnection } from '../../../lib/api/present/connection.ts';
import { connectionRoutes } from '../../../lib/api/routes/connections.ts';
import { connectionRepository } from '../../../lib/storage/connections/connections.ts';
import { createGetConnection } from '../../../lib/usecases/connections/get-connection.ts';
import { http } from '../../middleware/http.ts';

const table = openTable();
const getConnection = createGetConnection({ connections: connectionRepository(table) });

export const handler = http(connectionRoutes.getConnection, table, async ({ ref }) =>
  presentConnection(await getConnection(ref)),
);
