import { openTable } from '#adapters/table.ts';
import { cursorOf, presentPage } from '../../../lib/api/paging.ts';
import { presentConnection } from '../../../lib/api/present/connection.ts';
import { connectionRoutes } from '../../../lib/api/routes/connections.ts';
import { connectionRepository } from '../../../lib/storage/connections/connections.ts';
import { createListConnections } from '../../../lib/usecases/connections/list-connections.ts';
import { httpList } from '../../middleware/http-list.ts';
import { onUnreadable } from '../../wiring/left-out.ts';

const table = openTable();
const listConnections = createListConnections({ connections: connectionRepository(table), onUnreadable });

export const handler = httpList(connectionRoutes.listConnections, table, async ({ caller, query, list }) => {
  const { cursor, ...input } = query;
  const page = await listConnections(caller.project_id, { from: cursorOf(list), ...input });
  return presentPage(page, list, presentConnection);
});
