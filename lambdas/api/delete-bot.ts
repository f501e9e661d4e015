import { openTable } from '#adapters/table.ts';
import { routes } from '../../lib/api/routes.ts';
import { botRepository } from '../../lib/storage/bots.ts';
import { createDeleteBot } from '../../lib/usecases/bots/delete-bot.ts';
import { http } from '../middleware/http.ts';

const table = openTable();
const deleteBot = createDeleteBot({ bots: botRepository(table) });

export const handler = http(routes.deleteBot, table, ({ ref }) => deleteBot(ref));
