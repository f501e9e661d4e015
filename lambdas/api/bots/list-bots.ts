import { openTable } from '#adapters/table.ts';
import { cursorOf, presentPage } from '../../../lib/api/paging.ts';
import { presentBot } from '../../../lib/api/present/bot.ts';
import { botRoutes } from '../../../lib/api/routes/bots.ts';
import { meetingHosts } from '../../../lib/process/environment/meetings.ts';
import { environment } from '../../../lib/process/environment.ts';
import { botLists } from '../../../lib/storage/bots/bot-lists.ts';
import { createListBots } from '../../../lib/usecases/bots/list-bots.ts';
import { httpList } from '../../middleware/http-list.ts';
import { onUnreadable } from '../../wiring/left-out.ts';
import { openTellTranscription } from '../../wiring/tell-transcription.ts';

const table = openTable();
const listBots = createListBots({ bots: botLists(table), onUnreadable, ...environment(meetingHosts) });
const tellTranscription = openTellTranscription(table);

export const handler = httpList(botRoutes.listBots, table, async ({ caller, query, list }) => {
  const { cursor, page_size, order, ...filter } = query;
  const wanted = { from: cursorOf(list), page_size, filter, isNewestFirst: order === 'newest_first' };
  const { results, ...page } = await listBots(caller.project_id, wanted);
  return presentPage({ ...page, results: await Promise.all(results.map(tellTranscription)) }, list, presentBot);
});
