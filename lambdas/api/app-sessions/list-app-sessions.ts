import { openTable } from '#adapters/table.ts';
import { cursorOf, presentPage } from '../../../lib/api/paging.ts';
import { presentAppSession } from '../../../lib/api/present/app-session.ts';
import { appSessionRoutes } from '../../../lib/api/routes/app-sessions.ts';
import { systemClock } from '../../../lib/ports/clock.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { speechRepository } from '../../../lib/storage/bots/speech.ts';
import { createListAppSessions } from '../../../lib/usecases/app-sessions/list-app-sessions.ts';
import { createTellTranscription } from '../../../lib/usecases/captured/unfinished-transcript.ts';
import { httpList } from '../../middleware/http-list.ts';

const table = openTable();
const listAppSessions = createListAppSessions({ bots: botRepository(table) });
const tellTranscription = createTellTranscription({ speech: speechRepository(table), clock: systemClock });

export const handler = httpList(appSessionRoutes.listAppSessions, table, async ({ caller, query, list }) => {
  const { page_size, order } = query;
  const wanted = { from: cursorOf(list), page_size, isNewestFirst: order === 'newest_first' };
  const { results, ...page } = await listAppSessions(caller.project_id, wanted);
  return presentPage({ ...page, results: await Promise.all(results.map(tellTranscription)) }, list, presentAppSession);
});
