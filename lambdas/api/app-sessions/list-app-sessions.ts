import { openTable } from '#adapters/table.ts';
import { cursorOf, presentPage } from '../../../lib/api/paging.ts';
import { presentAppSession } from '../../../lib/api/present/app-session.ts';
import { appSessionRoutes } from '../../../lib/api/routes/app-sessions.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { createListAppSessions } from '../../../lib/usecases/app-sessions/list-app-sessions.ts';
import { httpList } from '../../middleware/http-list.ts';

const table = openTable();
const listAppSessions = createListAppSessions({ bots: botRepository(table) });

export const handler = httpList(appSessionRoutes.listAppSessions, table, async ({ caller, query, list }) => {
  const { page_size, order } = query;
  const wanted = { from: cursorOf(list), page_size, isNewestFirst: order === 'newest_first' };
  return presentPage(await listAppSessions(caller.project_id, wanted), list, presentAppSession);
});
