import { openMediaStore } from '#adapters/media-store.ts';
import { openTable } from '#adapters/table.ts';
import { cursorOf, presentPage } from '../../lib/api/paging.ts';
import { presentBotDetails, presentListedBot } from '../../lib/api/present/shown-bots.ts';
import { botRoutes } from '../../lib/api/routes/dashboard/bots.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import { meetingHosts } from '../../lib/process/environment/meetings.ts';
import { environment } from '../../lib/process/environment.ts';
import { botLists } from '../../lib/storage/bots/bot-lists.ts';
import { botRepository } from '../../lib/storage/bots/bots.ts';
import { createGetBot } from '../../lib/usecases/bots/get-bot.ts';
import { createListBots } from '../../lib/usecases/bots/list-bots.ts';
import { createWatchBot } from '../../lib/usecases/bots/watch-bot.ts';
import { grouped } from '../middleware/grouped.ts';
import { onUnreadable } from '../wiring/left-out.ts';

const table = openTable();
const bots = botRepository(table);
const getBot = createGetBot({ bots });
const listBots = createListBots({ bots: botLists(table), onUnreadable, ...environment(meetingHosts) });
const watchBot = createWatchBot({ bots, media: openMediaStore(), clock: systemClock });

export const handler = grouped(botRoutes, table, {
  showBots: async ({ caller, query, list }) => {
    const { cursor, page_size, order, ...filter } = query;
    const wanted = { from: cursorOf(list), page_size, filter, isNewestFirst: order === 'newest_first' };
    return presentPage(await listBots(caller.project_id, wanted), list, presentListedBot);
  },
  showBot: async ({ caller, ref }) => presentBotDetails(await getBot(ref), caller.role),
  watchBot: ({ ref }) => watchBot(ref),
});
