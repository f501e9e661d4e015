import { openTable } from '#adapters/table.ts';
import { cursorOf, presentPage } from '../../../lib/api/paging.ts';
import { presentAppSession } from '../../../lib/api/present/app-session.ts';
import { appSessionRoutes } from '../../../lib/api/routes/app-sessions.ts';
import { botLists } from '../../../lib/storage/bots/bot-lists.ts';
import { createListAppSessions } from '../../../lib/usecases/app-sessions/list-app-sessions.ts';
import { httpList } from '../../middleware/http-list.ts';
import { onUnreadable } from '../../wiring/left-out.ts';
import { openTellTranscription } from '../../wiring/tell-transcription.ts';

const table = openTable();
const listAppSessions = createListAppSessions({ bots: botLists(table), onUnreadable });
const tellTranscription = openTellTranscription(table);

export const handler = httpList(appSessionRoutes.listAppSessions, table, async ({ caller, query, list }) => {
  const { page_size, order } = query;
  const wanted = { from: cursorOf(list), page_size, isNewestFirst: order === 'newest_first' };
  const { results, ...page } = await listAppSessions(caller.project_id, wanted);
  return presentPage({ ...page, results: await Promise.all(results.map(tellTranscription)) }, list, presentAppSession);
});
