import { openTable } from '#adapters/table.ts';
import { botRoutes } from '../../../lib/api/routes/bots.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { createDeleteBot } from '../../../lib/usecases/bots/delete-bot.ts';
import { http } from '../../middleware/http.ts';

const table = openTable();
const deleteBot = createDeleteBot({ bots: botRepository(table) });

export const handler = http(botRoutes.deleteBot, table, ({ ref }) => deleteBot(ref));
